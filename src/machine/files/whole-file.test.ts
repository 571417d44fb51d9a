import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWhole, replaceWhole } from './whole-file.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-whole-'));
  file = join(directory, 'file');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const content = () => readFileSync(file, 'utf8');

test('of those who create a file, the first one does', () => {
  expect([createWhole(file, 'first'), createWhole(file, 'second')]).toEqual([true, false]);
  expect([content(), readdirSync(directory)]).toEqual(['first', ['file']]);
});

test('a file is replaced by one that belongs to this user alone', () => {
  replaceWhole(file, 'first', { mode: 0o644 });
  replaceWhole(file, Buffer.from('second'), { survivesPowerCut: true });
  expect([content(), statSync(file).mode & 0o777, readdirSync(directory)]).toEqual(['second', 0o600, ['file']]);
});

test('where it must not be replaced any more, the old one stays and nothing is left beside it', () => {
  replaceWhole(file, 'first');
  const check = () => {
    throw new Error('too late');
  };
  expect(() => replaceWhole(file, 'second', { check })).toThrow('too late');
  expect([content(), readdirSync(directory)]).toEqual(['first', ['file']]);
});

test('where nothing can be written, that is said', () => {
  expect(() => replaceWhole(join(directory, 'missing', 'file'), '')).toThrow('ENOENT');
  expect(() => createWhole(join(directory, 'missing', 'file'), '')).toThrow('ENOENT');
});
