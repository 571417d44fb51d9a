// A request that came as an object, as the words that would mean the same.

import type { Grammar } from '../../command-line/grammar.js';
import { redacted } from '../../vocabulary/look-alikes.js';
import type { ObjectLine } from '../../vocabulary/request.js';
import { isStandardOption, parameterOf } from '../reading/read-options.js';

type Fields = Readonly<Record<string, unknown>>;

/** `shown` are the options as they may be shown, where some may not. */
export function objectWords({ path, input, options }: ObjectLine, shown = options): readonly string[] {
  const json = JSON.stringify(input);
  if (options === undefined) return [...path, '--input', json];
  const words = [...path];
  for (const name in shown) words.push(optionWord(name, shown[name]));
  if (json !== '{}') words.push('--input', json);
  return words;
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
