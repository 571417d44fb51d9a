import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { AnswerWriter } from './answer-writer.js';

/** A reader that takes its time, and looks at the bytes only then. */
function slowReader(): { readonly stream: Writable; readonly lines: () => string[] } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, callback) => {
      setImmediate(() => {
        chunks.push(Buffer.from(chunk));
        callback();
      });
    },
  });
  return { stream, lines: () => Buffer.concat(chunks).toString().split('\n') };
}

test('answers of any size and characters leave in their order, whole, while others are added', async () => {
  const { stream, lines } = slowReader();
  const writer = new AnswerWriter(stream);
  const answers = Array.from({ length: 2_000 }, (_, at) => {
    const size = at % 97 === 0 ? 90_000 : at % 300;
    return `${at} ${['x', 'é', '😀', '漢'][at % 4]?.repeat(size)}`;
  });
  for (const [at, answer] of answers.entries()) {
    writer.add(answer);
    // Now and then the event loop has a turn while a write goes on.
    if (at % 50 === 0) await new Promise(setImmediate);
  }
  await writer.flush();

  expect(lines()).toEqual([...answers, '']);
});

test('whoever makes answers is told to pause when much of them waits', async () => {
  const { stream, lines } = slowReader();
  const writer = new AnswerWriter(stream);
  writer.add('x'.repeat(64 * 1024));
  const pause = writer.pause();

  expect(pause).toBeInstanceOf(Promise);
  await pause;
  expect(lines()).toEqual(['x'.repeat(64 * 1024), '']);
});
