import { expect, test } from 'vitest';
import type { Outcome } from '../vocabulary/outcome.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import type { Request } from '../vocabulary/request.js';
import { Secrets } from '../vocabulary/secrets.js';
import { Run } from './run/run.js';
import { RunBook } from './run/run-book.js';

const caller = { name: 'one', may: 'everything' } as const;

function newRun(number: number): Run {
  const session = { id: 'session', workspace: '/', directory: '/' };
  const request: Request = { line: 'deploy now', door: 'library', caller, session };
  return new Run(request, { idPrefix: 'run_', places: {} }, number);
}

const completed = (run: Run): Outcome => ({
  status: 'completed',
  json: 'null',
  data: null,
  message: undefined,
  truncated: undefined,
  run,
});

test('of a run that has ended, what it was given is not kept', () => {
  const run = newRun(1);
  const plan = { environment: { API_KEY: 'secret' } } as unknown as ProgramPlan;
  run.planned = {
    plan,
    secrets: Secrets.none,
    untold: Secrets.none,
    sandbox: undefined,
    missingSandbox: undefined,
    seen: { at: 0, programs: [] },
  };
  run.give({ input: { text: 'long' }, standard: undefined, dryRun: false, list: undefined });

  new RunBook().open(run, false).end(completed(run));

  expect([run.plan, run.input, run.command]).toEqual([undefined, {}, 'deploy now']);
  expect(run.request).toEqual({ line: '', door: 'library', caller, session: run.session, chat: undefined });
});

test('a long request counts as much as a long answer', () => {
  const book = new RunBook();
  const first = newRun(1);
  for (const run of [first, newRun(2), newRun(3)]) {
    run.shown.showAs('x'.repeat(100 * 1024 * 1024));
    book.open(run, false).end(completed(run));
  }

  expect(book.find(caller, first.runId)).toBeUndefined();
  expect(book.list(caller)).toHaveLength(2);
});

test('only so many ended runs are kept, the newest; those that live are never forgotten', () => {
  const book = new RunBook();
  const living = book.open(newRun(0), true);
  for (let number = 1; number <= 600; number++) {
    const run = newRun(number);
    book.open(run, false).end(completed(run));
  }

  expect(book.list(caller).length).toBe(501);
  expect(book.find(caller, living.runId)).toBe(living);
  expect(book.find(caller, newRun(100).runId)).toBeUndefined();
  expect(book.find(caller, newRun(101).runId)).toBeDefined();
});
