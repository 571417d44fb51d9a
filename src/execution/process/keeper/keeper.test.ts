import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { isAlive } from '../../../../test/fixtures/is-alive.js';
import { end, keepersOf, until, untilGone } from '../../../../test/fixtures/keeper/control.js';
import { type Keeper, type KeeperOptions, openKeeper } from './keeper.js';

const keepers: Keeper[] = [];
const started: number[] = [];

function open(options: KeeperOptions = { owns: 'runs' }): Keeper {
  const keeper = openKeeper(options);
  keepers.push(keeper);
  return keeper;
}

afterEach(async () => {
  for (const keeper of keepers.splice(0)) await keeper.close();
  for (const pid of started.splice(0)) end(pid);
  await until(() => keepersOf(process.pid).length === 0);
});

/** Runs a shell script as a run, and gives the pid that it printed. */
async function leave(keeper: Keeper, runId: string, script: string): Promise<number> {
  await keeper.runStarts(runId);
  const child = spawn('sh', ['-c', script], { detached: true, env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
  keeper.runStarted(runId, child.pid ?? 0);
  const [[output]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')]);
  keeper.runEnded(runId);
  started.push(Number(output));
  return Number(output);
}

const leaveSession = '/usr/bin/setsid sleep 60 > /dev/null & echo $!; sleep 0.1';

test('several gates share one process, and the last to close ends it', async () => {
  const [first, second] = [open(), open()];
  await untilGone(await leave(first, 'first', leaveSession));
  await untilGone(await leave(second, 'second', leaveSession));
  const shared = keepersOf(process.pid);
  expect(shared.length).toBe(1);

  await first.close();
  await first.close();
  await untilGone(await leave(second, 'third', leaveSession));
  expect(keepersOf(process.pid)).toEqual(shared);

  await second.close();
  await untilGone(...shared);
});

test('a keeper that is opened while the last one still ends leaves its runs alone, and the other way round', async () => {
  const first = open();
  const left = await leave(first, 'first', leaveSession);
  await first.close();

  const second = open();
  await second.runStarts('second');
  const living = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  started.push(living.pid ?? 0);
  second.runStarted('second', living.pid ?? 0);

  await untilGone(left);
  await until(() => keepersOf(process.pid).length === 1);
  expect(isAlive(living.pid ?? 0)).toBe(true);
  living.kill('SIGKILL');
  await once(living, 'exit');
  second.runEnded('second');
});

test('only what is started for a run wears a label, also when the program could not be started', async () => {
  const filter = () => readFileSync('/proc/self/coredump_filter', 'utf8');
  const own = filter();
  const keeper = open();

  await keeper.runStarts('first');
  const worn = [filter()];
  keeper.runEnded('first');
  expect(filter()).toBe(own);

  keeper.runStarts('second');
  worn.push(filter());
  keeper.runStarted('second', 4_194_304);
  expect(filter()).toBe(own);
  keeper.runEnded('second');
  expect(new Set([own, ...worn]).size).toBe(3);
});

test('after the first run, a run has nothing to wait for', async () => {
  const keeper = open();
  expect(keeper.scope).toBe('marked');
  const waiting = keeper.runStarts('first');
  expect(waiting).toBeInstanceOf(Promise);
  await waiting;
  keeper.runEnded('first');
  expect(keeper.runStarts('second')).toBe(undefined);
  keeper.runEnded('second');
  expect(keeper.scope).toBe('marked');
});

test('a run that was cancelled while it waited is not announced', async () => {
  const own = readFileSync('/proc/self/coredump_filter', 'utf8');
  const keeper = open();
  const waiting = keeper.runStarts('run');
  keeper.runEnded('run');
  await waiting;
  expect(readFileSync('/proc/self/coredump_filter', 'utf8')).toBe(own);
});

test('a directory to remove is enough to start it', async () => {
  const keeper = open();
  keeper.removeAfterDeath('/nowhere');
  expect(keepersOf(process.pid)).toHaveLength(1);
  await keeper.close();
});

test('without runs and directories nothing is started', async () => {
  const keeper = open({ owns: 'process' });
  expect(keepersOf(process.pid)).toEqual([]);
  await keeper.close();
  expect([keeper.runStarts('late'), keepersOf(process.pid)]).toEqual([undefined, []]);
});
