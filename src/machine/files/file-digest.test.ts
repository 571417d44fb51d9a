import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missing, namesIn, readHeld } from './file-digest.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-digest-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function digestOf(name: string, text?: string): string {
  if (text !== undefined) writeFileSync(join(directory, name), text);
  return readHeld(join(directory, name)).digest;
}

test('a file is what it holds', () => {
  expect(digestOf('a', 'one')).toBe(digestOf('b', 'one'));
  expect(digestOf('a', 'one')).not.toBe(digestOf('b', 'two'));
  expect(digestOf('nothing')).toBe(missing);
});

test('a file with two names is another than one with one', () => {
  const alone = digestOf('a', 'one');
  linkSync(join(directory, 'a'), join(directory, 'b'));

  expect([digestOf('a') === alone, namesIn(digestOf('a')), namesIn(alone)]).toEqual([false, 2, 1]);
});

test('of a package.json counts what decides about imports, and one that is missing decides nothing', () => {
  const absent = digestOf('package.json');
  const digests = [
    '{}',
    '{"scripts":{"test":"true"},"dependencies":{"zod":"4"}}',
    '{"type":"module"}',
    '{"imports":{"#x":"./x.js"}}',
    '{"name":',
  ].map((text) => digestOf('package.json', text));

  expect(digests.map((digest) => digest === absent)).toEqual([true, true, false, false, false]);
});
