// What `cmdgate approvals` takes, described like any command.

import { grammarOf } from '../../../command-line/grammar.js';
import { readArguments } from '../../../command-line/read-arguments.js';
import { invalidArguments } from '../../../gateway/refusals.js';
import { readDefinitions } from '../../../sources/typescript/read-definitions.js';
import type { Command } from '../../../vocabulary/command.js';
import type { GateError, Problem } from '../../../vocabulary/gate-error.js';
import type { Presentation } from '../../../vocabulary/outcome.js';

const longestNote = 2_000;

export const approvalsDefinition = {
  description: 'Answer requests that wait for a person: a live list at a terminal, or one by its id',
  arguments: [
    {
      name: 'action',
      type: 'string',
      enum: ['list', 'show', 'approve', 'deny'],
      description: 'What to do; without it, the live list',
    },
    { name: 'id', type: 'string', path: false, description: 'Which one: as list tells it' },
    { name: '--always', type: 'flag', description: 'With approve: also write the rule that allows exactly this' },
    {
      name: '--note',
      type: 'string',
      path: false,
      description: 'With approve or deny: what the agent should know',
    },
  ],
  handler: () => undefined,
} as const;

export type ApprovalsAction =
  | { readonly action: 'watch' | 'list' }
  | { readonly action: 'show'; readonly id: string }
  | {
      readonly action: 'approve' | 'deny';
      readonly id: string;
      readonly always: boolean;
      readonly note: string | undefined;
    };

interface Given {
  readonly action?: 'list' | 'show' | 'approve' | 'deny';
  readonly id?: string;
  readonly always?: boolean;
  readonly note?: string;
}

let read: Command | undefined;

/** The action and how to answer it, or everything that is wrong with the words. */
export function readApprovalsArguments(
  words: readonly string[],
): { readonly action: ApprovalsAction; readonly presentation: Presentation } | GateError {
  read ??= readDefinitions({ approvals: approvalsDefinition }).commands[0] as Command;
  const { input, standard, problems } = readArguments(grammarOf(read.parameters), words);
  const given = input as Given;
  const all = [...problems, ...(problems.length > 0 ? [] : findProblems(given))];
  if (all.length > 0) return invalidArguments(read, all);
  return { action: toAction(given), presentation: standard ?? {} };
}

function toAction({ action, id = '', always = false, note }: Given): ApprovalsAction {
  if (action === 'approve' || action === 'deny') return { action, id, always, note };
  return action === 'show' ? { action, id } : { action: action ?? 'watch' };
}

function findProblems({ action, id, always, note }: Given): Problem[] {
  const problems: Problem[] = [];
  const add = (code: string, field: string, message: string, hint: string) =>
    problems.push({ code, field, message, hint });
  const refuse = (field: string, goesWith: string) =>
    add('UNEXPECTED_ARGUMENT', field, `The ${field} argument goes with ${goesWith} alone`, 'Leave it out');
  const takesId = action === 'show' || action === 'approve' || action === 'deny';
  if (takesId && id === undefined) {
    add('MISSING_ARGUMENT', 'id', 'The id argument is missing', "Take it from 'cmdgate approvals list'");
  }
  if (!takesId && id !== undefined) refuse('id', 'show, approve and deny');
  if (always && action !== 'approve') refuse('--always', 'approve');
  if (note !== undefined && action !== 'approve' && action !== 'deny') refuse('--note', 'approve and deny');
  if (note !== undefined && note.length > longestNote) {
    add('OUT_OF_RANGE', '--note', `The --note argument is longer than ${longestNote} characters`, 'Write less');
  }
  return problems;
}
