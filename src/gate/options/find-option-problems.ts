// What is wrong with the gate's own options of a request, before anything runs.

import { type OptionPlace, type StandardOptions, standardOptions } from '../../command-line/standard-options.js';
import type { Command } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import type { RequestLine } from '../../vocabulary/request.js';
import { findStdinProblem } from '../reading/open-stdin.js';
import type { ReadyRun, Run } from '../run/run.js';
import { readCursor } from './cursor.js';
import { findForeignVariable } from './find-token.js';

const none: readonly Problem[] = [];

export function findOptionProblems(run: ReadyRun): readonly Problem[] {
  const { command } = run.resolved;
  const { standard } = run.given;
  if (!standard) return none;
  const given = Object.keys(standard).length;
  // Lines of a plan have options of the command's own, as a rule.
  if (given === 0) return none;
  const stdin = findStdinProblem(run, command);
  return [
    ...misplaced(run, command, standard),
    ...(given > 1 ? conflicts(standard) : none),
    ...unreadableCursor(run, standard),
    ...(stdin ? [stdin] : []),
    ...findForeignVariable(run, command),
  ];
}

/** Those that go together with no other of their group. */
const alternatives: readonly (readonly string[])[] = [
  ['quiet', 'verbose', 'debug'],
  ['dry-run', 'live'],
  ['stream', 'format'],
  ['token-count', 'token-limit'],
  ['token-count', 'token-offset'],
];

function conflicts(standard: StandardOptions): readonly Problem[] {
  return alternatives
    .map((group) => group.filter((name) => isGiven(standard, name)))
    .filter((given) => given.length > 1)
    .map((given) => {
      const names = given.map((name) => `--${name}`);
      return {
        code: 'CONFLICTING_OPTIONS',
        field: names[1] ?? '',
        message: `The options ${names.join(' and ')} cannot be combined`,
        hint: `Use only one of ${names.join(', ')}`,
      };
    });
}

const places: Readonly<Record<OptionPlace, { fits(run: Run, command: Command): boolean; why: string }>> = {
  lists: {
    fits: (_, { contract }) => contract?.lists === true,
    why: 'this command does not declare that it returns a list (lists: true)',
  },
  destructive: { fits: (_, { danger }) => danger === 'destructive', why: 'this command is not destructive' },
  'safe-default': {
    fits: (_, { contract }) => contract?.safeDefault === true,
    why: 'this command does not need it',
  },
  'sign-in': {
    fits: (_, { contract }) => contract?.auth !== undefined && contract.auth.login === undefined,
    why: 'this command does not sign in',
  },
  token: { fits: (_, { contract }) => contract?.auth !== undefined, why: 'this command takes no token' },
  'command-line': { fits: isOnCommandLine, why: 'it is only for command lines' },
  words: {
    fits: (run) => isOnCommandLine(run) && !isObjectLine(run.request.line),
    why: 'only words on a command line turn it on',
  },
  start: {
    fits: ({ request: { door, line } }) => door === 'cli' && Array.isArray(line),
    why: 'it is for starting a program',
  },
  alone: { fits: () => false, why: 'it is used without a command' },
};

function isOnCommandLine({ request: { door } }: Run): boolean {
  return door !== 'mcp-stdio' && door !== 'mcp-http';
}

function isObjectLine(line: RequestLine): boolean {
  return typeof line === 'object' && 'path' in line;
}

/** By what it means, the name of each option that has its place. The first name counts: others mean the same. */
const placed: ReadonlyMap<string, { readonly name: string; readonly only: OptionPlace | undefined }> = new Map(
  [...standardOptions].reverse().map(([name, { key, only }]) => [key, { name, only }]),
);

function misplaced(run: Run, command: Command, standard: StandardOptions): readonly Problem[] {
  const found: Problem[] = [];
  for (const key of Object.keys(standard)) {
    const { name, only } = placed.get(key) ?? { name: key, only: undefined };
    if (only === undefined || !isGiven(standard, name) || places[only].fits(run, command)) continue;
    found.push({
      code: 'UNKNOWN_OPTION',
      field: `--${name}`,
      message: `The option --${name} does not apply here: ${places[only].why}`,
      hint: `Remove --${name}`,
    });
  }
  return found;
}

function isGiven(standard: StandardOptions, name: string): boolean {
  const key = standardOptions.get(name)?.key;
  const value = key === undefined ? undefined : standard[key];
  return value !== undefined && value !== false;
}

function unreadableCursor({ given: { list } }: ReadyRun, { cursor }: StandardOptions): readonly Problem[] {
  // Where there is no list, the option itself is out of place.
  if (cursor === undefined || list === undefined || readCursor(cursor, list)) return [];
  return [
    {
      code: 'INVALID_CURSOR',
      field: '--cursor',
      message: 'The --cursor option is not a cursor of this list',
      hint: 'Use meta.pagination.next_cursor of the previous page with the same arguments, or remove --cursor to start over',
    },
  ];
}
