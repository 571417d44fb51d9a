// The parameters of `shell`, as the specification's table has them, and `stdin`.
//
// The planner checks them all: it can name the item of a list that is wrong, and tell everything at once.

import { looksNumeric } from '../../command-line/read-value.js';
import type { CheckResult, JsonSchema, Parameter } from '../../vocabulary/command.js';
import type { ShellHost } from './shell-host.js';

export const outputFormats = ['markdown', 'json'] as const;
export const outputDetails = ['minimal', 'full'] as const;

/** More files than this nobody looks at. */
export const mostArtifacts = 100;

const unchecked: Omit<Parameter, 'key' | 'label' | 'type' | 'description' | 'schema'> = {
  positional: false,
  itemType: 'string',
  aliases: [],
  short: undefined,
  variadic: false,
  required: false,
  default: undefined,
  choices: undefined,
  minimum: undefined,
  maximum: undefined,
  examples: [],
  secret: false,
  path: 'free',
  guessType: true,
  ownRules: true,
  check: undefined,
};

const texts = { type: 'array', items: { type: 'string' } } as const;

export function shellParameters({ timeoutMs, maxTimeoutMs }: ShellHost): readonly Parameter[] {
  return [
    {
      ...unchecked,
      ...described(
        'command',
        'A line in bash syntax, or one program by its name or path, followed by its arguments. No shell runs',
        { type: 'string' },
      ),
      label: 'command',
      positional: true,
      // What follows the program is the program's.
      endsOptions: true,
      required: true,
      type: 'string',
      examples: ['ls'],
    },
    {
      ...unchecked,
      ...described('parameters', 'Its arguments, one per item, passed to the program unchanged', texts),
      label: 'parameters',
      positional: true,
      variadic: true,
      type: 'array',
    },
    {
      ...unchecked,
      ...described('directory', 'Where it runs, inside the trusted working directory', { type: 'string' }),
      type: 'string',
    },
    {
      ...unchecked,
      ...described('timeout', 'Maximum run time, in milliseconds', {
        type: 'integer',
        minimum: 1,
        maximum: maxTimeoutMs,
        default: timeoutMs,
      }),
      type: 'integer',
      itemType: 'integer',
      minimum: 1,
      maximum: maxTimeoutMs,
      examples: ['60000'],
      check: refuseNumberAsText,
    },
    {
      ...unchecked,
      ...described('output_format', 'The format of the answer', {
        type: 'string',
        enum: outputFormats,
        default: 'markdown',
      }),
      type: 'string',
      choices: outputFormats,
    },
    {
      ...unchecked,
      ...described('output_detail', 'A preview of both streams, or as much of them as fits into an answer', {
        type: 'string',
        enum: outputDetails,
        default: 'minimal',
      }),
      type: 'string',
      choices: outputDetails,
    },
    {
      ...unchecked,
      ...described('artifact_paths', 'Files to report the sha256 and size of after the run', {
        ...texts,
        maxItems: mostArtifacts,
      }),
      type: 'array',
    },
    {
      ...unchecked,
      ...described(
        'stdin',
        'Text for standard input, which is otherwise closed. The single word "open" keeps it open: send input with \'runs write\'',
        { type: 'string' },
      ),
      type: 'string',
    },
  ];
}

function described(key: string, description: string, schema: JsonSchema) {
  return { key, label: `--${key.replaceAll('_', '-')}`, description, schema: { ...schema, description } };
}

/** On a command line a number is a word, which is then read as a number; in JSON a text in its place is a mistake. */
function refuseNumberAsText(value: unknown): CheckResult {
  return isNumberAsText(value) ? { ok: false, problems: ['is text, not a number'] } : { ok: true, value };
}

export function isNumberAsText(value: unknown): boolean {
  return typeof value === 'string' && looksNumeric(value);
}
