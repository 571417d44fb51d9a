import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter, longestLineBytes, type PhysicalLine } from './split-lines.js';

function split(...chunks: readonly (string | Buffer)[]): PhysicalLine[] {
  const splitter = new LineSplitter();
  const lines = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk as string)));
  return [...lines, ...splitter.end()];
}

test('lines have their physical numbers; blank ones are counted and left out', () => {
  expect(split('a\n\n \r\nb\n', 'c')).toEqual([
    { number: 1, text: 'a' },
    { number: 4, text: 'b' },
    { number: 5, text: 'c' },
  ]);
});

test('a byte order mark is skipped at the beginning, and nowhere else', () => {
  expect(split(Buffer.from([0xef]), Buffer.from([0xbb, 0xbf]), 'a\n\uFEFFb')).toEqual([
    { number: 1, text: 'a' },
    { number: 2, text: '\uFEFFb' },
  ]);
});

test('a line of exactly the limit passes; one byte more is refused alone, in one chunk and in many', () => {
  const fits = 'x'.repeat(longestLineBytes);
  const expected = [
    { number: 1, text: 'a' },
    { number: 2, text: fits },
    { number: 3, problem: 'too-long' },
    { number: 4, text: 'b' },
  ];
  const text = `a\n${fits}\n${fits}x\nb\n`;

  expect(split(text)).toEqual(expected);
  expect(split(...(text.match(/[\s\S]{1,65536}/g) ?? []))).toEqual(expected);
});

test('bytes that are no UTF-8 spoil their own line only', () => {
  expect(split(Buffer.from('a\n\xff\n', 'latin1'), 'b\n', Buffer.from('\xc3', 'latin1'))).toEqual([
    { number: 1, text: 'a' },
    { number: 2, problem: 'not-utf8' },
    { number: 3, text: 'b' },
    { number: 4, problem: 'not-utf8' },
  ]);
});

test('however the bytes are cut, the lines are the same', () => {
  const piece = fc.constantFrom('a', 'é', '😀', '\n', '\r\n', ' ', '{');
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(20)), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(''));
      const chunks: Buffer[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        chunks.push(bytes.subarray(at, at + cut));
        at += cut;
      }
      const expected = bytes
        .toString()
        .split('\n')
        .map((text, index) => ({ number: index + 1, text }))
        .filter(({ text }) => text.trim() !== '');
      expect(split(...chunks)).toEqual(expected);
    }),
  );
});
