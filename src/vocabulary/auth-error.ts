// What a service says when it does not let a command in: who should sign in again, and who may not do this at all.

import { CommandError } from './gate-error.js';

/** What is known about credentials that a service did not take. */
export interface AuthFacts {
  readonly expiresAt?: Date | string | undefined;
  /** The line that signs in again, as it can be sent. */
  readonly refreshCommand?: string | undefined;
  /** What they would have to be allowed to do. */
  readonly requiredPermission?: string | undefined;
  /** The variables of the environment that may hold a token. */
  readonly variables?: readonly string[] | undefined;
}

/** There are credentials, and their time is over. */
export function credentialsExpired(facts: AuthFacts = {}): CommandError {
  const at = timeOf(facts.expiresAt);
  return authError(
    'CREDENTIALS_EXPIRED',
    at === undefined ? 'The credentials have expired' : `The credentials expired at ${at}`,
    {
      ...facts,
      hint: toSignIn(facts, 'Sign in again'),
    },
  );
}

/** There are none. */
export function tokenMissing(facts: AuthFacts = {}): CommandError {
  const set = facts.variables?.length ? `Set ${facts.variables.join(' or ')} to a token` : 'Sign in';
  return authError('TOKEN_MISSING', 'There are no credentials', { ...facts, hint: toSignIn(facts, set) });
}

/** The service knows who asks, and does not let them. */
export function permissionMissing(facts: AuthFacts = {}): CommandError {
  const { requiredPermission } = facts;
  const what = requiredPermission === undefined ? '' : `: they need ${requiredPermission}`;
  return authError('FORBIDDEN', `The credentials do not allow this${what}`, {
    ...facts,
    hint: 'Use credentials that allow it, or ask an administrator for permission; sending the same request again will fail',
  });
}

/** What an answer with 401 or 403 means; undefined for any other answer. Nothing of its body is read. */
export function authErrorOf({ status, headers }: Response, facts: AuthFacts = {}): CommandError | undefined {
  const challenge = headers.get('www-authenticate') ?? '';
  if (status === 403) {
    const requiredPermission = facts.requiredPermission ?? /\bscope="([\w.:/ -]{1,200})"/.exec(challenge)?.[1];
    return permissionMissing({ ...facts, requiredPermission });
  }
  if (status !== 401) return undefined;
  const expiresAt = timeOf(facts.expiresAt);
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
  return isOver || /expired/i.test(challenge) ? credentialsExpired(facts) : refused(facts, challenge);
}

/** Whoever sent credentials and is refused has wrong ones; a service that only asks for them was sent none. */
function refused(facts: AuthFacts, challenge: string): CommandError {
  if (!/\binvalid_token\b/.test(challenge)) return tokenMissing(facts);
  return authError('UNAUTHENTICATED', 'The credentials were rejected', {
    ...facts,
    hint: toSignIn(facts, 'Sign in again'),
  });
}

function authError(code: string, message: string, facts: AuthFacts & { readonly hint: string }): CommandError {
  const { expiresAt, refreshCommand, requiredPermission, variables, hint } = facts;
  const at = timeOf(expiresAt);
  return new CommandError(code, message, {
    hint,
    ...(refreshCommand !== undefined && { fixCommand: refreshCommand }),
    about: {
      ...(at !== undefined && { expires_at: at, expired_at: at }),
      ...(refreshCommand !== undefined && { refresh_command: refreshCommand, reauth_command: refreshCommand }),
      ...(requiredPermission !== undefined && { required_permission: requiredPermission }),
      ...(variables && { token_variables: variables }),
    },
  });
}

function toSignIn({ refreshCommand }: AuthFacts, otherwise: string): string {
  return `${refreshCommand === undefined ? otherwise : `Run '${refreshCommand}'`}, then send this again`;
}

function timeOf(moment: Date | string | undefined): string | undefined {
  const date = moment === undefined ? undefined : new Date(moment);
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
