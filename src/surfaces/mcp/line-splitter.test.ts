import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.js';

function split(limitBytes: number, chunks: readonly string[]): string[] {
  const seen: string[] = [];
  const splitter = new LineSplitter({
    limitBytes,
    onLine: (line) => seen.push(line.toString()),
    onTooLong: () => seen.push('(too long)'),
  });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.end();
  return seen;
}

test('lines come out whole however the bytes arrive', () => {
  expect(split(10, ['a\nb', 'c', '', 'd\n\ne\n', 'f'])).toEqual(['a', 'bcd', 'e', 'f']);
});

test('a line over the limit is reported once and skipped to its end', () => {
  expect(split(3, ['abc\nabcd\nok\n'])).toEqual(['abc', '(too long)', 'ok']);
  expect(split(3, ['ab', 'cd', 'ef', 'gh\nok', '\n', 'long!'])).toEqual(['(too long)', 'ok', '(too long)']);
});
