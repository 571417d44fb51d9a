import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LedgerEntry } from '../../../src/ledger/log/entry.js';
import { openLedgerLog } from '../../../src/ledger/log/ledger-log.js';
import { readLedger } from '../../../src/ledger/log/read-ledger.js';
import { verifyLedger } from '../../../src/ledger/log/verify-ledger.js';
import { buildGate, type GateOptions, removeGate, TestGate } from './test-gate.js';

let folder: string;
let directory: string;
let witness: string;
const gates: TestGate[] = [];

beforeAll(async () => {
  folder = await buildGate();
});

afterAll(() => removeGate(folder));

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'cmdgate-gates-')), 'ledger');
  witness = join(directory, '..', 'witness');
});

afterEach(async () => {
  for (const gate of gates.splice(0)) await gate.kill();
  rmSync(join(directory, '..'), { recursive: true, force: true });
});

function start(options: Partial<GateOptions> = {}): TestGate {
  const gate = new TestGate(folder, { directory, witness, ...options });
  gates.push(gate);
  return gate;
}

async function readAll(): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for await (const { entry } of readLedger(directory)) entries.push(entry);
  return entries;
}

async function recover(): Promise<readonly string[]> {
  const log = openLedgerLog({ directory, witness, sync: 'process' });
  const recovered = await log.recoverDeadGates(() => ({}));
  expect(recovered.filter(({ problem }) => problem)).toEqual([]);
  log.close();
  return recovered.flatMap(({ lost }) => lost.map(({ run }) => run));
}

const problemsFound = async () => {
  const problems: unknown[] = [];
  await verifyLedger(directory, {
    witness,
    // No gate here writes what its witness does not know.
    report: (finding) => {
      if (finding.severity === 'problem' || finding.kind === 'unwitnessed') problems.push(finding);
    },
  });
  return problems;
};

/** That everything is there that was answered, and that every run that started has ended or is lost, once. */
async function expectTruth(): Promise<void> {
  const entries = await readAll();
  const runsOf = (...types: string[]) =>
    entries.flatMap(({ type, run }) => (types.includes(type) ? [String(run)] : []));
  const told = (word: string) => gates.flatMap((gate) => gate.told(word));
  const [started, ended, over] = [runsOf('start'), runsOf('end'), runsOf('end', 'lost')];
  expect([...over].sort()).toEqual([...started].sort());
  expect(new Set(started).size).toBe(started.length);
  expect(told('start').filter((run) => !new Set(started).has(run))).toEqual([]);
  expect(told('end').filter((run) => !new Set(ended).has(run))).toEqual([]);
  expect(told('problem')).toEqual([]);
}

test.each(['process', 'full'] as const)(
  'with sync %s, a gate may be killed at any moment, again and again: nothing answered is missing, and the chain holds',
  async (sync) => {
    for (let round = 0; round < 15; round++) {
      const gate = start({ sync, segmentBytes: round % 2 === 0 ? 3_000 : 100_000 });
      // While it opens and recovers, or while it works.
      const isWorking = round % 3 !== 0;
      await gate.until((lines) => (isWorking ? gate.told('end').length > 0 : lines.includes('up')));
      await sleep(Math.random() * 60);
      await gate.kill();
      expect(await problemsFound()).toEqual([]);
    }
    await recover();
    expect(await problemsFound()).toEqual([]);
    await expectTruth();
    // As many chains as there were gates at the same time.
    expect(readdirSync(join(directory, 'gates')).length).toBeLessThanOrEqual(2);
  },
  120_000,
);

test.each([2, 4])(
  '%i gates write side by side, while somebody checks',
  async (count) => {
    const working = Array.from({ length: count }, () => start({ runs: 100, segmentBytes: 5_000 }));
    const ended = Promise.all(working.map((gate) => gate.end()));
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      expect(await problemsFound()).toEqual([]);
      await sleep(10);
    }
    await ended;
    expect(working.map((gate) => gate.lines().at(-1))).toEqual(working.map(() => 'closed'));
    expect(await problemsFound()).toEqual([]);
    await expectTruth();
    expect((await readAll()).filter(({ type }) => type === 'end')).toHaveLength(count * 400);
  },
  120_000,
);

test.each([2, 4])(
  '%i gates that open at the same moment mark each run of a dead gate as lost once',
  async (count) => {
    for (let round = 0; round < 3; round++) {
      const dying = [start(), start()];
      for (const gate of dying) await gate.until(() => gate.told('start').length > 10);
      await Promise.all(dying.map((gate) => gate.kill()));
      const opening = Array.from({ length: count }, () => start({ runs: 3 }));
      await Promise.all(opening.map((gate) => gate.end()));
    }
    await recover();
    expect(gates.flatMap((gate) => gate.told('lost')).length).toBeGreaterThan(0);
    expect(await problemsFound()).toEqual([]);
    await expectTruth();
  },
  120_000,
);

const can = (...words: readonly string[]) => spawnSync(words[0] ?? '', words.slice(1)).status === 0;
const mountsOwn = can('unshare', '-m', 'mount', '-t', 'tmpfs', 'none', '/mnt');

test.runIf(mountsOwn)(
  'a full disk refuses with a clear error, and works again when there is room',
  async () => {
    mkdirSync(directory, { mode: 0o700 });
    // The disk is there for this gate only, and goes with it: what it leaves is copied out at its end.
    const disk = `${directory}.disk`;
    mkdirSync(disk);
    const script = `mount -t tmpfs -o size=256k,mode=700 none "$0" && "$@"; cp -a "$0"/ledger/. "${directory}"`;
    const gate = start({
      directory: join(disk, 'ledger'),
      ballast: join(disk, 'ballast'),
      callers: 1,
      through: ['unshare', '-m', 'sh', '-c', script, disk],
    });
    await gate.end();
    expect(new Set(gate.told('refused'))).toEqual(new Set(['UNAVAILABLE ENOSPC']));
    expect(gate.lines().at(-1)).toBe('closed');
    // It was copied to where nothing witnesses it.
    expect(await problemsFound()).toMatchObject([{ kind: 'unwitnessed' }]);
    const entries = await readAll();
    expect(entries.find(({ type }) => type === 'resumed')).toMatchObject({
      problem: expect.stringContaining('ENOSPC'),
    });
    const started = entries.flatMap(({ type, run }) => (type === 'start' ? [run] : []));
    expect(started).toEqual(gate.told('start'));
  },
  60_000,
);

test.runIf(can('prlimit', '--version'))(
  'a file that may not grow refuses, and works again when it may',
  async () => {
    const gate = start({ callers: 1, segmentBytes: 1_000_000, through: ['prlimit', '--fsize=30000:unlimited'] });
    await gate.until(() => gate.told('refused').length > 0);
    await sleep(50);
    expect(gate.lines()).not.toContain('closed');
    expect(can('prlimit', `--pid=${gate.pid}`, '--fsize=unlimited')).toBe(true);
    await gate.end();
    expect(new Set(gate.told('refused'))).toEqual(new Set(['UNAVAILABLE EFBIG']));
    expect(gate.lines().at(-1)).toBe('closed');
    expect(await problemsFound()).toEqual([]);
    const started = (await readAll()).flatMap(({ type, run }) => (type === 'start' ? [run] : []));
    expect(started).toEqual(gate.told('start'));
  },
  60_000,
);

const hidesProcesses = can('unshare', '-p', '-f', '--mount-proc', 'true');

test.runIf(hidesProcesses)(
  'a gate in another container is left alone while it lives, and recovered when it is dead',
  async () => {
    const gate = start({ callers: 1, through: ['unshare', '-p', '-f', '--mount-proc', '--kill-child=KILL'] });
    const isShown = () => readdirSync(join(directory, 'leases')).some((name) => name.endsWith('.alive'));
    await gate.until(() => gate.told('end').length > 0 && isShown());
    expect(await recover()).toEqual([]);
    expect(await problemsFound()).toEqual([]);
    await gate.kill();
    for (let lost = 0; lost === 0; await sleep(20)) {
      lost = (await recover()).length + (await readAll()).filter(({ type }) => type === 'closed').length;
    }
    expect(isShown()).toBe(false);
    expect(await problemsFound()).toEqual([]);
    await expectTruth();
  },
  60_000,
);
