// What a command's declarations mean for one run, told as warnings.
import { excessScopes } from '../../policy/scopes.js';
import type { Command } from '../../vocabulary/command.js';
import { isCommandError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { Run } from '../run/run.js';

/** Before it runs: that it goes, and that its caller could do with less. */
export function warnAsDeclared(run: Run, command: Command): void {
  const { deprecated, requiredScopes } = command.contract ?? {};
  if (deprecated) {
    const instead = deprecated.replacement === undefined ? '' : ` Use '${deprecated.replacement}' instead.`;
    run.warn('DEPRECATED', `'${command.path.join(' ')}' has been deprecated since ${deprecated.since}.${instead}`);
  }
  const excess = requiredScopes ? excessScopes(run.caller, command) : [];
  if (excess.length > 0) {
    run.warn(
      'OVER_PRIVILEGED',
      `The caller "${run.caller.name}" has scopes that the command does not need: ${excess.join(', ')}.`,
    );
  }
}

/** After it: that its author did not say it could end so. */
export function flagUndeclared(run: Run, outcome: Outcome): void {
  const declared = run.resolved?.command.contract?.exitCodes;
  if (outcome.status !== 'failed' || !declared || !isCommandError(outcome.error)) return;
  const { exitCode } = outcome.error.row;
  if (Object.hasOwn(declared, String(exitCode))) return;
  const name = run.path.join(' ');
  run.warn('UNDECLARED_EXIT_CODE', `'${name}' ended with exit code ${exitCode}, which it does not declare.`);
}
