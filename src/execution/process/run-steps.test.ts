import { afterAll, expect, test } from 'vitest';
import { isAlive } from '../../../test/fixtures/is-alive.js';
import { resultOf, shell, spool } from '../../../test/fixtures/programs/run-program.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { PlannedStep, ProgramPlan } from '../../vocabulary/program.js';
import type { ProcessSettings } from './run-process.js';
import { runSteps, type StepsHost } from './run-steps.js';

afterAll(() => spool.remove());

interface Line {
  /** Gets what the step before it printed as its first parameter. */
  readonly line: string;
  readonly shown?: boolean;
  readonly mayFail?: boolean;
  readonly secrets?: readonly string[];
}

/** Steps that are lines of shell. */
/** The step at this place, and those after it as they are foreseen. */
function list(lines: readonly Line[], index = 0, printed = ''): ProgramPlan {
  const { line, shown = true, mayFail = false, secrets = [] } = lines[index] as Line;
  const step: PlannedStep = {
    number: index + 1,
    of: lines.length,
    shown,
    isRead: true,
    mayFail,
    next: index + 1 < lines.length ? list(lines, index + 1, '$CMD') : undefined,
  };
  const plan = shell(line, { secrets, step });
  return { ...plan, name: `program-${index + 1}`, args: [...plan.args, 'sh', printed] };
}

let runs = 0;
const noKeeper: ProcessSettings['keeper'] = {
  runStarts: () => undefined,
  runStarted: () => undefined,
  runEnded: () => undefined,
};

function run(lines: readonly Line[], host: Partial<StepsHost> = {}, keeper = noKeeper) {
  let at = 0;
  return runSteps(
    list(lines),
    {
      runId: `steps_${++runs}`,
      signal: undefined,
      timeoutMs: 60_000,
      onState: () => undefined,
      onCapture: undefined,
      onOutput: undefined,
      prepare: (step) => step,
      goOn: (printed) => list(lines, ++at, printed),
      onStep: () => undefined,
      ...host,
    },
    { outputBytes: 1_000_000, graceMs: 500, spool, keeper },
  );
}

const resultOfList = async (lines: readonly Line[], host: Partial<StepsHost> = {}) => resultOf(await run(lines, host));

test('each gets what the one before it printed, and what they print is joined', async () => {
  expect(await resultOfList([{ line: 'echo one' }, { line: 'echo "two after $1"; echo e >&2' }])).toEqual({
    status: 'exited',
    exitCode: 0,
    signal: null,
    stdout: 'one\ntwo after one\n',
    stderr: 'e\n',
    at: { number: 2, of: 2, program: 'program-2' },
  });
});

test('what a hidden step prints is given to the next and shown nowhere; its errors are shown', async () => {
  const heard: string[] = [];
  const lines = [{ line: 'echo hidden; echo why >&2', shown: false }, { line: 'echo "[$1]"' }];
  const { stdout, stderr } = await resultOfList(lines, { onOutput: (stream, text) => heard.push(`${stream} ${text}`) });
  expect([stdout, stderr, heard]).toEqual(['[hidden]\n', 'why\n', ['stderr why\n', 'stdout [hidden]\n']]);
});

test('only line breaks at the end are taken off, as a shell would', async () => {
  const { stdout } = await resultOfList([
    { line: "printf ' a  b\\n\\nc\\n\\n\\n'", shown: false },
    { line: 'printf "<%s>" "$1"' },
  ]);
  expect(stdout).toBe('< a  b\n\nc>');
});

test('a line that was not ended is ended before the next program prints, for whoever listens too', async () => {
  const heard: string[] = [];
  const lines = [{ line: 'printf one' }, { line: 'true' }, { line: 'printf two' }];
  const { stdout } = await resultOfList(lines, { onOutput: (_, text) => heard.push(text) });
  expect([stdout, heard.join('')]).toEqual(['one\ntwo', 'one\ntwo']);
});

test('the first that fails is the last', async () => {
  const { exitCode, stdout, at } = await resultOfList([
    { line: 'echo a' },
    { line: 'echo b; exit 3' },
    { line: 'echo c' },
  ]);
  expect({ exitCode, stdout, at }).toEqual({
    exitCode: 3,
    stdout: 'a\nb\n',
    at: { number: 2, of: 3, program: 'program-2' },
  });
});

test('what a hidden step printed is shown where it failed: it tells why', async () => {
  const lines = [{ line: 'echo a', shown: false }, { line: 'echo because; exit 3', shown: false }, { line: 'echo c' }];
  expect(await resultOfList(lines)).toMatchObject({ exitCode: 3, stdout: 'because\n' });
});

test('one that may fail is not the last, and one that a signal ended is', async () => {
  const { exitCode, stdout } = await resultOfList([{ line: 'echo a; exit 3', mayFail: true }, { line: 'echo b' }]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'a\nb\n' });
  const killed = await resultOfList([{ line: 'kill -KILL $$' }, { line: 'echo b' }]);
  expect(killed).toMatchObject({ signal: 'SIGKILL', exitCode: null, stdout: '', at: { number: 1 } });
});

test('a step that cannot be planned, or may not go on, breaks the list off, and what was printed is kept', async () => {
  const error = new GateError('VALIDATION_ERROR', 'no', { hint: 'other' });
  const seen: string[] = [];
  const goOn = (printed: string) => {
    seen.push(printed);
    return error;
  };
  const refused = await resultOfList([{ line: 'echo a' }, { line: 'echo b' }], { goOn });
  expect(refused).toMatchObject({ status: 'broken-off', error, stdout: 'a\n', exitCode: 0, at: { number: 2 } });
  expect(seen).toEqual(['a']);
});

test('what cannot be prepared is not started', async () => {
  const error = new GateError('PERMISSION_DENIED', 'no', { hint: 'other' });
  const prepare = (plan: ProgramPlan) => (plan.step?.number === 1 ? error : plan);
  expect(await run([{ line: 'echo a' }, { line: 'echo b' }], { prepare })).toEqual({ status: 'not-started', error });
});

test('all of them have the time of one run', async () => {
  const started = performance.now();
  const lines = [{ line: 'sleep 0.3' }, { line: 'sleep 60' }];
  expect(await resultOfList(lines, { timeoutMs: 1_000 })).toMatchObject({
    status: 'stopped',
    by: 'timeout',
    at: { number: 2 },
  });
  expect(performance.now() - started).toBeLessThan(30_000);
});

test('canceling ends the program that runs, and starts no other', async () => {
  const controller = new AbortController();
  let pid = 0;
  const end = await run([{ line: 'true' }, { line: 'sleep 60' }, { line: 'echo never' }], {
    signal: controller.signal,
    onState: (state, at) => {
      if (state === 'running' && at !== undefined) pid = at;
    },
    onStep: ({ number }) => {
      if (number === 2) setTimeout(() => controller.abort(), 50);
    },
  });
  expect(await resultOf(end)).toMatchObject({ status: 'stopped', by: 'cancel', stdout: '', at: { number: 2 } });
  expect(isAlive(pid)).toBe(false);
});

test('states are told once, the process number for each program; the keeper knows every one by a name of its own', async () => {
  const states: string[] = [];
  const kept: string[] = [];
  const keeper = {
    runStarts: (id: string) => void kept.push(`starts ${id}`),
    runStarted: (id: string) => void kept.push(`started ${id}`),
    runEnded: (id: string) => void kept.push(`ended ${id}`),
  };
  await run([{ line: 'true' }, { line: 'true' }], { runId: 'r', onState: (state) => states.push(state) }, keeper);
  expect(states).toEqual(['starting', 'running', 'running']);
  await new Promise(setImmediate);
  expect([...kept].sort()).toEqual(['ended r', 'ended r.2', 'started r', 'started r.2', 'starts r', 'starts r.2']);
});

test('more than an argument can be is not cut: the list ends there', async () => {
  const end = await run([{ line: 'yes | head -c 200000', shown: false }, { line: 'echo never' }]);
  expect(end).toMatchObject({ status: 'broken-off', error: { code: 'EXECUTION_ERROR' } });
});

test('a secret that one step prints reaches the next, and is shown nowhere', async () => {
  const lines = [
    { line: 'echo sesame-open', secrets: ['sesame-open'] },
    { line: '[ "$1" = sesame-open ] && echo same', secrets: ['sesame-open'] },
  ];
  expect((await resultOfList(lines)).stdout).toBe('[REDACTED]\nsame\n');
});
