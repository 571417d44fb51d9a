import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exposureOf, findExposures } from './exposure.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-exposure-')));
  mkdirSync(join(directory, 'inner'), { mode: 0o755 });
  file = join(directory, 'inner', 'cmdgate.config.json');
  writeFileSync(file, '{}', { mode: 0o644 });
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;

test('a file that only its owner can write is not exposed, nor is one that is missing', () => {
  expect(findExposures(file)).toEqual([]);
  expect(findExposures(join(directory, 'missing'))).toEqual([]);
  expect(exposureOf(join(directory, 'missing'))).toBeUndefined();
});

test('a file that everybody can write is, and it is told how to mend that', () => {
  chmodSync(file, 0o646);
  expect(findExposures(file)).toEqual([
    { path: file, kind: 'written', message: `Other users can write it: ${file}`, fix: `chmod o-w '${file}'` },
  ]);
});

test('a directory on the way to it counts as well, unless files of others are safe in it', () => {
  const inner = join(directory, 'inner');
  chmodSync(inner, 0o777);
  expect(findExposures(file)).toMatchObject([{ path: inner, kind: 'written', fix: expect.stringContaining('o-w') }]);
  expect(exposureOf(file)).toBeUndefined();
  chmodSync(inner, 0o1777);
  expect(findExposures(file)).toEqual([]);
  // Files can be added to it all the same.
  expect(findExposures(inner)).toMatchObject([{ path: inner, kind: 'written' }]);
  expect(exposureOf(inner)).toMatchObject({ path: inner, kind: 'written' });
});

test('a link is followed, and where it stands counts too', () => {
  const other = join(directory, 'other');
  mkdirSync(other);
  symlinkSync(file, join(other, 'link'));
  chmodSync(other, 0o777);
  chmodSync(file, 0o666);
  expect(findExposures(join(other, 'link')).map(({ path }) => path)).toEqual([file, other]);
});

test.runIf(isRoot)('a group may write it where nobody else is in it', () => {
  chmodSync(file, 0o664);
  expect(findExposures(file)).toEqual([]);
  chownSync(file, 0, 12_345);
  expect(findExposures(file)).toMatchObject([{ kind: 'written', fix: `chmod g-w '${file}'` }]);
});

test.runIf(isRoot)('what belongs to another user is told apart', () => {
  chownSync(file, 12_345, 12_345);
  expect(findExposures(file)).toMatchObject([{ path: file, kind: 'owned' }]);
});
