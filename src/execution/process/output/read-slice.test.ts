import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextEncoding } from '../../../vocabulary/program.js';
import { OutputView } from './output-view.js';
import { type OutputRange, type OutputSlice, readSlice } from './read-slice.js';

const nothing = Buffer.alloc(0);

const viewOf = (bytes: Buffer, isOpen = false) =>
  new OutputView(bytes.length, bytes.length, nothing, isOpen, (from, to) => bytes.subarray(from, to));

/** Only the first and the last ten bytes are kept. */
const viewWithGap = (bytes: Buffer) =>
  new OutputView(bytes.length, 10, bytes.subarray(-10), false, (from, to) => bytes.subarray(from, to));

const read = (text: string, range: OutputRange, encoding: TextEncoding = 'utf8') =>
  readSlice(viewOf(Buffer.from(text, encoding === 'utf16le' ? encoding : 'utf8')), encoding, range);

const pick = <K extends keyof OutputSlice>(slice: OutputSlice, ...keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, slice[key]]));

test('a slice says where it is and what there is', async () => {
  expect(await read('one\ntwo\nthree', { fromLine: 2, lines: 1, limitBytes: 100 })).toEqual({
    text: 'two\n',
    valid: true,
    encoding: 'utf8',
    fromByte: 4,
    toByte: 8,
    fromLine: 2,
    toLine: 2,
    lineCut: false,
    skippedBytes: 0,
    more: true,
    totalBytes: 13,
    totalLines: 3,
    keptBytes: 13,
  });
});

test.each<[string, OutputRange, Partial<OutputSlice>]>([
  ['bytes', { fromByte: 4, bytes: 3, limitBytes: 100 }, { text: 'two', toByte: 7, more: true }],
  ['bytes to the end', { fromByte: 8, limitBytes: 100 }, { text: 'three', more: false }],
  ['bytes beyond the end', { fromByte: 99, limitBytes: 100 }, { text: '', fromByte: 13, toByte: 13, more: false }],
  ['lines to the end', { fromLine: 2, limitBytes: 100 }, { text: 'two\nthree', toLine: 3, more: false }],
  ['lines beyond the end', { fromLine: 9, limitBytes: 100 }, { text: '', more: false, totalLines: 3 }],
  [
    'lines up to the limit',
    { fromLine: 1, limitBytes: 9 },
    { text: 'one\ntwo\n', toLine: 2, lineCut: false, more: true },
  ],
  ['a line that is too long', { fromLine: 3, limitBytes: 4 }, { text: 'thre', lineCut: true, more: true }],
  ['the last bytes', { lastBytes: 5, limitBytes: 100 }, { text: 'three', fromByte: 8, more: true }],
  ['more bytes than there are', { lastBytes: 50, limitBytes: 100 }, { text: 'one\ntwo\nthree', more: false }],
  ['the last lines', { lastLines: 2, limitBytes: 100 }, { text: 'two\nthree', fromLine: 2, toLine: 3, more: true }],
  [
    'more lines than there are',
    { lastLines: 9, limitBytes: 100 },
    { text: 'one\ntwo\nthree', fromLine: 1, more: false },
  ],
  ['last lines up to the limit', { lastLines: 3, limitBytes: 7 }, { text: 'three', fromLine: 3, lineCut: false }],
  ['a last line that is too long', { lastLines: 1, limitBytes: 4 }, { text: 'hree', lineCut: true, more: true }],
  ['no lines', { lastLines: 0, limitBytes: 100 }, { text: '', fromByte: 13 }],
])('%s', async (_, range, expected) => {
  expect(await read('one\ntwo\nthree', range)).toMatchObject(expected);
});

test('a line feed at the very end begins no further line', async () => {
  expect(await read('a\nb\n', { lastLines: 1, limitBytes: 10 })).toMatchObject({
    text: 'b\n',
    fromLine: 2,
    totalLines: 2,
  });
  expect(await read('a\n\n', { lastLines: 1, limitBytes: 10 })).toMatchObject({ text: '\n', totalLines: 2 });
  expect(await read('', { lastLines: 1, limitBytes: 10 })).toMatchObject({ text: '', totalLines: 0, more: false });
});

test('lines of UTF-16 end at a line feed, and not at a byte that looks like one', async () => {
  const text = 'a\nĊ上\nb';
  expect(await read(text, { fromLine: 2, lines: 1, limitBytes: 100 }, 'utf16le')).toMatchObject({
    text: 'Ċ上\n',
    totalLines: 3,
  });
  expect(await read(text, { lastLines: 2, limitBytes: 100 }, 'utf16le')).toMatchObject({ text: 'Ċ上\nb', fromLine: 2 });
});

test('the bytes themselves can be read', async () => {
  const view = viewOf(Buffer.from([0, 255, 10, 128, 7]));
  const slice = await readSlice(view, 'utf8', { fromByte: 1, bytes: 3, limitBytes: 100, encoding: 'base64' });
  expect(pick(slice, 'text', 'encoding', 'valid')).toEqual({ text: '/wqA', encoding: 'base64', valid: true });
});

test('what is not kept is passed over, and counted', async () => {
  const view = viewWithGap(Buffer.from('first line\nmiddle that is lost\nthe end\n'));
  const at = async (range: OutputRange) =>
    pick(await readSlice(view, 'utf8', range), 'text', 'fromByte', 'toByte', 'skippedBytes', 'more', 'keptBytes');
  const keptBytes = 20;
  expect(await at({ fromByte: 6, limitBytes: 100 })).toEqual({
    text: 'line',
    fromByte: 6,
    toByte: 10,
    skippedBytes: 0,
    more: true,
    keptBytes,
  });
  expect(await at({ fromByte: 10, limitBytes: 100 })).toEqual({
    text: 't\nthe end\n',
    fromByte: 29,
    toByte: 39,
    skippedBytes: 19,
    more: false,
    keptBytes,
  });
  expect(await at({ lastLines: 5, limitBytes: 100 })).toMatchObject({
    text: 'the end\n',
    more: true,
    skippedBytes: 19,
  });
  expect(await at({ lastLines: 1, limitBytes: 100 })).toMatchObject({ text: 'the end\n', more: true, skippedBytes: 0 });
  expect(await at({ lastBytes: 12, limitBytes: 100 })).toMatchObject({ text: 't\nthe end\n', skippedBytes: 2 });
});

test('a character that is still being printed waits for its rest, and is shown when none comes', async () => {
  const half = Buffer.from('ab€').subarray(0, 4);
  const range = { fromByte: 0, limitBytes: 100 };
  expect(await readSlice(viewOf(half, true), 'utf8', range)).toMatchObject({ text: 'ab', toByte: 2, more: true });
  expect(await readSlice(viewOf(half), 'utf8', range)).toMatchObject({ text: 'ab\uFFFD', toByte: 4, valid: false });
});

test('page after page gives the whole, by bytes and by lines, whatever the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\n'))),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('utf8', 'utf16le'),
      async (parts, limitBytes, encoding) => {
        const text = parts.join('').toWellFormed();
        let byBytes = '';
        for (let fromByte = 0, more = true; more; ) {
          const slice = await read(text, { fromByte, limitBytes }, encoding);
          byBytes += slice.text;
          ({ toByte: fromByte, more } = slice);
        }
        let byLines = '';
        for (let fromLine = 1, more = true; more; ) {
          const slice = await read(text, { fromLine, lines: 2, limitBytes: 10_000 }, encoding);
          byLines += slice.text;
          fromLine = (slice.toLine ?? 0) + 1;
          more = slice.more;
        }
        expect([byBytes, byLines]).toEqual([text, text]);
      },
    ),
    { numRuns: 500 },
  );
});
