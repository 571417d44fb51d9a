// What commands require of a caller beside being permitted, and what it has of that.
import type { Command } from '../vocabulary/command.js';
import type { Caller } from '../vocabulary/request.js';

export function hasAllScopes({ scopes }: Caller): boolean {
  return scopes === undefined || scopes === 'everything';
}

export function requiredScopes({ contract }: Command): readonly string[] {
  return contract?.requiredScopes ?? [];
}

/** What the command requires and the caller does not have. */
export function missingScopes({ scopes = 'everything' }: Caller, command: Command): readonly string[] {
  return scopes === 'everything' ? [] : requiredScopes(command).filter((scope) => !scopes.includes(scope));
}

/** What the caller has and the command has no use for; not known where the caller has everything. */
export function excessScopes({ scopes = 'everything' }: Caller, command: Command): readonly string[] {
  return scopes === 'everything' ? [] : scopes.filter((scope) => !requiredScopes(command).includes(scope));
}
