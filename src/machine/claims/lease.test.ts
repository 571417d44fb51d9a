import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Holder, judgeHolder, nameHolder, newHolder, readHolder } from './holder.js';
import { listLeases, makeLease, takeLease } from './lease.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-lease-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('the name of a lease tells its chain and its holder', () => {
  const holder = newHolder();
  makeLease(directory, 'gate1234', holder);
  expect(listLeases(directory)).toEqual([{ gate: 'gate1234', name: readdirSync(directory)[0], state: holder }]);
});

test('a holder of whom the system tells little has a name too', () => {
  const holder: Holder = { pid: 7, started: null, namespace: null, boot: null, host: '0123abcd', id: 'abc' };
  expect(readHolder(nameHolder(holder))).toEqual(holder);
});

test('a lease goes to one of those who want it, and back', () => {
  makeLease(directory, 'gate1234', newHolder()).release('free');
  const [lease] = listLeases(directory);
  if (!lease) throw new Error('There is no lease');
  const [first, second] = [takeLease(directory, lease, newHolder()), takeLease(directory, lease, newHolder())];
  expect([lease.state, first?.gate, second]).toEqual(['free', 'gate1234', undefined]);
  first?.release('abandoned');
  expect(readdirSync(directory)).toEqual(['gate1234.abandoned']);
});

test('what is no lease is passed over', () => {
  for (const name of ['x', '.free', 'gate1234.', 'gate1234.1.2.lease', 'gate1234.free.new', 'abc.alive']) {
    writeFileSync(join(directory, name), '');
  }
  expect(listLeases(directory)).toEqual([]);
});

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('a process that is there is alive, one that is not is dead', () => {
  const holder = newHolder();
  expect(judgeHolder(holder, directory)).toBe('alive');
  expect(judgeHolder({ ...holder, pid: 99_999_999 }, directory)).toBe('dead');
  expect(judgeHolder({ ...holder, started: '1' }, directory)).toBe('dead');
});

test.runIf(isLinux)('whoever ran before the system was started again is dead', () => {
  expect(judgeHolder({ ...newHolder(), boot: '0123' }, directory)).toBe('dead');
});

test.runIf(isLinux)('who cannot be seen from here is not dead', () => {
  const holder = newHolder();
  expect(judgeHolder({ ...holder, namespace: 'pid:[1]' }, directory)).toBe('unseen');
  expect(judgeHolder({ ...holder, boot: null }, directory)).toBe('unknown');
  // A file system that several hosts can have at the same time.
  expect(judgeHolder({ ...holder, boot: '0123', host: '0123abcd' }, '/proc')).toBe('unknown');
});

const limit = isLinux ? Number(/open files +(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]) : 0;

// More would be taken away from everybody else.
test.runIf(limit > 0 && limit <= 30_000)('nobody is dead because this process has run out of files', () => {
  const holder = newHolder();
  const opened: number[] = [];
  try {
    while (opened.length < limit) opened.push(openSync('/dev/null', 'r'));
  } catch {
    // That was the last one.
  }
  const verdicts = [process.ppid, holder.pid].map((pid) => judgeHolder({ ...holder, pid }, directory));
  for (const descriptor of opened) closeSync(descriptor);
  expect(verdicts).not.toContain('dead');
});
