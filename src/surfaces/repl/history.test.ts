import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { History } from './history.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-history-'));
  file = join(directory, 'state', 'history');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

test('commands are kept in a private file, in order and without repeats in a row', () => {
  const history = new History(file);
  for (const command of ['help', 'help', '  version  ', 'help', '']) history.add(command);
  expect(history.entries).toEqual(['help', 'version', 'help']);
  expect(readFileSync(file, 'utf8')).toBe('help\nversion\nhelp\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(directory, 'state'))).toEqual(['history']);
  expect(new History(file).entries).toEqual(history.entries);
});

test('a file that others could read becomes private', () => {
  const open = join(directory, 'open');
  writeFileSync(open, 'help\n');
  chmodSync(open, 0o644);
  new History(open).add('version');
  expect(statSync(open).mode & 0o777).toBe(0o600);
  expect(readFileSync(open, 'utf8')).toBe('help\nversion\n');
});

test('the oldest commands make room beyond a thousand', () => {
  const full = join(directory, 'full');
  writeFileSync(full, Array.from({ length: 1_200 }, (_, index) => `command ${index}\n`).join(''));
  const history = new History(full);
  expect(history.entries.length).toBe(1_000);
  history.add('one more');
  const lines = readFileSync(full, 'utf8').trimEnd().split('\n');
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1_000, 'command 201', 'one more']);
});

test('sessions side by side keep the commands of both', () => {
  const first = new History(file);
  const second = new History(file);
  first.add('from first');
  second.add('from second');
  expect(readFileSync(file, 'utf8')).toBe('from first\nfrom second\n');
});

test('a command over several lines is kept as one line that means the same', () => {
  const history = new History(file);
  history.add(`gmail send 'first\nsecond "x"' --to 'a b'`);
  expect(history.entries).toEqual([`gmail send "first\\nsecond \\"x\\"" --to 'a b'`]);
});

test('lines that could steer a terminal are neither kept nor loaded', () => {
  const history = new History(undefined);
  history.add('echo \x1b]0;x\x07');
  expect(history.entries).toEqual([]);
  const tampered = join(directory, 'tampered');
  writeFileSync(tampered, 'help\n\x1b[2J\n\nversion\n');
  expect(new History(tampered).entries).toEqual(['help', 'version']);
});

test('without a file nothing is written', () => {
  new History(undefined).add('help');
  expect(existsSync(file)).toBe(false);
});
