// What `cmdgate utcp` takes, described like any command.

import { grammarOf } from '../../../command-line/grammar.js';
import { readArguments } from '../../../command-line/read-arguments.js';
import { invalidArguments } from '../../../gateway/refusals.js';
import { readDefinitions } from '../../../sources/typescript/read-definitions.js';
import type { Command } from '../../../vocabulary/command.js';
import type { GateError, Problem } from '../../../vocabulary/gate-error.js';
import type { Presentation } from '../../../vocabulary/outcome.js';

export const utcpDefinition = {
  description: 'UTCP manuals: check them, or write the commands of this workspace as one',
  arguments: [
    {
      name: 'action',
      type: 'string',
      required: true,
      enum: ['check', 'export'],
      description: 'check: every problem with its file, place and fix; export: a manual on stdout',
    },
    {
      name: 'files',
      type: 'string',
      variadic: true,
      path: false,
      description: "With check: files or globs; without any, the manuals of the configuration's utcp",
    },
    {
      name: '--form',
      type: 'string',
      enum: ['specification', 'commands'],
      description: 'With export: how tools are written; commands, which SDKs can load, unless given',
    },
    {
      name: '--through-gate',
      type: 'flag',
      description: 'With export: every command, as a tool that runs cmdgate, so that its policy holds',
    },
  ],
  handler: () => undefined,
} as const;

export type UtcpAction =
  | { readonly action: 'check'; readonly files: readonly string[] }
  | { readonly action: 'export'; readonly form: 'specification' | 'commands'; readonly throughGate: boolean };

interface Given {
  readonly action: UtcpAction['action'];
  readonly files?: readonly string[];
  readonly form?: 'specification' | 'commands';
  readonly 'through-gate'?: boolean;
}

let read: Command | undefined;

/** The action and how to answer it, or everything that is wrong with the words. */
export function readUtcpArguments(
  words: readonly string[],
): { readonly action: UtcpAction; readonly presentation: Presentation } | GateError {
  read ??= readDefinitions({ utcp: utcpDefinition }).commands[0] as Command;
  const { input, standard, problems } = readArguments(grammarOf(read.parameters), words);
  const given = input as unknown as Given;
  const all = problems.length > 0 ? problems : findMisplaced(given);
  if (all.length > 0) return invalidArguments(read, all);
  return { action: toAction(given), presentation: standard ?? {} };
}

function toAction({ action, files = [], form = 'commands', 'through-gate': throughGate = false }: Given): UtcpAction {
  return action === 'check' ? { action, files } : { action, form, throughGate };
}

/** What goes with the other action is refused, so that nothing is asked for in vain. */
function findMisplaced({ action, files = [], form, 'through-gate': throughGate }: Given): readonly Problem[] {
  const misplaced = (field: string, other: string): Problem => ({
    code: 'UNEXPECTED_ARGUMENT',
    field,
    message: `The ${field} argument goes with ${other} alone`,
    hint: 'Leave it out',
  });
  if (action === 'export') return files.length > 0 ? [misplaced('files', 'check')] : [];
  return [
    ...(form === undefined ? [] : [misplaced('--form', 'export')]),
    ...(throughGate ? [misplaced('--through-gate', 'export')] : []),
  ];
}
