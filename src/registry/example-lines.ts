// Command lines that really parse, for the errors that an agent learns from.

import { checkTogether } from '../command-line/check-together.js';
import { grammarOf } from '../command-line/grammar.js';
import { quoteWord } from '../command-line/quote.js';
import { readArguments } from '../command-line/read-arguments.js';
import { tokenize } from '../command-line/tokenize.js';
import type { Command, Parameter } from '../vocabulary/command.js';
import type { Problem } from '../vocabulary/gate-error.js';

const most = 3;

/** Examples for the arguments that were wrong; where they have none, the command's own. */
export function examplesFor(command: Command, problems: readonly Problem[]): string[] {
  const fields = new Set(problems.map(({ field }) => field));
  const lines: string[] = [];
  for (const parameter of command.parameters) {
    if (!fields.has(parameter.label) || parameter.secret) continue;
    for (const example of parameter.examples) lines.push(lineWith(command, parameter, example));
  }
  const parsing = (candidates: readonly string[]) => candidates.filter((line) => parses(command, line)).slice(0, most);
  const fitting = parsing([...new Set(lines)]);
  if (fitting.length > 0) return fitting;
  const own = parsing(command.examples);
  return own.length > 0 || !canBeMadeUp(command) ? own : parsing([lineWith(command, undefined, '')]);
}

/** Not where a rule that only a planner knows, such as a pattern, decides what a required value may be. */
function canBeMadeUp({ plan, parameters }: Command): boolean {
  const isPlain = ({ required, type, schema, examples }: Parameter) =>
    !required || examples.length > 0 || (type !== 'object' && schema.pattern === undefined);
  return plan === undefined || parameters.every(isPlain);
}

/** The shortest line with this value: the required arguments and the one in question. */
function lineWith(command: Command, shown: Parameter | undefined, value: string): string {
  const words = [...command.path];
  for (const parameter of command.parameters) {
    if (parameter !== shown && !parameter.required) continue;
    const text = quoteWord(parameter === shown ? value : sampleValue(parameter));
    if (parameter.positional) words.push(text);
    else if (parameter.type === 'flag') words.push(parameter.label);
    else words.push(parameter.label, text);
  }
  return words.join(' ');
}

function sampleValue(parameter: Parameter): string {
  const { examples, choices, minimum, itemType, type } = parameter;
  if (!parameter.secret && examples[0] !== undefined) return examples[0];
  if (choices?.[0] !== undefined) return String(choices[0]);
  const kind = type === 'array' ? itemType : type;
  if (kind === 'integer' || kind === 'number') return String(minimum ?? 1);
  if (kind === 'boolean') return 'true';
  if (kind === 'datetime') return '2026-02-02';
  if (kind === 'path') return 'file.txt';
  return kind === 'object' ? '{}' : 'text';
}

function parses(command: Command, line: string): boolean {
  const words = tokenize(line);
  if (!Array.isArray(words)) return false;
  const reading = readArguments(grammarOf(command.parameters), words, command.path.length);
  const { problems, pending } = checkTogether(command, reading);
  for (const promise of pending) promise.catch(() => undefined);
  return problems.length === 0;
}
