import { rangeText } from '../../../command-line/range-text.js';
import { showsDefault } from '../../../registry/describe-help.js';
import type { Parameter } from '../../../vocabulary/command.js';

/** What is said about an argument beside its description: `required`, `one of a, b`, `default 3`. */
export function argumentNotes(parameter: Parameter): readonly string[] {
  const { required, choices, minimum, maximum, default: value } = parameter;
  return [
    ...(required ? ['required'] : []),
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...((minimum ?? maximum) === undefined ? [] : [rangeText(minimum, maximum)]),
    ...(showsDefault(parameter) ? [`default ${JSON.stringify(value)}`] : []),
  ];
}

/** As it is written: `-n, --max <integer>`. */
export function argumentForm({ label, short, type, variadic, positional }: Parameter): string {
  const name = short === undefined ? label : `-${short}, ${label}`;
  const value = positional || type === 'flag' ? '' : ` <${type}>`;
  return `${name}${value}${variadic ? '...' : ''}`;
}
