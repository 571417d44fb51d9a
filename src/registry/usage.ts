import type { Command, Parameter } from '../vocabulary/command.js';

/** One line that shows how a command is written: `drive list [folder] [-n|--max <integer>]`. */
export function usageLine(command: Command): string {
  const positionals = command.parameters.filter((parameter) => parameter.positional).map(positionalUsage);
  const options = command.parameters.filter((parameter) => !parameter.positional).map(optionUsage);
  // What follows a program belongs to the program.
  const optionsFirst = command.parameters.some(({ endsOptions }) => endsOptions);
  const rest = optionsFirst ? [...options, ...positionals] : [...positionals, ...options];
  return [...command.path, ...rest].join(' ');
}

/** The same in about `most` characters: what is required always, and of the rest as many names as fit. */
export function briefUsage(command: Command, most: number): string {
  const whole = usageLine(command);
  if (whole.length <= most) return whole;
  const required = command.parameters.filter((parameter) => parameter.required);
  const parts = [usageLine({ ...command, parameters: required })];
  const left = command.parameters.filter((parameter) => !parameter.required).map(({ label }) => label);
  const last = (count: number) => `[${count} more]`;
  let length = parts[0]?.length ?? 0;
  while (left.length > 0) {
    const next = `[${left[0]}]`;
    if (length + next.length + last(left.length).length + 2 > most) break;
    parts.push(next);
    length += next.length + 1;
    left.shift();
  }
  return [...parts, ...(left.length > 0 ? [last(left.length)] : [])].join(' ');
}

function positionalUsage({ label, required, variadic }: Parameter): string {
  const name = variadic ? `${label}...` : label;
  return required ? `<${name}>` : `[${name}]`;
}

function optionUsage(parameter: Parameter): string {
  const { label, required, short, type, variadic, choices } = parameter;
  const name = short === undefined ? label : `-${short}|${label}`;
  const value = choices && choices.length <= 6 ? choices.join('|') : type === 'array' ? 'a,b,c' : type;
  const written = `${type === 'flag' ? name : `${name} <${value}>`}${variadic ? '...' : ''}`;
  return required ? written : `[${written}]`;
}
