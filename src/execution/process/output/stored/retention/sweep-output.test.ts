import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openOutput } from '../stored-place.js';
import { TestStore } from '../test-helpers.js';
import { Pace } from './pace.js';
import type { Retention } from './retention.js';
import { sweepOutput } from './sweep-output.js';

const store = new TestStore();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const never = new AbortController().signal;

interface Wanted {
  readonly ageMs?: number;
  readonly bytes?: number;
  readonly mode?: number;
}

const pathOf = (name: string) => join(store.directory, name);

/** A file as some gate left it: by default one that is complete. */
function put(name: string, { ageMs = 0, bytes = 4_096, mode = 0o400 }: Wanted = {}): void {
  mkdirSync(dirname(pathOf(name)), { recursive: true, mode: 0o700 });
  writeFileSync(pathOf(name), Buffer.alloc(bytes, 'x'), { mode });
  chmodSync(pathOf(name), mode);
  const time = new Date(Date.now() - ageMs);
  utimesSync(pathOf(name), time, time);
}

async function sweep(retention: Partial<Retention> = {}, pace = new Pace(never, 0)): Promise<void> {
  const output = openOutput(store.directory);
  try {
    await sweepOutput(output, { keepBytes: 2 ** 30, keepDays: 30, ...retention }, pace);
  } finally {
    output.close();
  }
}

const left = () =>
  readdirSync(store.directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/'))
    .sort();

test('what is too old goes, and the directory that it leaves empty', async () => {
  put('old1/1.stdout', { ageMs: 31 * dayMs });
  put('old1/1.stderr', { ageMs: 40 * dayMs });
  put('mixed1/1.stdout.tail', { ageMs: 31 * dayMs });
  put('mixed1/2.data', { ageMs: 29 * dayMs });
  await sweep();
  expect([left(), existsSync(pathOf('old1'))]).toEqual([['mixed1/2.data'], false]);
});

test('of what is too much the oldest goes first, whichever gate wrote it', async () => {
  for (let age = 1; age <= 10; age++) put(`gate${age % 3}/${age}.stdout`, { ageMs: age * 3 * minuteMs, bytes: 40_960 });
  await sweep({ keepBytes: 4 * 40_960 });
  expect(left()).toEqual(['gate0/3.stdout', 'gate1/1.stdout', 'gate1/4.stdout', 'gate2/2.stdout']);
});

test('what still grows stays, however much there is; what a dead gate left growing does not', async () => {
  put('live1/1.stdout', { mode: 0o600, bytes: 40_960, ageMs: 5 * minuteMs });
  put('dead1/1.stdout', { mode: 0o600, bytes: 40_960, ageMs: 15 * minuteMs });
  put('done1/1.stdout', { bytes: 40_960 });
  await sweep({ keepBytes: 4_096 });
  expect(left()).toEqual(['live1/1.stdout']);
});

test('as much is left as may be left, to one file, whatever there is', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ age: fc.nat(20), blocks: fc.integer({ min: 1, max: 8 }) }), { maxLength: 20 }),
      fc.integer({ min: 8, max: 60 }),
      async (files, keepBlocks) => {
        const prefix = `round${++round}`;
        for (const [index, { age, blocks }] of files.entries()) {
          put(`${prefix}/${index.toString(36)}.stdout`, { ageMs: age * minuteMs + 30_000, bytes: blocks * 4_096 });
        }
        mkdirSync(pathOf(prefix), { recursive: true, mode: 0o700 });
        await sweep({ keepBytes: keepBlocks * 4_096 });
        const kept = left().map((name) => Number.parseInt(name.split('/')[1] ?? '', 36));
        const sum = (list: typeof files) => list.reduce((total, { blocks }) => total + blocks, 0);
        const stays = kept.flatMap((index) => files[index] ?? []);
        const goes = files.filter((_, index) => !kept.includes(index));
        expect(sum(stays)).toBeLessThanOrEqual(keepBlocks);
        // No file went that is newer than one that stayed, and not one more than had to.
        const oldest = Math.max(-1, ...stays.map(({ age }) => age));
        expect(goes.filter(({ age }) => age < oldest)).toEqual([]);
        if (goes.length > 0) expect(sum(stays) + 8).toBeGreaterThan(keepBlocks);
        await sweep({ keepBytes: 0 });
        expect(left()).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('one huge file does not drive out the others, and one that only looks huge not either', async () => {
  put('gate1/1.stdout', { ageMs: dayMs });
  put('gate1/2.stdout', { bytes: 400_000 });
  put('gate1/3.stdout', { mode: 0o600 });
  truncateSync(pathOf('gate1/3.stdout'), 2 ** 40);
  chmodSync(pathOf('gate1/3.stdout'), 0o400);
  await sweep({ keepBytes: 100_000 });
  expect(left()).toEqual(['gate1/1.stdout', 'gate1/3.stdout']);
});

test('files from the future are new', async () => {
  put('gate1/1.stdout', { ageMs: -400 * dayMs, bytes: 40_960 });
  put('gate1/2.stdout', { ageMs: 2 * minuteMs, bytes: 40_960 });
  await sweep({ keepBytes: 40_960 });
  expect(left()).toEqual(['gate1/1.stdout']);
});

test('nothing is followed, and nothing is removed that is not ours', async () => {
  const outside = join(store.outside, 'precious');
  mkdirSync(join(outside, 'gate1'), { recursive: true, mode: 0o700 });
  for (const name of ['1.stdout', 'gate1/1.stdout']) {
    writeFileSync(join(outside, name), 'precious');
    utimesSync(join(outside, name), new Date(0), new Date(0));
  }
  put('gate1/1.stdout', { ageMs: 40 * dayMs });
  symlinkSync(outside, pathOf('linked1'));
  symlinkSync(join(outside, '1.stdout'), pathOf('gate1/2.stdout'));
  linkSync(join(outside, '1.stdout'), pathOf('gate1/3.stdout'));
  mkdirSync(pathOf('gate1/4.stdout'));
  execFileSync('mkfifo', [pathOf('gate1/5.stdout'), pathOf('pipe1')]);
  put('gate1/notes.txt', { ageMs: 40 * dayMs });
  put('gate1/4.stdout/6.stdout', { ageMs: 40 * dayMs });
  put('Other/1.stdout', { ageMs: 40 * dayMs });
  put('shared1/1.stdout', { ageMs: 40 * dayMs });
  chmodSync(pathOf('shared1'), 0o777);
  await sweep({ keepBytes: 0 });
  expect(left().filter((name) => !name.startsWith('linked1/'))).toEqual([
    'Other/1.stdout',
    'gate1/2.stdout',
    'gate1/4.stdout',
    'gate1/4.stdout/6.stdout',
    'gate1/5.stdout',
    'gate1/notes.txt',
    'shared1/1.stdout',
  ]);
  expect(['1.stdout', 'gate1/1.stdout'].map((name) => readFileSync(join(outside, name), 'utf8'))).toEqual(
    Array(2).fill('precious'),
  );
});

test('it rests often, and stops when it is told to', async () => {
  for (let count = 0; count < 3_000; count++)
    put(`gate1/${count.toString(36)}.stdout`, { bytes: 0, ageMs: 40 * dayMs });
  const stop = new AbortController();
  let rests = 0;
  const pace = new Pace(stop.signal, 0, () => {
    if (++rests === 2) stop.abort();
  });
  await expect(sweep({}, pace)).rejects.toThrow('aborted');
  expect(left().length).toBeGreaterThan(0);
  await sweep();
  expect(existsSync(pathOf('gate1'))).toBe(false);
});

test('two at once remove the same', async () => {
  for (let age = 1; age <= 200; age++) put(`gate1/${age.toString(36)}.stdout`, { ageMs: age * 3 * minuteMs });
  await Promise.all([sweep({ keepBytes: 100 * 4_096 }), sweep({ keepBytes: 100 * 4_096 })]);
  const ages = left().map((name) => Number.parseInt(name.split('/')[1] ?? '', 36));
  expect(ages.sort((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});
