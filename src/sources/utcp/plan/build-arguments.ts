import { type Text, written } from '../../../planning/draft.js';
import type { Argument } from '../tool.js';
import type { CallValues } from './call-values.js';

/** The arguments of a program, each in pieces. What depends on an input that was not given is left out. */
export function buildArguments(args: readonly Argument[], values: CallValues): readonly Text[] {
  return args.flatMap((argument) => {
    if (argument.kind === 'option') return buildOption(argument.flag, argument.input, values);
    const { parts, onlyWith } = argument;
    return onlyWith !== undefined && values.given(onlyWith) === undefined ? [] : [values.fill(parts)];
  });
}

function buildOption(flag: string, name: string, values: CallValues): readonly Text[] {
  const value = values.given(name);
  if (value === undefined || value === false) return [];
  if (value === true) return [written(flag)];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => [written(flag), [values.fillItem(name, item, Array.isArray(value))]]);
}
