// What is wrong with one argument, in words that say how to write it.
import type { Parameter } from '../vocabulary/command.js';
import type { Problem } from '../vocabulary/gate-error.js';
import { nearestOf } from './nearest.js';
import { rangeText } from './range-text.js';
import type { ValueProblem } from './read-value.js';

export function missingArgument({ label, type, positional, secret }: Parameter): Problem {
  const name = label.replace(/^--/, '');
  const how = secret
    ? `--${name}-from-env <variable> or --${name}-from-file <file>`
    : positional
      ? `<${label}>`
      : `${label} <${type}>`;
  const message = `The ${label} argument is required${secret ? `: use ${how}` : ''}`;
  return { code: 'MISSING_ARGUMENT', field: label, message, hint: `Add ${how}` };
}

export function outOfBounds(parameter: Parameter, value: unknown): ValueProblem | undefined {
  const { choices, minimum, maximum } = parameter;
  if (choices === undefined && minimum === undefined && maximum === undefined) return undefined;
  for (const item of Array.isArray(value) ? value : [value]) {
    if (choices && !choices.includes(item)) {
      const near = typeof item === 'string' ? nearestOf(item, choices.map(String)) : undefined;
      return {
        code: 'INVALID_CHOICE',
        message: 'is not one of the allowed values',
        hint: `${chooseFrom(choices)}${near && choices.length > 1 ? ` (did you mean ${near}?)` : ''}`,
      };
    }
    if (typeof item !== 'number') continue;
    if ((minimum !== undefined && item < minimum) || (maximum !== undefined && item > maximum)) {
      return { code: 'OUT_OF_RANGE', message: 'is out of range', hint: `Use a number: ${rangeText(minimum, maximum)}` };
    }
  }
  return undefined;
}

function chooseFrom(choices: readonly unknown[]): string {
  return choices.length === 1 ? `Use ${choices[0]}` : `Use one of ${choices.join(', ')}`;
}

export function valueHint(parameter: Parameter): string {
  const { examples, choices } = parameter;
  if (choices) return chooseFrom(choices);
  return examples.length > 0
    ? `Use a value such as ${examples.join(' or ')}`
    : `Give a valid ${parameter.type} for ${parameter.label}`;
}
