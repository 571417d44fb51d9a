import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGate } from '../../gate/gate.js';
import { localCaller, openSession } from '../../gate/session.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import { type AnswerMeta, Dispatcher, type DispatchOptions } from './dispatcher.js';
import type { ChunkSource } from './input/chunk-source.js';
import type { PlanLine, PlanSource } from './plan-line.js';
import { PlanStream } from './plan-stream.js';
import { readPlanLine } from './read-plan-line.js';

const workspace = process.cwd();
let tellFailure = () => {};
const failure = new Promise<void>((resolve) => {
  tellFailure = resolve;
});
const gate = createGate({
  workspace,
  commands: readDefinitions({
    note: {
      description: 'Gives back its input',
      danger: 'safe',
      arguments: [{ name: '--text', type: 'string', description: 'A text' }],
      handler: (input: unknown) => input,
    },
    wait: {
      description: 'Waits for a line that fails, and a little longer',
      danger: 'safe',
      handler: async (_, { signal }) => {
        await failure;
        await setTimeout(50, undefined, { signal });
        return { waited: true };
      },
    },
    fail: {
      description: 'Fails',
      danger: 'safe',
      handler: () => {
        tellFailure();
        throw new Error('as it should');
      },
    },
  }),
});

const note = (text: string, number: number) => readPlanLine({ number, text: JSON.stringify({ _cmd: 'note', text }) });
const broken = (number: number) => readPlanLine({ number, text: 'broken' });

/** A plan that is known from the beginning, as the one of a door that is no stream. */
function listOf(...batches: readonly (readonly PlanLine[])[]): PlanSource {
  const rest = [...batches];
  return {
    next: async () => rest.shift(),
    countRest: async () => rest.flat().length,
    close: () => undefined,
  };
}

async function dispatch(source: PlanSource, options: Partial<DispatchOptions> = {}) {
  const answers: string[] = [];
  const sink = {
    take: (outcome: Outcome, { _line, _remaining }: AnswerMeta) => {
      const code = outcome.status === 'failed' ? outcome.error.code : 'ok';
      answers.push(`${_line} ${code}${_remaining === undefined ? '' : `, ${_remaining} remain`}`);
      return JSON.stringify({ data: outcome.status === 'completed' ? outcome.data : null });
    },
    pause: () => undefined,
    hasFailed: false,
  };
  const tally = await new Dispatcher(source, sink, {
    gate,
    door: 'library',
    caller: localCaller,
    session: openSession(workspace),
    ignoreErrors: false,
    dryRun: false,
    parallel: 1,
    unordered: false,
    signal: new AbortController().signal,
    ...options,
  }).run();
  return { tally, answers };
}

test('a list of lines is run as a stream is', async () => {
  expect(await dispatch(listOf([note('a', 1), note('b', 2)], [note('c', 3)]))).toEqual({
    answers: ['1 ok', '2 ok', '3 ok'],
    tally: { succeeded: 3, failed: 0, malformed: 0, firstFailed: undefined, end: 'end-of-plan', remaining: undefined },
  });
});

test.each([1, 4])('the last answer before it stops tells how many lines have none (%i at once)', async (parallel) => {
  const source = listOf([note('a', 1), broken(2), note('c', 3)], [note('d', 4), note('e', 5)]);

  expect(await dispatch(source, { parallel })).toEqual({
    answers: ['1 ok', '2 DISPATCH_PARSE_ERROR, 3 remain'],
    tally: { succeeded: 1, failed: 1, malformed: 1, firstFailed: 2, end: 'failure', remaining: 3 },
  });
});

test('where order is free, whatever was started is answered before it stops', async () => {
  const line = (cmd: string, number: number) => readPlanLine({ number, text: JSON.stringify({ _cmd: cmd }) });
  const source = listOf([line('wait', 1), line('fail', 2)], [line('wait', 3), line('wait', 4)]);

  expect(await dispatch(source, { parallel: 2, unordered: true })).toEqual({
    answers: ['2 EXECUTION_ERROR', '1 ok, 2 remain'],
    tally: { succeeded: 1, failed: 1, malformed: 0, firstFailed: 2, end: 'failure', remaining: 2 },
  });
});

test.each(['at once', 'later'])('lines that come %s after it was stopped are counted as remaining', async (when) => {
  const controller = new AbortController();
  const rest = ['a\n', 'b\nc\n', 'd\n'];
  const chunks: ChunkSource = {
    next: async () => {
      if (rest.length === 2) controller.abort('SIGTERM');
      if (when === 'later') await new Promise((resolve) => setImmediate(resolve));
      const text = rest.shift()?.replaceAll(/[a-d]/g, (letter) => JSON.stringify({ _cmd: 'note', text: letter }));
      return text === undefined ? undefined : Buffer.from(text);
    },
    endsByItself: true,
    close: () => undefined,
  };
  const source = new PlanStream(chunks);

  const { answers, tally } = await dispatch(source, { signal: controller.signal });

  expect(answers).toEqual(['1 ok', 'null CANCELED, 3 remain']);
  expect(tally).toMatchObject({ end: 'signal', remaining: 3 });
});

test('a plan that cannot be read on says so, and what was done stands', async () => {
  const inner = listOf([note('a', 1)]);
  let batches = 0;
  const next = () => (++batches === 2 ? Promise.reject(new Error('broken')) : inner.next());

  expect((await dispatch({ ...inner, next }, { ignoreErrors: true })).answers).toEqual(['1 ok', 'null UNAVAILABLE']);
});
