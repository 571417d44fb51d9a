// Options that would be accepted and mean nothing, for commands that are no request of their own.

import { type OptionPlace, type StandardOptions, standardOptions } from '../../command-line/standard-options.js';
import type { Problem } from '../../vocabulary/gate-error.js';

/** Where an option can only stand with a command of a certain kind, it stands with none of these. */
const ofCertainCommands: readonly (OptionPlace | undefined)[] = [
  'destructive',
  'safe-default',
  'lists',
  'sign-in',
  'token',
];

/** What a plan says of a request it says in the line: nothing that stands beside the plan would reach one. */
const ofLines = [
  ...['background', 'idempotencyKey', 'timeoutMs', 'stdin', 'fields', 'yes'],
  ...['tokenLimit', 'tokenOffset', 'tokenCount'],
];

export function findIdleOptions(command: string, standard: StandardOptions | undefined): readonly Problem[] {
  const isPlan = command === 'exec';
  return [...standardOptions]
    .filter(([, { key }]) => standard?.[key] !== undefined)
    .filter(([, { key, only }]) => ofCertainCommands.includes(only) || (isPlan && ofLines.includes(key)))
    .map(([name]) => ({
      code: 'UNKNOWN_OPTION',
      field: `--${name}`,
      message: `The option --${name} has no meaning for ${command}`,
      hint: isPlan
        ? `Put "${name.replaceAll('-', '_')}" into "_opts" of the line that it is meant for`
        : `Leave --${name} out`,
    }));
}
