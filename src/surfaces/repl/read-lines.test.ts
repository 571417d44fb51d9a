import { expect, test } from 'vitest';
import { type InputLine, readLines } from './read-lines.js';

async function lines(chunks: readonly (string | Uint8Array)[], limitBytes = 100): Promise<InputLine[]> {
  const found: InputLine[] = [];
  async function* input() {
    yield* chunks;
  }
  for await (const line of readLines(input(), limitBytes)) found.push(line);
  return found;
}

const text = (value: string) => ({ kind: 'text', text: value });

test('lines are found across chunks, with any line ending and without a last one', async () => {
  expect(await lines(['he', 'lp\nver', 'sion\r\n', '\n', 'last'])).toEqual([
    text('help'),
    text('version'),
    text(''),
    text('last'),
  ]);
  expect(await lines(['help\n'])).toEqual([text('help')]);
  expect(await lines([])).toEqual([]);
});

test('a character that is split between two chunks stays whole', async () => {
  const bytes = Buffer.from('grüße 日本\n');
  expect(await lines([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual([text('grüße 日本')]);
});

test('a byte order mark belongs to the file, not to its first line', async () => {
  expect(await lines(['\ufeffhelp\n\ufeffhelp\n'])).toEqual([text('help'), text('\ufeffhelp')]);
});

test('invalid UTF-8 and over-long lines are told in their place', async () => {
  expect(
    await lines(['a\n', Uint8Array.of(0xff, 0x0a), 'b\n', 'x'.repeat(60), 'x'.repeat(60), 'x\nc\n', 'y'.repeat(101)]),
  ).toEqual([
    text('a'),
    { kind: 'not-utf8' },
    text('b'),
    { kind: 'too-long', limitBytes: 100 },
    text('c'),
    { kind: 'too-long', limitBytes: 100 },
  ]);
  expect(await lines(['z'.repeat(100)])).toEqual([text('z'.repeat(100))]);
});
