import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { directoryPrefix, removeAbandoned } from './abandoned-directories.js';

const directory = mkdtempSync(join(tmpdir(), 'cmdgate-test-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('what a dead process left is removed, and nothing else', async () => {
  const mine = `${directoryPrefix()}abcdef`;
  const dead = spawnSync(process.execPath, ['-p', 'process.pid']).stdout.toString().trim();
  const ofDead = mine.replace(String(process.pid), dead);
  const elsewhere = ofDead.replace(/\.\d+-/, '.1-');
  for (const name of [mine, ofDead, elsewhere, 'cmdgate-output-abcdef']) mkdirSync(join(directory, name));
  writeFileSync(join(directory, ofDead, 'file'), '');
  writeFileSync(join(directory, `${ofDead}-file`), '');
  symlinkSync(directory, join(directory, `${ofDead}-link`));
  await removeAbandoned(directory);
  const kept = [mine, elsewhere, 'cmdgate-output-abcdef', `${ofDead}-file`, `${ofDead}-link`];
  expect(readdirSync(directory).sort()).toEqual(kept.sort());
});

test('a directory that cannot be read is no trouble', async () => {
  await expect(removeAbandoned(join(directory, 'missing'))).resolves.toBeUndefined();
});
