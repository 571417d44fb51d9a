import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { locateWords } from './locate-words.js';

const directory = mkdtempSync(join(tmpdir(), 'cmdgate-test-'));
writeFileSync(join(directory, 'tool.mjs'), '');
mkdirSync(join(directory, 'src'));

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each([
  [
    ['node', 'tool.mjs'],
    ['node', join(directory, 'tool.mjs')],
  ],
  [['./tool.mjs'], [join(directory, 'tool.mjs')]],
  [['tool.mjs'], ['tool.mjs']],
  [
    ['node', '--import=tool.mjs'],
    ['node', `--import=${join(directory, 'tool.mjs')}`],
  ],
  [
    ['x', '--workspace', '.'],
    ['x', '--workspace', directory],
  ],
  [
    ['x', 'src', '-v', 'missing.mjs', ''],
    ['x', 'src', '-v', 'missing.mjs', ''],
  ],
  [
    ['node', '-e', 'x'.repeat(5_000)],
    ['node', '-e', 'x'.repeat(5_000)],
  ],
])('%j is %j', (words, located) => {
  expect(locateWords(words, directory)).toEqual(located);
});
