import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followLinks } from './follow-links.js';

let home: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-links-')));
  mkdirSync(join(home, 'real', 'deep'), { recursive: true });
  writeFileSync(join(home, 'real', 'tool'), '');
  symlinkSync('real', join(home, 'folder'));
  symlinkSync('folder/tool', join(home, 'relative'));
  symlinkSync(join(home, 'relative'), join(home, 'absolute'));
  symlinkSync('real/deep', join(home, 'deep'));
  symlinkSync('loop', join(home, 'loop'));
  symlinkSync('nowhere', join(home, 'dangling'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test.each([
  ['real/tool', 'real/tool', []],
  ['folder/tool', 'real/tool', ['folder']],
  ['absolute', 'real/tool', ['absolute', 'relative', 'folder']],
  ['./real//./tool', 'real/tool', []],
  ['deep/../tool', 'real/tool', ['deep']],
])('%s is followed with every link on the way', (path, real, links) => {
  expect(followLinks(`${home}/${path}`)).toEqual({
    real: join(home, real),
    links: links.map((link) => join(home, link)),
  });
  expect(realpathSync.native(`${home}/${path}`)).toBe(join(home, real));
});

test.each(['missing', 'real/tool/below', 'loop', 'dangling'])('%s leads to nothing', (path) => {
  expect(followLinks(`${home}/${path}`)).toBeUndefined();
});
