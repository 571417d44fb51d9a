import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../../../test/fixtures/is-alive.js';
import { planOf, resultOf, shell, spool, until } from '../../../test/fixtures/programs/run-program.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { type PipelineEnd, runPipeline } from './run-pipeline.js';
import type { Watcher } from './wrapped-program.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-pipeline-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));
afterAll(() => spool.remove());

const noKeeper = { runStarts: () => undefined, runStarted: () => undefined, runEnded: () => undefined };
const never = new AbortController().signal;

function run(
  stages: readonly (string | ProgramPlan)[],
  host: { timeoutMs?: number; signal?: AbortSignal } = {},
  watcher?: Watcher,
) {
  const plans = stages.map((stage) => (typeof stage === 'string' ? shell(stage, { directory }) : stage));
  return runPipeline(
    plans,
    { runId: 'run_1', timeoutMs: 60_000, signal: never, ...host },
    { outputBytes: 16 * 1024 * 1024, graceMs: 2_000, spool, keeper: noKeeper, watcher },
  );
}

/** What the last one printed, or which one failed and how. */
async function told(end: PipelineEnd): Promise<unknown> {
  if (end.status === 'ended') return (await resultOf({ status: 'exited', ...end.last })).stdout;
  if (end.status !== 'failed') return end.status;
  const { stage, timedOut } = end;
  const { exitCode, stderr } = await resultOf({ status: 'exited', ...end.end });
  return timedOut ? { stage, timedOut } : { stage, exitCode, stderr };
}

const at = (name: string) => join(directory, name);
const pidIn = (name: string) => Number(readFileSync(at(name), 'utf8'));

test('programs run at the same time', async () => {
  const writer = 'echo one; while [ ! -e seen ]; do sleep 0.05; done; echo two';
  expect(await told(await run([writer, 'read first; echo "got $first"; touch seen; cat']))).toBe('got one\ntwo\n');
});

test('every byte arrives, however much it is, and nothing of it is kept', async () => {
  const bytes = randomBytes(20_000_000);
  writeFileSync(at('large'), bytes);
  const end = await run(['cat large', 'cat', 'sha256sum']);
  expect(await told(end)).toBe(`${createHash('sha256').update(bytes).digest('hex')}  -\n`);
  expect(readdirSync(await spool.path())).toEqual([]);
});

test('the first one reads what it is given', async () => {
  expect(await told(await run([shell('sort', { stdin: Buffer.from('b\na\n') }), 'head -1']))).toBe('a\n');
});

test('a reader that does not read holds its writer up', async () => {
  const count = () => (existsSync(at('count')) ? Number(readFileSync(at('count'), 'utf8')) : 0);
  const writer = 'n=0; while :; do head -c 65536 /dev/zero; n=$((n+1)); echo $n > next; mv next count; done';
  const running = run([writer, 'while [ ! -e go ]; do sleep 0.05; done']);
  await until(() => count() > 0);
  for (let before = 0; before !== count(); await sleep(500)) before = count();
  expect(count() * 65_536).toBeLessThan(4 * 1024 * 1024);
  writeFileSync(at('go'), '');
  expect(await told(await running)).toBe('');
});

test.each([
  ['the first', ['echo part; echo no >&2; exit 3', 'cat > copy; touch complete', 'cat'], 0],
  ['one in the middle', ['echo all', 'cat > /dev/null; echo no >&2; exit 3', 'cat; touch complete'], 1],
  ['the last', ['echo all', 'cat', 'cat > /dev/null; echo no >&2; exit 3'], 2],
])('where %s fails it is told, and none after it takes a part for the whole', async (_, stages, stage) => {
  expect(await told(await run(stages))).toEqual({ stage, exitCode: 3, stderr: 'no\n' });
  expect(existsSync(at('complete'))).toBe(false);
});

test('nor does one that does not listen when it is told to end', async () => {
  const fails = 'echo part; while [ ! -e ready ]; do sleep 0.05; done; exit 3';
  const deaf = 'trap "" TERM; touch ready; cat > copy; touch complete';
  expect(await told(await run([fails, deaf]))).toMatchObject({ stage: 0, exitCode: 3 });
  expect(existsSync(at('complete'))).toBe(false);
});

test('the others end with the one that fails', async () => {
  const waits = 'echo $$ > waits; exec sleep 600';
  expect(await told(await run([waits, 'while [ ! -s waits ]; do sleep 0.05; done; exit 4']))).toMatchObject({
    ...{ stage: 1, exitCode: 4 },
  });
  expect(isAlive(pidIn('waits'))).toBe(false);
});

test('a reader that has enough ends those before it, and that is no failure of theirs', async () => {
  const endless = 'trap "exit 9" TERM; echo $$ > endless; while :; do echo y; done';
  expect(await told(await run([endless, 'cat', 'head -1']))).toBe('y\n');
  expect(isAlive(pidIn('endless'))).toBe(false);
});

test('a reader that closes its input and goes on does not need its writer either', async () => {
  expect(await told(await run(['yes', 'exec < /dev/null; sleep 0.2; echo done']))).toBe('done\n');
});

test.each([
  ['the writer', ['sleep 600', 'cat'], 0],
  ['the reader', ['yes', 'sleep 600'], 1],
  ['the one in the middle', ['yes', 'sleep 600', 'cat'], 1],
])('when time is up and %s is slow, it is that one', async (_, stages, stage) => {
  expect(await told(await run(stages, { timeoutMs: 1_500 }))).toEqual({ stage, timedOut: true });
});

test('canceling ends all of them', async () => {
  const controller = new AbortController();
  const waits = (name: string) => `echo $$ > ${name}; exec sleep 600`;
  const running = run([waits('one'), waits('two')], { signal: controller.signal });
  await until(() => ['one', 'two'].every((name) => existsSync(at(name)) && pidIn(name) > 0));
  controller.abort();
  expect(await running).toEqual({ status: 'canceled' });
  expect(['one', 'two'].map((name) => isAlive(pidIn(name)))).toEqual([false, false]);
});

test('where one cannot be started, none goes on', async () => {
  expect(await run(['sleep 600', planOf('/no/such/program')])).toMatchObject({
    status: 'not-started',
    error: { code: 'PROGRAM_NOT_FOUND' },
  });
});

test('the one that uses too much is told with the reason, and ends the others', async () => {
  const error = new GateError('EXECUTION_ERROR', 'It used too much.', { hint: 'Use less' });
  const watcher: Watcher = {
    watch: (_pid, _writable, onExceeded) => {
      const timer = setTimeout(onExceeded, 50, error);
      return () => clearTimeout(timer);
    },
  };
  const greedy = shell('sleep 60', { directory, wrapper: 'bubblewrap' });
  expect(await run(['sleep 60', greedy], {}, watcher)).toMatchObject({ status: 'failed', stage: 1, error });
});
