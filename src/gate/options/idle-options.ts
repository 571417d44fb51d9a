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

/** What only a request can have. A plan says it in its lines: nothing that stands beside the plan would reach one. */
const ofRequests = [
  ...['background', 'idempotencyKey', 'timeoutMs', 'stdin', 'fields', 'yes', 'input', 'inputFile'],
  ...['tokenLimit', 'tokenOffset', 'tokenCount'],
];

export function findIdleOptions(command: string, standard: StandardOptions | undefined): readonly Problem[] {
  const isPlan = command === 'exec';
  return (
    [...standardOptions]
      // Of two names of the same, the first.
      .filter(
        ([, { key }], at, all) =>
          standard?.[key] !== undefined && all.findIndex(([, other]) => other.key === key) === at,
      )
      .filter(([, { key, only }]) => ofCertainCommands.includes(only) || ofRequests.includes(key))
      .map(([name]) => ({
        code: 'UNKNOWN_OPTION',
        field: `--${name}`,
        message: `The option --${name} does not apply to ${command}`,
        hint: isPlan ? `Put "${name.replaceAll('-', '_')}" into "_opts" of the line it is for` : `Remove --${name}`,
      }))
  );
}
