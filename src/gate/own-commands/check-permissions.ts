// What a caller may run, and which scopes that needs of those it has.
import { excessScopes, hasAllScopes, missingScopes, requiredScopes } from '../../policy/scopes.js';
import type { Command } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Caller } from '../../vocabulary/request.js';

/** All that the caller may run, and what is left out for want of a scope. */
export function reportPermissions(
  caller: Caller,
  commands: readonly Command[],
  mayRun: (command: Command) => boolean,
): Record<string, unknown> {
  const allowed = commands.filter(mayRun);
  const lacking = commands.filter((command) => missingScopes(caller, command).length > 0);
  const needed = new Set(commands.flatMap(requiredScopes));
  return {
    caller: caller.name,
    active_scopes: caller.scopes ?? 'everything',
    allowed: allowed.map(nameOf),
    denied: commands.length - allowed.length,
    missing_scopes: [...new Set(lacking.flatMap((command) => missingScopes(caller, command)))],
    unused_scopes: hasAllScopes(caller) ? [] : [...(caller.scopes ?? [])].filter((scope) => !needed.has(scope)),
  };
}

/** What one command needs and what the caller has; an error where something is missing. */
export function reportFor(caller: Caller, command: Command, mayRun: boolean): Record<string, unknown> | GateError {
  const missing = missingScopes(caller, command);
  if (missing.length > 0) return lacks(caller, command, missing);
  return {
    command: nameOf(command),
    caller: caller.name,
    allowed: mayRun,
    required_scopes: [...requiredScopes(command)],
    active_scopes: caller.scopes ?? 'everything',
    missing_scopes: [],
    over_privileged: hasAllScopes(caller) || excessScopes(caller, command).length > 0,
    excess_scopes: [...excessScopes(caller, command)],
  };
}

function lacks(caller: Caller, command: Command, missing: readonly string[]): GateError {
  const name = nameOf(command);
  return new GateError('PERMISSION_DENIED', `The caller "${caller.name}" lacks ${missing.join(', ')} for '${name}'`, {
    hint: `Ask the owner to add ${missing.join(', ')} to the scopes of "${caller.name}"`,
    context: {
      required_scopes: [...requiredScopes(command)],
      active_scopes: caller.scopes ?? 'everything',
      missing_scopes: [...missing],
    },
    details: missing.map((scope) => ({
      code: 'MISSING_SCOPE',
      field: scope,
      message: `The scope ${scope} is missing`,
      hint: `Add it under callers.${caller.name}.scopes`,
    })),
  });
}

function nameOf({ path }: Command): string {
  return path.join(' ');
}
