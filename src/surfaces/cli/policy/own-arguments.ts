// What `cmdgate policy suggest` and `cmdgate policy replay` take, described like any command.

import { grammarOf } from '../../../command-line/grammar.js';
import { readArguments } from '../../../command-line/read-arguments.js';
import type { StandardOptions } from '../../../command-line/standard-options.js';
import { invalidArguments } from '../../../gateway/refusals.js';
import { leadingOptions } from '../../../registry/leading-options.js';
import { readDefinitions } from '../../../sources/typescript/read-definitions.js';
import type { Command } from '../../../vocabulary/command.js';
import type { GateError } from '../../../vocabulary/gate-error.js';
import { readTime } from '../audit/read-time.js';

const elsewhere = () => undefined;

const since = {
  name: '--since',
  type: 'string',
  path: false,
  description: 'Only what came after: a time such as 2026-03-01T10:00:00Z, or how long ago, such as 30m, 2h or 7d',
} as const;

const limit = { name: '--limit', type: 'integer', minimum: 1, maximum: 10_000 } as const;

const definitions = {
  policy: {
    description: 'What may run, what asks and what is denied',
    subcommands: {
      suggest: {
        description: 'Propose rules from what people approved; nothing is written without a yes',
        arguments: [
          since,
          { ...limit, description: 'How many rules at most' },
          {
            name: '--accept',
            type: 'string',
            variadic: true,
            path: false,
            description: 'Write the rule of this name, as it was shown; may be repeated',
          },
        ],
        handler: elsewhere,
      },
      replay: {
        description: 'Run the history against another policy: which decisions would be others',
        arguments: [
          { name: 'file', type: 'string', required: true, path: false, description: 'The policy, .json or .yaml' },
          since,
          { ...limit, description: 'How many kinds of requests are shown at most' },
          {
            name: '--fail-on',
            type: 'string',
            enum: ['stricter', 'looser', 'any'],
            description: 'Exit with 1 where decisions would change so',
          },
        ],
        handler: elsewhere,
      },
    },
  },
} as const;

export interface SuggestArguments {
  readonly action: 'suggest';
  readonly since: string | undefined;
  readonly limit: number | undefined;
  readonly accept: readonly string[];
}

export interface ReplayArguments {
  readonly action: 'replay';
  readonly file: string;
  readonly since: string | undefined;
  readonly limit: number | undefined;
  readonly failOn: 'stricter' | 'looser' | 'any' | undefined;
}

interface Given {
  readonly file?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly accept?: readonly string[];
  readonly 'fail-on'?: ReplayArguments['failOn'];
}

let commands: readonly Command[] | undefined;

/** The command that the words behind `policy` mean. */
export function findHistoryCommand(words: readonly string[]): Command {
  commands ??= readDefinitions(definitions).commands;
  const action = words[leadingOptions(words)];
  return commands.find(({ path }) => path[1] === action) as Command;
}

export interface ReadHistoryArguments {
  readonly given: SuggestArguments | ReplayArguments;
  readonly standard: StandardOptions;
}

/** What is wanted, or everything that is wrong with the words. */
export function readHistoryArguments(words: readonly string[], now = Date.now()): ReadHistoryArguments | GateError {
  const command = findHistoryCommand(words);
  const at = leadingOptions(words);
  const rest = [...words.slice(0, at), ...words.slice(at + 1)];
  const { input, standard = {}, problems } = readArguments(grammarOf(command.parameters), rest);
  const { file = '', since: written, limit, accept = [], 'fail-on': failOn } = input as Given;
  const since = written === undefined ? undefined : readTime(written, now);
  const wrongTime =
    written !== undefined && since === undefined
      ? [
          {
            code: 'INVALID_VALUE',
            field: '--since',
            message: 'The --since argument is no time',
            hint: 'Write 2026-03-01, or 7d',
          },
        ]
      : [];
  const all = [...problems, ...wrongTime];
  if (all.length > 0) return invalidArguments(command, all);
  const given: ReadHistoryArguments['given'] =
    command.path[1] === 'suggest'
      ? { action: 'suggest', since, limit, accept }
      : { action: 'replay', file, since, limit, failOn };
  return { given, standard };
}
