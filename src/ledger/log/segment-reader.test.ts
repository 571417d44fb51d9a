import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BackwardReader } from './backward-reader.js';
import { largestLineBytes } from './entry.js';
import { type Line, SegmentReader } from './segment-reader.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-lines-'));
  file = join(directory, '000001.jsonl');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

type Reader = SegmentReader | BackwardReader | undefined;

/** Texts are compared much faster than bytes. */
interface ReadLine extends Omit<Line, 'bytes'> {
  readonly text: string | undefined;
}

async function readAll(reader: Reader): Promise<ReadLine[]> {
  const lines: ReadLine[] = [];
  for (let some = await reader?.next(); some; some = await reader?.next()) {
    lines.push(...some.map(({ bytes, ...place }) => ({ text: bytes?.toString('latin1'), ...place })));
  }
  return lines;
}

async function readAndClose(reader: Reader): Promise<ReadLine[]> {
  try {
    return await readAll(reader);
  } finally {
    await reader?.close();
  }
}

function expectedLines(bytes: Buffer): ReadLine[] {
  const lines: ReadLine[] = [];
  let offset = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, offset)) {
    lines.push({ text: bytes.toString('latin1', offset, end), offset, length: end + 1 - offset });
    offset = end + 1;
  }
  return lines;
}

/** Of all lengths, some longer than what is read in one go. */
const texts = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: fc.string({ unit: fc.constantFrom('a', 'é', '\n', '{', '\u2028') }) },
    { weight: 1, arbitrary: fc.integer({ min: 30_000, max: 300_000 }).map((length) => 'x'.repeat(length)) },
  ),
);

test('all whole lines are read, forwards and backwards, with their places', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (parts) => {
      const bytes = Buffer.from(parts.join('\n'));
      writeFileSync(file, bytes);
      const expected = expectedLines(bytes);
      expect(await readAndClose(await SegmentReader.open(file))).toEqual(expected);
      expect(await readAndClose(await BackwardReader.open(file))).toEqual(expected.toReversed());
    }),
    { numRuns: 60 },
  );
});

test('reading begins at any line, and goes on after what was the end', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.nat(), async (first, second, seed) => {
      const before = Buffer.from(first.join('\n'));
      writeFileSync(file, before);
      const starts = [0, ...expectedLines(before).map(({ offset, length }) => offset + length)];
      const from = starts[seed % starts.length] ?? 0;
      const reader = await SegmentReader.open(file, from);
      const lines = await readAll(reader);
      const end = starts.at(-1) ?? 0;
      expect([reader?.offset, reader?.rest]).toEqual([end, before.length - end]);
      appendFileSync(file, second.join('\n'));
      lines.push(...(await readAndClose(reader)));
      const whole = Buffer.concat([before, Buffer.from(second.join('\n'))]);
      expect(lines).toEqual(expectedLines(whole).filter(({ offset }) => offset >= from));
    }),
    { numRuns: 40 },
  );
});

test('a line that is longer than any entry is passed over, without being kept', async () => {
  const long = Buffer.alloc(largestLineBytes + 1, 'x');
  writeFileSync(file, Buffer.concat([Buffer.from('first\n'), long, Buffer.from('\nlast\n')]));
  const expected = [
    { text: 'first', offset: 0, length: 6 },
    { text: undefined, offset: 6, length: long.length + 1 },
    { text: 'last', offset: long.length + 7, length: 5 },
  ];
  expect(await readAndClose(await SegmentReader.open(file))).toEqual(expected);
  expect(await readAndClose(await BackwardReader.open(file))).toEqual(expected.toReversed());
});

test('there is no reader for a file that is not there', async () => {
  expect(await SegmentReader.open(file)).toBeUndefined();
  expect(await BackwardReader.open(file)).toBeUndefined();
});
