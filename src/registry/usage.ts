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
