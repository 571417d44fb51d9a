import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadsInside, realPathFrom, realPathOf, realPathSoFar } from './real-path.js';

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
  expect(realPathFrom('/', `${home}/${path}`)).toEqual({
    real: join(home, real),
    entry: lstatSync(join(home, real)),
    links: links.map((link) => join(home, link)),
  });
  expect(realPathFrom(home, path)?.real).toBe(join(home, real));
  expect(realPathOf(`${home}/${path}`)).toBe(join(home, real));
  expect(realPathSoFar(`${home}/${path}`)).toBe(join(home, real));
});

test.each([
  ['missing', 'missing'],
  ['folder/missing/more', 'real/missing/more'],
  ['dangling', 'nowhere'],
  ['dangling/more', 'nowhere/more'],
])('%s does not exist, and would be %s', (path, real) => {
  expect(realPathFrom(home, path)).toMatchObject({ real: join(home, real), entry: undefined });
  expect(realPathOf(`${home}/${path}`)).toBeUndefined();
  expect(realPathSoFar(`${home}/${path}`)).toBe(join(home, real));
});

test.each(['real/tool/below', 'real/tool/../deep', 'missing/../real', 'loop', 'a\0b', 'x/'.repeat(3_000)])(
  '%s cannot be resolved',
  (path) => {
    expect(realPathFrom(home, path)).toBeUndefined();
  },
);

test('what cannot be followed counts by the part before it', () => {
  expect(realPathSoFar(`${home}/folder/tool/below`)).toBe(join(home, 'real/tool/below'));
});

test('a link into a directory leads inside, wherever it lies', () => {
  expect(leadsInside(join(home, 'deep'), join(home, 'real'))).toBe(true);
  expect(leadsInside(join(home, 'folder'), join(home, 'folder'))).toBe(false);
  expect(leadsInside(join(home, 'real', 'missing'), join(home, 'real'))).toBe(true);
});
