import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkStored } from '../../../src/execution/process/output/stored/check-stored.js';
import { openStoredOutput } from '../../../src/execution/process/output/stored/stored-output.js';
import type { RecordedOutput } from '../../../src/vocabulary/run-record.js';
import { isAlive } from '../../fixtures/is-alive.js';
import { buildGate, type GateOptions, removeGate, TestGate, type ToldRun } from './test-gate.js';

let folder: string;
let directory: string;
const gates: TestGate[] = [];

beforeAll(async () => {
  folder = await buildGate();
});

afterAll(() => removeGate(folder));

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'cmdgate-outputs-')), 'ledger', 'output');
});

afterEach(async () => {
  for (const gate of gates.splice(0)) {
    await gate.kill();
    // No keeper ends here what a killed gate leaves behind.
    for (const { state, pid } of gate.told()) if (state === 'running' && pid !== undefined) endProgram(pid);
  }
  rmSync(join(directory, '..', '..'), { recursive: true, force: true });
});

function endProgram(pid: number): void {
  const isOurs = isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('outputs-test');
  // With all of its group, which it leads.
  if (isOurs) process.kill(-pid, 'SIGKILL');
}

function start(options: Omit<GateOptions, 'directory'>): TestGate {
  const gate = new TestGate(folder, { directory, ...options });
  gates.push(gate);
  return gate;
}

/** The mark tells whoever cleans up that the process is one of this test. */
const marked = (line: string) => `: outputs-test; ${line}`;

async function read(runId: string, recorded: RecordedOutput | undefined, isOpen: boolean): Promise<string> {
  const output = openStoredOutput(directory, runId, recorded, isOpen);
  const slice = await output.read('stdout', { fromByte: 0, limitBytes: 50_000_000 });
  return slice?.text ?? '';
}

const seen = async (told: readonly ToldRun[]) => (told[0] ? await read(told[0].runId, undefined, true) : '');

test('what a program prints can be read by others while it runs, and survives a kill of its gate', async () => {
  const gate = start({ lines: [marked('echo one; sleep 0.5; echo two; sleep 60; :')] });
  await expect.poll(() => seen(gate.told()), { timeout: 20_000 }).toBe('one\ntwo\n');
  await gate.kill();
  const runId = gate.told()[0]?.runId ?? '';
  expect(await read(runId, undefined, false)).toBe('one\ntwo\n');
}, 60_000);

const few = 'seq 1 50';
const many = 'seq 1 60000';
const printed = new Map([few, many].map((line) => [marked(line), execFileSync('sh', ['-c', line]).toString()]));

test('a gate may be killed at any moment: what it told to be kept is there, and of the rest the beginning', async () => {
  for (let round = 0; round < 12; round++) {
    const gate = start({ lines: [...printed.keys()], callers: 3, outputBytes: 100_000 });
    await expect.poll(() => gate.told().length, { timeout: 20_000 }).toBeGreaterThan(0);
    await sleep(Math.random() * 300);
    await gate.kill();
    const ended = gate.told().filter(({ state }) => state === 'ended');
    for (const { runId, line, recorded = {} } of ended) {
      const whole = printed.get(line) ?? '';
      const kept = Math.min(whole.length, 100_000);
      const tail = Math.min(65_536, whole.length - kept);
      expect(recorded.stdout).toMatchObject({ bytes: whole.length, kept, ...(tail > 0 && { tail }) });
      expect(await checkStored(directory, runId, recorded)).toEqual([]);
      expect(whole.startsWith(await read(runId, recorded, false))).toBe(true);
    }
    const isEnded = new Set(ended.map(({ runId }) => runId));
    for (const { runId, line } of gate.told().filter(({ state }) => state === 'running')) {
      if (isEnded.has(runId)) continue;
      expect(printed.get(line)?.startsWith(await read(runId, undefined, false))).toBe(true);
    }
  }
}, 180_000);

test('several gates share what may be kept: what is gone is gone whole, and what goes on is left alone', async () => {
  const keepBytes = 4 * 1024 * 1024;
  const quiet = start({ keepBytes, lines: [marked('echo here; sleep 60; :')] });
  await expect.poll(() => seen(quiet.told()), { timeout: 20_000 }).toBe('here\n');
  const busy = Array.from({ length: 3 }, () => start({ keepBytes, lines: [...printed.keys()], callers: 2 }));
  const endedOf = (gate: TestGate) => gate.told().filter(({ state }) => state === 'ended');
  await expect
    .poll(() => Math.min(...busy.map((gate) => endedOf(gate).length)), { timeout: 60_000 })
    .toBeGreaterThan(60);
  expect(gates.filter((gate) => gate.hasEnded)).toEqual([]);
  for (const gate of busy) await gate.kill();

  const faults: string[] = [];
  let kept = 0;
  for (const { runId, recorded = {} } of busy.flatMap(endedOf)) {
    const [found] = await checkStored(directory, runId, recorded);
    if (found) faults.push(found.fault);
    else kept++;
  }
  expect(new Set(faults)).toEqual(new Set(['missing']));
  expect(kept).toBeGreaterThan(0);
  // Each looks again after a sixteenth of it, and they print on while one of them sweeps.
  expect(usedBytes()).toBeLessThan(4 * keepBytes);
  expect(await seen(quiet.told())).toBe('here\n');
}, 180_000);

function usedBytes(): number {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + lstatSync(join(directory, name)).blocks * 512, 0);
}
