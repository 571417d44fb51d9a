import type { Problem } from '../vocabulary/gate-error.js';
import type { CredentialNames } from './draft.js';
import type { ProgramHost } from './machine.js';

export type Credentials =
  | { readonly ok: true; readonly environment: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly problem: Problem };

const none: Credentials = { ok: true, environment: new Map() };

/** The first alternative of which every credential can be had. What went wrong is told by name, and nothing else. */
export function resolveCredentials(alternatives: readonly CredentialNames[], host: ProgramHost): Credentials {
  const missing = new Set<string>();
  for (const alternative of alternatives) {
    const environment = new Map<string, string>();
    for (const [variable, name] of alternative) {
      const credential = host.credential?.(name);
      if (credential?.ok) environment.set(variable, credential.secret.reveal());
      else missing.add(name);
    }
    if (environment.size === alternative.size) return { ok: true, environment };
  }
  if (alternatives.length === 0) return none;
  const names = [...missing].map((name) => JSON.stringify(name)).join(', ');
  return {
    ok: false,
    problem: {
      code: 'UNAVAILABLE',
      message: `A credential that this command needs could not be resolved: ${names}.`,
      hint: 'Ask the owner to define it under "credentials" in the configuration and to make it readable',
    },
  };
}
