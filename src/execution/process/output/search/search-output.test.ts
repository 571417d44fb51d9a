import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../../patterns/compile-pattern.js';
import { findByEngine, patterns } from '../../../../patterns/test-helpers.js';
import { OutputView } from '../output-view.js';
import { OutputSearcher, type SearchLimits } from './output-searcher.js';
import { type LineEncoding, searchEncodingOf } from './piece.js';
import { type SearchedOutput, type SearchOptions, searchOutput } from './search-output.js';

const nothing = Buffer.alloc(0);

const viewOf = (bytes: Buffer, isOpen = false) =>
  new OutputView(bytes.length, bytes.length, nothing, isOpen, (from, to) => bytes.subarray(from, to));

/** Of a stream only the first and the last bytes are kept. */
const viewWithGap = (bytes: Buffer, first: number, last: number) =>
  new OutputView(bytes.length, first, bytes.subarray(-last), false, (from, to) => bytes.subarray(from, to));

const usual = { most: 100, limitBytes: 65_536 };

async function search(
  view: OutputView,
  options: Partial<SearchOptions> & { pattern: string },
  encoding: LineEncoding = 'utf8',
) {
  const result = await searchOutput(view, encoding, { ...usual, ...options });
  if (result.status === 'refused') throw new Error(result.message);
  return result;
}

/** With pieces so small that everything lies over their edges. */
const searchInPieces = (bytes: Buffer, encoding: LineEncoding, options: SearchOptions, limits: SearchLimits) => {
  const pattern = compilePattern(options.pattern, searchEncodingOf(encoding), { ignoreCase: false });
  return new OutputSearcher(viewOf(bytes), encoding, pattern, options, limits).search();
};

const short = ({ matches }: SearchedOutput) => matches.map(({ line, byte, text }) => [line, byte, text]);

test('a search says what it found, where, and what it searched', async () => {
  const text = 'one\ntwo: error 7\nthree\nfour: error 12';
  expect(await search(viewOf(Buffer.from(text)), { pattern: 'error \\d+$', context: 1 })).toEqual({
    status: 'searched',
    matches: [
      { line: 2, byte: 9, text: 'two: error 7', cutBefore: 0, cutAfter: false, before: ['one'], after: ['three'] },
      { line: 4, byte: 29, text: 'four: error 12', cutBefore: 0, cutAfter: false },
    ],
    more: false,
    stoppedBy: undefined,
    next: undefined,
    lineSplit: false,
    fromByte: 0,
    searchedBytes: text.length,
    lostBytes: 0,
    totalBytes: text.length,
    valid: true,
  });
});

test.each<[string, string, Partial<SearchOptions> & { pattern: string }, unknown[]]>([
  ['nothing', '', { pattern: '' }, []],
  ['empty lines', 'a\n\nb\n', { pattern: '^$' }, [[2, 2, '']]],
  [
    'every line, but none behind the last line end',
    'a\nb\n',
    { pattern: '' },
    [
      [1, 0, 'a'],
      [2, 2, 'b'],
    ],
  ],
  ['the end before a carriage return', 'ab\r\nabc\r\n', { pattern: 'b$' }, [[1, 1, 'ab']]],
  [
    'each line once',
    'a a a\nb\na',
    { pattern: 'a' },
    [
      [1, 0, 'a a a'],
      [3, 8, 'a'],
    ],
  ],
  ['letters of any case', 'Fehler ÜBER\n', { pattern: 'über', ignoreCase: true }, [[1, 7, 'Fehler ÜBER']]],
  [
    'from a line on',
    'a\na\na\n',
    { pattern: 'a', fromLine: 2 },
    [
      [2, 2, 'a'],
      [3, 4, 'a'],
    ],
  ],
  [
    'from a byte in a line on',
    'aba\na\n',
    { pattern: '^a|a$', fromByte: 1 },
    [
      [1, 2, 'aba'],
      [2, 4, 'a'],
    ],
  ],
  ['beyond the end', 'a\n', { pattern: 'a', fromLine: 9 }, []],
  ['beyond the last byte', 'a\n', { pattern: 'a', fromByte: 99 }, []],
])('it finds %s', async (_, text, options, expected) => {
  expect(short(await search(viewOf(Buffer.from(text)), options))).toEqual(expected);
});

test('bytes that are not valid UTF-8 text count as a character each, and are told', async () => {
  const view = viewOf(Buffer.concat([Buffer.from('é('), Buffer.from([0xc3, 0xff]), Buffer.from(')é\n')]));
  const { matches, valid } = await search(view, { pattern: '^.\\(..\\).$' });
  expect([matches[0]?.text, valid]).toEqual(['é(\uFFFD\uFFFD)é', false]);
  expect((await search(view, { pattern: '\\([^)]\\)' })).matches).toEqual([]);
  const ascii = await search(viewOf(Buffer.from([0x61, 0xe9, 0x62])), { pattern: 'a\ufffdb' }, 'ascii');
  expect([short(ascii), ascii.valid]).toEqual([[[1, 0, 'a\uFFFDb']], false]);
});

test('when there is no room for the next match, it says so and where that is', async () => {
  const view = viewOf(Buffer.from('x1\n--\nx2\n--\nx3\n'));
  const first = await search(view, { pattern: 'x', most: 2 });
  expect(first).toMatchObject({ more: true, stoppedBy: 'matches', next: { line: 5, byte: 12 }, searchedBytes: 12 });
  const second = await search(view, { pattern: 'x', most: 2, fromByte: first.next?.byte ?? 0 });
  expect([short(second), second.more, second.next]).toEqual([[[5, 12, 'x3']], false, undefined]);

  const exact = await search(view, { pattern: 'x', most: 3 });
  expect([exact.matches.length, exact.more]).toEqual([3, false]);
});

test('the texts together keep to the limit', async () => {
  const line = `x${'-'.repeat(199)}\n`;
  const view = viewOf(Buffer.from(line.repeat(20)));
  const { matches, stoppedBy, next } = await search(view, { pattern: 'x', limitBytes: 1_024 });
  expect([matches.length, stoppedBy, next]).toEqual([5, 'size', { line: 6, byte: 1_005 }]);
});

test('lines beside matches are shown once', async () => {
  const view = viewOf(Buffer.from('1\n2\nx3\n4\n5\nx6\nx7\n8\n9\n'));
  const { matches } = await search(view, { pattern: 'x', context: 2 });
  expect(matches.map(({ before, text, after }) => [before, text, after])).toEqual([
    [['1', '2'], 'x3', ['4', '5']],
    [undefined, 'x6', undefined],
    [undefined, 'x7', ['8', '9']],
  ]);
});

test('lines beside a match that are too long are left out, and that is told', async () => {
  const long = '-'.repeat(400);
  const view = viewOf(Buffer.from(`${long}\nnear\nx\nnear\n${long}\n`));
  const { matches } = await search(view, { pattern: 'x', context: 2, limitBytes: 1_024 });
  expect(matches).toEqual([
    {
      line: 3,
      byte: 406,
      text: 'x',
      cutBefore: 0,
      cutAfter: false,
      before: ['near'],
      after: ['near'],
      contextCut: true,
    },
  ]);
});

test('of a long line the part around each match is shown', async () => {
  const gap = '€'.repeat(2_000);
  const { matches } = await search(viewOf(Buffer.from(`${gap}needle 1${gap}needle 2\nneedle 3\n`)), {
    pattern: 'needle \\d',
  });
  expect(matches.map(({ line, byte, cutBefore, cutAfter }) => [line, byte, cutBefore, cutAfter])).toEqual([
    [1, 6_000, 5_490, true],
    [1, 12_008, 11_498, false],
    [2, 12_017, 0, false],
  ]);
  expect(matches.map(({ text }) => text.replace(/€+/g, '€'))).toEqual(['€needle 1€', '€needle 2', 'needle 3']);
});

test('a match that is longer than what is shown is told once', async () => {
  const { matches } = await search(viewOf(Buffer.from(`<${'a'.repeat(10_000)}><b>`)), { pattern: '<[a-z]+>' });
  expect(matches.map(({ byte, text, cutAfter }) => [byte, text.slice(0, 5), cutAfter])).toEqual([
    [0, '<aaaa', true],
    [10_002, 'aaaaa', false],
  ]);
});

test('a further match in a long line begins behind what was shown', async () => {
  const gap = '-'.repeat(3_000);
  const { matches } = await search(viewOf(Buffer.from(`a${gap}b${gap}a${gap}b`)), { pattern: 'a.*?b' });
  expect(matches.map(({ byte }) => byte)).toEqual([0, 6_002]);
});

test('a line of 100 MB is searched without holding it', async () => {
  const total = 100_000_000;
  const needles = [1_000, 262_140, 99_999_994];
  let largest = 0;
  const view = new OutputView(total, total, nothing, false, (from, to) => {
    largest = Math.max(largest, to - from);
    const bytes = Buffer.alloc(to - from, '-');
    for (const at of needles)
      Buffer.from('needle').forEach((byte, index) => {
        if (at + index >= from && at + index < to) bytes[at + index - from] = byte;
      });
    return bytes;
  });
  const { matches, searchedBytes } = await search(view, { pattern: 'n[e]+dle' });
  expect(matches.map(({ byte }) => byte)).toEqual(needles);
  expect([searchedBytes, largest]).toEqual([total, 256 * 1024]);
});

test('what is not kept is counted, and neither a begin nor an end is assumed beside it', async () => {
  const view = viewWithGap(Buffer.from('abc\nab-----------bc\nabc\n'), 6, 7);
  expect(await search(view, { pattern: '^bc|ab$|b' })).toMatchObject({
    matches: [
      { line: 1, byte: 1, text: 'abc' },
      { line: 2, byte: 5, text: 'ab' },
      { line: undefined, byte: 17, text: 'bc' },
      { line: undefined, byte: 21, text: 'abc' },
    ],
    lostBytes: 11,
    searchedBytes: 13,
  });
  expect(short(await search(view, { pattern: '^b|ab$|\\bb|b\\b' }))).toEqual([]);
  expect(await search(view, { pattern: 'c', fromByte: 8 })).toMatchObject({
    fromByte: 8,
    lostBytes: 9,
    searchedBytes: 7,
  });
  expect(short(await search(view, { pattern: 'c', fromByte: 19 }))).toEqual([[undefined, 22, 'abc']]);
});

test('a file that somebody took away leaves a search that says so', async () => {
  const view = new OutputView(50, 50, nothing, false, () => nothing);
  expect(await search(view, { pattern: 'x' })).toMatchObject({ matches: [], searchedBytes: 0, lostBytes: 50 });
});

test('while the program prints, a line that is not complete is searched again later', async () => {
  const half = Buffer.from('ready\nlisten');
  const early = await search(viewOf(half, true), { pattern: 'listen(ing)?$' });
  expect([short(early), early.more, early.next]).toEqual([[], false, { line: 2, byte: 6 }]);
  const later = await search(viewOf(Buffer.from('ready\nlistening\n'), true), {
    pattern: 'listen(ing)?$',
    fromByte: early.next?.byte ?? 0,
  });
  expect([short(later), later.next]).toEqual([[[2, 6, 'listening']], { line: 3, byte: 16 }]);
  const matched = await search(viewOf(half, true), { pattern: 'list' });
  expect([short(matched), matched.next]).toEqual([[[2, 6, 'listen']], { line: 2, byte: 12 }]);
});

test('too much work ends the search, and the rest can be searched', async () => {
  let seed = 1;
  const random = Buffer.alloc(20_000);
  for (let at = 0; at < random.length; at++) {
    seed = (seed * 48271) % 2147483647;
    random[at] = at % 100 === 99 ? 0x0a : seed % 2 === 0 ? 0x61 : 0x62;
  }
  const limits = { pieceBytes: 4_096, mostWork: 1_000_000 };
  const options = { ...usual, pattern: 'a[ab]{14}c' };
  const stopped = await searchInPieces(random, 'utf8', options, limits);
  expect(stopped).toMatchObject({ matches: [], more: true, stoppedBy: 'effort', lineSplit: false });
  expect([(stopped.next?.byte ?? 0) > 0, (stopped.next?.byte ?? 1) % 100]).toEqual([true, 0]);
  const line = random.map((byte) => (byte === 0x0a ? 0x61 : byte));
  const inLine = await searchInPieces(Buffer.from(line), 'utf8', options, limits);
  expect(inLine).toMatchObject({ stoppedBy: 'effort', lineSplit: true, searchedBytes: inLine.next?.byte });
});

test('a search that nobody waits for ends', async () => {
  const signal = AbortSignal.abort();
  await expect(search(viewOf(Buffer.from('x')), { pattern: 'x', signal })).rejects.toThrow('aborted');
});

test('what cannot be searched is refused with a reason', async () => {
  expect(await searchOutput(viewOf(Buffer.from('x')), 'utf8', { ...usual, pattern: '(?=x)' })).toEqual({
    status: 'refused',
    message: 'Lookahead is not supported (character 1)',
    hint: 'Match the text itself; the answer shows the whole line',
  });
  expect(await searchOutput(viewOf(Buffer.from('x')), 'base64', { ...usual, pattern: 'x' })).toMatchObject({
    status: 'refused',
    message: 'This output is shown as base64: it has no lines to search',
  });
});

const characters = fc.constantFrom('a', 'b', 'é', '😀', ' ', '\n', '\n', '\r\n');
const byteLength = { utf8: 'utf8', utf16le: 'utf16le', latin1: 'latin1', ascii: 'latin1' } as const;

test('however the stream is cut into pieces, it finds the lines and places that JavaScript finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      patterns,
      fc.string({ unit: characters, maxLength: 30 }),
      fc.constantFrom<LineEncoding>('utf8', 'utf16le', 'latin1'),
      fc.integer({ min: 4, max: 12 }),
      async (pattern, written, encoding, pieceBytes) => {
        const text = encoding === 'latin1' ? written.replaceAll('😀', 'x') : written;
        const bytes = Buffer.from(text, encoding);
        const lines = text.split('\n');
        if (lines.at(-1) === '') lines.pop();
        let at = 0;
        const expected: unknown[] = [];
        for (const [index, line] of lines.entries()) {
          const found = findByEngine(pattern, line, 'mu', byteLength[encoding]);
          if (found) expected.push([index + 1, at + found[0], line.replace(/\r$/, '')]);
          at += Buffer.byteLength(`${line}\n`, encoding);
        }
        const limits = { pieceBytes, mostWork: Number.POSITIVE_INFINITY };
        const result = await searchInPieces(bytes, encoding, { ...usual, pattern }, limits);
        expect([pattern, short(result)]).toEqual([pattern, expected]);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('page after page gives the same matches as all at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: characters, maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      async (text, most) => {
        const view = viewOf(Buffer.from(text));
        const pages: unknown[] = [];
        for (let from: number | undefined = 0; from !== undefined; ) {
          const page: SearchedOutput = await search(view, { pattern: 'a|é', most, fromByte: from });
          pages.push(...short(page));
          from = page.next?.byte;
        }
        expect(pages).toEqual(short(await search(view, { pattern: 'a|é' })));
      },
    ),
    { numRuns: 300 },
  );
});
