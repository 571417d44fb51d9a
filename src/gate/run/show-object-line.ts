// A request that came as an object, as the words that would mean the same.

import type { Grammar } from '../../command-line/grammar.js';
import { isShell } from '../../policy/rules/rule.js';
import { redacted } from '../../vocabulary/look-alikes.js';
import type { ObjectLine } from '../../vocabulary/request.js';
import { isStandardOption, parameterOf } from '../reading/read-options.js';
import { shellWords } from './show-shell-input.js';

type Fields = Readonly<Record<string, unknown>>;

/** `shown` are the options as they may be shown, where some may not. */
export function objectWords({ path, input, options }: ObjectLine, shown = options): readonly string[] {
  const given = (isShell(path) ? shellWords(input) : undefined) ?? inputWords(input);
  if (options === undefined) return [...path, ...(given.length === 0 ? ['--input', '{}'] : given)];
  const words = [...path];
  for (const name in shown) words.push(optionWord(name, shown[name]));
  return [...words, ...given];
}

function inputWords(input: Fields): readonly string[] {
  const json = JSON.stringify(input);
  return json === '{}' ? [] : ['--input', json];
}

/** An option that means nothing may be a mistyped secret. */
export function withoutSecretOptions(options: Fields, grammar: Grammar): Fields {
  const shown = Object.entries(options).map(([name, value]) => {
    const parameter = parameterOf(grammar, name);
    const harmless = parameter ? !parameter.secret : isStandardOption(name);
    return [name, harmless ? value : redacted];
  });
  return Object.fromEntries(shown);
}

function optionWord(name: string, value: unknown): string {
  const option = name.replaceAll('_', '-');
  if (value === true) return `--${option}`;
  if (value === false) return `--no-${option}`;
  return `--${option}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
