import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainStart, judgeSeal, type LedgerEntry, makeItem, readEntry, writeEntry } from './entry.js';

const at = '2026-03-01T10:00:00.000Z';

test('an entry is one line of JSON whose hash is that of the bytes before it', () => {
  const { line, hash } = writeEntry('gate1234', chainStart, makeItem('start', { run: 'r', word: 'Grüße' }, at), 0);

  const hashed = `{"seq":1,"gate":"gate1234","at":"${at}","type":"start","run":"r","word":"Grüße","prev":"${'0'.repeat(64)}"`;
  expect(hash).toBe(createHash('sha256').update(hashed).digest('hex'));
  expect(line).toBe(`${hashed},"hash":"${hash}"}\n`);
});

test('an entry names the hash of the one before it, and how many of its write follow', () => {
  const { line } = writeEntry('gate1234', { seq: 6, hash: 'a'.repeat(64) }, makeItem('end', {}, at), 2);

  expect(JSON.parse(line)).toMatchObject({ seq: 7, more: 2, prev: 'a'.repeat(64) });
});

test('whatever is written is read again as it was, from one line', () => {
  const names = fc
    .string()
    .filter((name) => !['seq', 'gate', 'at', 'type', 'more', 'prev', 'key', 'mac', 'hash'].includes(name));
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true }), fc.nat(), (fields, more) => {
      const { line, hash } = writeEntry('gate1234', chainStart, makeItem('start', fields, at), more);
      const bytes = Buffer.from(line.slice(0, -1));

      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(judgeSeal(readEntry(bytes) as LedgerEntry, bytes, undefined)).toBe('unkeyed');
      const written = JSON.parse(JSON.stringify(fields));
      const expected = { seq: 1, gate: 'gate1234', at, type: 'start', ...written, prev: chainStart.hash, hash };
      expect(readEntry(bytes)).toEqual(more === 0 ? expected : { ...expected, more });
    }),
  );
});

test.each(['seq', 'gate', 'at', 'type', 'more', 'prev', 'key', 'mac', 'hash'])(
  'a field cannot be called %s',
  (name) => {
    expect(() => makeItem('start', { [name]: 1 }, at)).toThrow(TypeError);
  },
);

test.each(['', 'Start', 'a"b', 'a b'])('a type cannot be written %j', (type) => {
  expect(() => makeItem(type, {}, at)).toThrow(TypeError);
});

test.each([
  ['nothing', ''],
  ['no JSON', 'x'.repeat(100)],
  ['no object', 'null'],
  ['no hash', '{"seq":1,"gate":"g","at":"","type":"start","prev":""}'],
])('a line with %s is no entry', (_, line) => {
  expect(readEntry(Buffer.from(line))).toBeUndefined();
});

test.each([
  ['"seq":1', '"seq":0'],
  ['"seq":1', '"seq":1.5'],
  ['"seq":1', '"seq":"1"'],
  ['"type":"start"', '"type":1'],
  [`"prev":"${'0'.repeat(64)}"`, '"prev":"0"'],
  ['"hash":"', '"hash":"A'],
])('a line with %s written as %s is no entry', (right, wrong) => {
  const { line } = writeEntry('gate1234', chainStart, makeItem('start', {}, at), 0);

  expect(readEntry(Buffer.from(line.trimEnd()))).toBeDefined();
  expect(readEntry(Buffer.from(line.trimEnd().replace(right, wrong)))).toBeUndefined();
});
