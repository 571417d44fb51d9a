// The token that a command shows to a service. It comes from a variable: never from a line, which others can see.

import { tokenMissing } from '../../vocabulary/auth-error.js';
import type { Command } from '../../vocabulary/command.js';
import type { Auth } from '../../vocabulary/contract.js';
import type { ErrorCodeRow } from '../../vocabulary/error-codes.js';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import type { Run } from '../run/run.js';

/**
 * Whoever started this process may name any variable: they are all the caller's own. Behind other doors the variables
 * are the gate's, and an agent must not have a command send one of them anywhere but as its author meant.
 */
export function findForeignVariable(run: Run, { contract }: Command): readonly Problem[] {
  const { tokenVariable } = run.standard ?? {};
  const { auth } = contract ?? {};
  if (tokenVariable === undefined || !auth || run.request.atShell || auth.variables.includes(tokenVariable)) return [];
  hideMistake(run, tokenVariable);
  return [
    {
      code: 'FOREIGN_VARIABLE',
      field: '--token-env-var',
      message: 'The --token-env-var option names a variable of the gate that this command may not use',
      hint: `Remove it, or use ${auth.variables.join(' or ')}`,
    },
  ];
}

/** Nothing was entered, and a token would help. */
class NobodySignsIn extends GateError {
  override get row(): ErrorCodeRow {
    return { ...super.row, exitCode: 4, retry: 'after-fix' };
  }
}

/** Whether a command that signs in has to do so without a person. */
function isHeadless({ standard, request: { atShell } }: Run): boolean {
  return standard?.headless === true || standard?.nonInteractive === true || atShell?.attended !== true;
}

/**
 * Looked for before anything is recorded, so that it is seen nowhere. A command that signs in is not even entered
 * without a token and without a person: it would only wait for somebody. What would happen can be asked all the same.
 */
export function prepareToken(run: Run, { login, variables }: Auth): GateError | undefined {
  const found = findToken(run, variables) !== undefined;
  if (found || login !== undefined || run.dryRun || !isHeadless(run)) return undefined;
  const named = run.standard?.tokenVariable;
  const looked = named === undefined ? variables.join(' or ') : 'the variable that --token-env-var names';
  const set = run.request.atShell ? 'Set' : 'Ask the owner to set';
  return new NobodySignsIn('INPUT_REQUIRED', `Nobody is there to sign in, and there is no token in ${looked}`, {
    hint: `${set} ${variables.join(' or ')}, then send this again`,
    about: { token_variables: variables },
  });
}

/** What `context.token()` gives. */
export function takeToken(run: Run): string | undefined {
  const { auth } = run.resolved?.command.contract ?? {};
  if (!auth) throw new TypeError('The command does not declare auth: { variables }, so it gets no token.');
  const token = findToken(run, auth.variables);
  if (token !== undefined) return token;
  if (auth.login === undefined && !isHeadless(run)) return undefined;
  throw tokenMissing({ variables: auth.variables, refreshCommand: auth.login });
}

/** Found, it is a secret of this run, whatever the run does with it. */
function findToken(run: Run, variables: readonly string[]): string | undefined {
  const { tokenVariable } = run.standard ?? {};
  for (const name of tokenVariable === undefined ? variables : [tokenVariable]) {
    const token = Object.hasOwn(run.environment, name) ? run.environment[name]?.trim() : undefined;
    if (!token) continue;
    run.conceal([token]);
    return token;
  }
  if (tokenVariable !== undefined) hideMistake(run, tokenVariable);
  return undefined;
}

/** What is not written as variables are may be the token itself. */
function hideMistake(run: Run, name: string): void {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) run.conceal([name]);
}
