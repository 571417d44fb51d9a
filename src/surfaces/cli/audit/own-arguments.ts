// What `cmdgate audit` takes, described like any command.

import { grammarOf } from '../../../command-line/grammar.js';
import { readArguments } from '../../../command-line/read-arguments.js';
import { invalidArguments } from '../../../gateway/refusals.js';
import type { IndexPart } from '../../../ledger/index/ledger-index.js';
import { readDefinitions } from '../../../sources/typescript/read-definitions.js';
import type { Command } from '../../../vocabulary/command.js';
import type { GateError, Problem } from '../../../vocabulary/gate-error.js';
import type { Presentation } from '../../../vocabulary/outcome.js';
import { runStates } from '../../../vocabulary/program.js';
import type { RequestFilter } from './list-requests.js';
import { readTime } from './read-time.js';

const usualLimit = 20;
const timeForms = 'a time such as 2026-03-01T10:00:00Z, or how long ago, such as 30m, 2h or 7d';

export const auditDefinition = {
  description: 'What was asked and what became of it: list it, export it, verify that nobody changed it',
  arguments: [
    {
      name: 'action',
      type: 'string',
      default: 'list',
      enum: ['list', 'export', 'verify'],
      description: 'list: the newest requests first; export: the whole log as JSON lines; verify: every hash',
    },
    {
      name: '--limit',
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      description: `With list: how many at most; ${usualLimit} unless given`,
    },
    { name: '--since', type: 'string', path: false, description: `With list and export: ${timeForms}` },
    { name: '--until', type: 'string', path: false, description: 'With list and export: the same, for the end' },
    { name: '--caller', type: 'string', path: false, description: 'With list: only those of this caller' },
    {
      name: '--state',
      type: 'string',
      enum: [...runStates, 'refused'],
      description: 'With list: only those that ended so, or are so now',
    },
    { name: '--refused', type: 'flag', description: 'With list: the same as --state refused' },
    {
      name: '--command',
      type: 'string',
      path: false,
      description: 'With list: only those that have this text in them',
    },
    {
      name: '--trace',
      type: 'string',
      path: false,
      description: 'With list: only those that the caller gave this trace id',
    },
    { name: '--run', type: 'string', path: false, description: 'With list: only the run with this id' },
    {
      name: '--index',
      type: 'string',
      enum: ['sample', 'all'],
      description: 'With verify: compare the index with a sample of the log, which is the default, or with all of it',
    },
    {
      name: '--accept',
      type: 'array',
      path: false,
      description: 'With verify: gates whose chains you know although nothing here vouches for them; it is remembered',
    },
  ],
  handler: () => undefined,
} as const;

export type AuditAction =
  | { readonly action: 'list'; readonly limit: number; readonly filter: RequestFilter }
  | { readonly action: 'export'; readonly since: string | undefined; readonly until: string | undefined }
  | { readonly action: 'verify'; readonly accept: readonly string[]; readonly index: IndexPart };

interface Given {
  readonly action: AuditAction['action'];
  readonly limit?: number;
  readonly since?: string;
  readonly until?: string;
  readonly caller?: string;
  readonly state?: string;
  readonly refused?: boolean;
  readonly command?: string;
  readonly run?: string;
  readonly trace?: string;
  readonly accept?: readonly string[];
  readonly index?: IndexPart;
}

/** Which options go with which actions; the others are refused, so that nothing is asked for in vain. */
const goesWith: Readonly<Record<string, readonly AuditAction['action'][]>> = {
  limit: ['list'],
  since: ['list', 'export'],
  until: ['list', 'export'],
  caller: ['list'],
  state: ['list'],
  refused: ['list'],
  command: ['list'],
  run: ['list'],
  trace: ['list'],
  accept: ['verify'],
  index: ['verify'],
};

let read: Command | undefined;

/** The action and how to answer it, or everything that is wrong with the words. */
export function readAuditArguments(
  words: readonly string[],
  now: number,
): { readonly action: AuditAction; readonly presentation: Presentation } | GateError {
  read ??= readDefinitions({ audit: auditDefinition }).commands[0] as Command;
  const { input, standard, problems } = readArguments(grammarOf(read.parameters), words);
  const given = input as unknown as Given;
  const all = [...problems, ...(problems.length > 0 ? [] : findProblems(given, now))];
  if (all.length > 0) return invalidArguments(read, all);
  return { action: toAction(given, now), presentation: standard ?? {} };
}

function toAction(given: Given, now: number): AuditAction {
  const {
    action,
    limit = usualLimit,
    caller,
    state,
    refused,
    command,
    run,
    trace,
    accept = [],
    index = 'sample',
  } = given;
  const since = given.since === undefined ? undefined : readTime(given.since, now);
  const until = given.until === undefined ? undefined : readTime(given.until, now);
  if (action === 'verify') return { action, accept, index };
  if (action === 'export') return { action, since, until };
  return { action, limit, filter: { since, until, caller, state: refused ? 'refused' : state, command, run, trace } };
}

function findProblems(given: Given, now: number): Problem[] {
  const problems: Problem[] = [];
  const add = (code: string, field: string, message: string, hint: string) =>
    problems.push({ code, field, message, hint });
  for (const [name, actions] of Object.entries(goesWith)) {
    const value = given[name as keyof Given];
    if (value === undefined || value === false || actions.includes(given.action)) continue;
    const message = `The --${name} argument goes with ${actions.join(' and ')} alone`;
    add('UNEXPECTED_ARGUMENT', `--${name}`, message, 'Leave it out');
  }
  for (const name of ['since', 'until'] as const) {
    const text = given[name];
    if (text === undefined || readTime(text, now) !== undefined) continue;
    add('INVALID_VALUE', `--${name}`, `The --${name} argument is no time`, `Write ${timeForms}`);
  }
  if (given.refused && given.state !== undefined && given.state !== 'refused') {
    add(
      'INVALID_VALUE',
      '--refused',
      'The --refused and --state arguments ask for different things',
      'Give one of them',
    );
  }
  return problems;
}
