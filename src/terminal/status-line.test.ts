import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { StatusLine } from './status-line.js';

function terminal(columns: number): Writable & { columns: number; written: string[] } {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return Object.assign(stream, { columns, written });
}

const clear = '\r\x1b[K';

test('progress is one line that is rewritten and leaves no trace', () => {
  const stream = terminal(80);
  const status = new StatusLine(stream);
  status.show({ done: 3, total: 12, message: 'reading \x1b[2J files' });
  status.clear();
  status.clear();
  expect(stream.written).toEqual([`${clear}3/12 25% reading \\x1b[2J files`, clear]);
});

test('many reports in a row are drawn a few times, the last one included', async () => {
  const stream = terminal(80);
  const status = new StatusLine(stream);
  for (let done = 1; done <= 1_000; done += 1) status.show({ done, total: undefined, message: undefined });
  expect(stream.written).toEqual([`${clear}1`]);
  await expect.poll(() => stream.written.at(-1)).toBe(`${clear}1000`);
  expect(stream.written.length).toBe(2);
  status.clear();
});

test('a line is printed above the status, which never wraps', () => {
  const stream = terminal(12);
  const status = new StatusLine(stream);
  status.show({ done: 1, total: 0, message: 'a long explanation' });
  status.print('warn: look\n');
  status.clear();
  expect(stream.written).toEqual([`${clear}1/0 a long…`, clear, 'warn: look\n', `${clear}1/0 a long…`, clear]);
});
