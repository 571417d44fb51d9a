import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { displayWidth } from '../renderings/text/display-width.js';
import { progressLine } from './progress-line.js';
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
const still = () => 0;

test('progress is one line that is rewritten and leaves no trace', () => {
  const stream = terminal(80);
  const status = new StatusLine(stream, still);
  status.show({ done: 3, total: 12, message: 'reading \x1b[2J files' });
  status.clear();
  status.clear();
  const bar = '█'.repeat(6) + '░'.repeat(18);
  expect(stream.written).toEqual([`\r${bar} 25% 3/12 reading \\x1b[2J files\x1b[K`, clear]);
});

test('many reports in a row are drawn a few times, the last one included', async () => {
  const stream = terminal(80);
  const status = new StatusLine(stream, still);
  for (let done = 1; done <= 1_000; done += 1) status.show({ done, total: undefined, message: undefined });
  expect(stream.written).toEqual(['\r⠋ 1\x1b[K']);
  await expect.poll(() => stream.written.at(-1)).toBe('\r⠋ 1000\x1b[K');
  expect(stream.written.length).toBe(2);
  status.clear();
});

test('a spinner turns without further reports, and stops with the line', async () => {
  const stream = terminal(80);
  let time = 0;
  const status = new StatusLine(stream, () => time++ * 80);
  status.show({ done: 0, total: undefined, message: 'waiting' });
  await expect.poll(() => stream.written.length).toBeGreaterThan(3);
  status.clear();
  const { length } = stream.written;
  expect(stream.written.at(-1)).toBe(clear);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(stream.written.length).toBe(length);
});

test('a line is printed above the status, which never wraps', () => {
  const stream = terminal(12);
  const status = new StatusLine(stream, still);
  status.show({ done: 1, total: 0, message: 'a long explanation' });
  status.print('warn: look\n');
  status.clear();
  expect(stream.written).toEqual(['\r⠋ 1 a long…\x1b[K', clear, 'warn: look\n', '\r⠋ 1 a long…\x1b[K', clear]);
});

test('what is left is guessed after a while, and a narrow terminal gets numbers alone', () => {
  const report = { done: 25, total: 100, message: 'copying' };
  expect(progressLine(report, 79, 1_000)).not.toContain('ETA');
  expect(progressLine(report, 79, 30_000)).toBe(`${'█'.repeat(6)}${'░'.repeat(18)} 25% 25/100 ETA 1m 30s copying`);
  expect(progressLine(report, 30, 30_000)).toBe('25% 25/100 ETA 1m 30s copying');
  expect(progressLine({ ...report, done: 0 }, 30, 30_000)).toBe('0% 0/100 copying');
  expect(displayWidth(progressLine({ done: 7, total: 3, message: undefined }, 79, 0))).toBe(33);
});
