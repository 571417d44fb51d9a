import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nearestThere, whyUnwritable } from './writable.js';

const home = mkdtempSync(join(tmpdir(), 'cmdgate-writable-'));
const file = join(home, 'file');
mkdirSync(join(home, 'directory'));
writeFileSync(file, '');

afterAll(() => rmSync(home, { recursive: true, force: true }));

test('what is missing would be made in the nearest directory above it', () => {
  expect(nearestThere(join(home, 'directory', 'a', 'b'))).toBe(join(home, 'directory'));
  expect(nearestThere(file)).toBe(file);
});

test.each<[string, 'directory' | 'file', string | undefined]>([
  ['directory', 'directory', undefined],
  ['directory/a/b', 'directory', undefined],
  ['directory/a/b', 'file', undefined],
  ['file', 'file', undefined],
  ['directory', 'file', `${join(home, 'directory')} is a directory`],
  ['file', 'directory', `${file} is not a directory`],
  ['file/below', 'file', `${file} is not a directory`],
])('%s as a %s', (path, kind, why) => {
  expect(whyUnwritable(join(home, path), kind)).toBe(why);
});
