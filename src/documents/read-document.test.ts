import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readDocument } from './read-document.js';

const advice = { unknownKind: 'Use JSON.', notAFile: 'Name a file.', empty: 'Write something.' };

function write(name: string, content: string | Uint8Array): string {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-documents-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, name);
  writeFileSync(file, content);
  return file;
}

test.each([
  ['a.json', '\ufeff{"a": [1, {"b": null}]}'],
  ['a.yaml', '# a comment\na:\n  - 1\n  - b: ~\n'],
  ['a.yml', '{a: [1, {b: null}]}'],
])('%s is read by its extension, and its values are located', async (name, content) => {
  const { value, problems, locate } = await readDocument(write(name, content), advice);

  expect({ value, problems }).toEqual({ value: { a: [1, { b: null }] }, problems: [] });
  expect(locate(['a', 1, 'b'], 'key')).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  expect(locate(['c'], 'key')).toBe(undefined);
});

test.each([
  ['a.json', '', 'The file is empty.', 'Write something.'],
  ['a.yaml', '# only a comment\n', 'The file is empty.', 'Write something.'],
  ['a.txt', '{}', 'Unknown file type.', 'Use JSON.'],
  ['a.json', new Uint8Array([0x22, 0xff, 0x22]), 'The file is not UTF-8 text.', 'Save it as UTF-8.'],
  [
    'a.json',
    '// no\n{}',
    'JSON has no comments.',
    'Remove it, or write YAML in a file that ends in .yaml, where comments begin with "#".',
  ],
  ['a.json', ' '.repeat(1_100_000), 'The file is larger than 1048576 bytes.', 'Name the right file.'],
])('%s: %j is no document, and says why', async (name, content, message, fix) => {
  const { value, problems } = await readDocument(write(name, content), advice);

  expect(value).toBe(undefined);
  expect(problems).toMatchObject([{ path: [], message, fix }]);
});

test('what is not there, or no file, is told', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-documents-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'folder.json'));

  const missing = await readDocument(join(directory, 'none.json'), advice);
  const folder = await readDocument(join(directory, 'folder.json'), advice);

  expect(missing.problems).toMatchObject([{ message: 'The file cannot be read (it does not exist).' }]);
  expect(folder.problems).toMatchObject([{ message: 'This is not a file.', fix: 'Name a file.' }]);
});
