import { grammarOf } from '../../../command-line/grammar.js';
import { quoteWords } from '../../../command-line/quote.js';
import { readArguments } from '../../../command-line/read-arguments.js';
import type { Parameter } from '../../../vocabulary/command.js';

/** A line of the command with everything that it needs, or nothing where the schema does not show what that could be. */
export function exampleOf(path: readonly string[], parameters: readonly Parameter[]): string | undefined {
  const required = parameters.filter((parameter) => parameter.required);
  const words = required.flatMap(wordsOf);
  if (words.includes(undefined)) return undefined;
  const line = [...path, ...(words as string[])];
  const { problems, pending } = readArguments(grammarOf(parameters), line, path.length);
  for (const promise of pending) promise.catch(() => undefined);
  return problems.length === 0 && pending.length === 0 ? quoteWords(line) : undefined;
}

/** `--name value`, with a value that the schema itself shows. */
function wordsOf({ label, type, examples, choices, minimum, secret }: Parameter): readonly (string | undefined)[] {
  if (secret) return [undefined];
  if (type === 'flag') return [label];
  const value = examples[0] ?? choices?.[0] ?? (type === 'integer' || type === 'number' ? minimum : undefined);
  return value === undefined ? [undefined] : [label, String(value)];
}
