import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenDirectory } from './open-directory.js';

let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'cmdgate-open-'));
  mkdirSync(join(place, 'own'), { mode: 0o700 });
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

test('what is put in the place of an open directory changes nothing', () => {
  const directory = new OpenDirectory(join(place, 'own'), 'Output');
  mkdirSync(join(place, 'other'));
  renameSync(join(place, 'own'), join(place, 'moved'));
  symlinkSync(join(place, 'other'), join(place, 'own'));
  writeFileSync(directory.pathTo('file'), '');
  expect([readdirSync(join(place, 'moved')), readdirSync(join(place, 'other'))]).toEqual([['file'], []]);
  expect(readdirSync(directory.pathTo())).toEqual(['file']);
  directory.close();
});

test('a closed one leads nowhere: its number may be that of another directory by now', () => {
  const directory = new OpenDirectory(join(place, 'own'), 'Output');
  directory.close();
  directory.close();
  expect(() => directory.pathTo('file')).toThrow('closed');
});

test('only a directory that this user alone can write to is opened', () => {
  const open = (name: string) => () => new OpenDirectory(join(place, name), 'Output');
  symlinkSync(join(place, 'own'), join(place, 'link'));
  writeFileSync(join(place, 'file'), '');
  mkdirSync(join(place, 'shared'));
  chmodSync(join(place, 'shared'), 0o777);
  expect(open('link')).toThrow(/ELOOP|ENOTDIR/);
  expect(open('file')).toThrow('ENOTDIR');
  expect(open('missing')).toThrow('ENOENT');
  expect(open('shared')).toThrow(`Output cannot be kept in ${join(place, 'shared')}: other users can write there`);
});
