import type { CredentialNames } from './draft.js';
import type { Findings } from './findings.js';
import type { ProgramHost } from './machine.js';

/** The first alternative of which every credential can be had. What went wrong is told by name, and nothing else. */
export function resolveCredentials(
  alternatives: readonly CredentialNames[],
  host: ProgramHost,
  findings: Findings,
): ReadonlyMap<string, string> {
  // None are fetched for a call that is refused anyway.
  if (alternatives.length === 0 || findings.refused.length > 0) return new Map();
  const missing = new Set<string>();
  for (const alternative of alternatives) {
    const found = new Map<string, string>();
    for (const [variable, name] of alternative) {
      const credential = host.credential?.(name);
      if (credential?.ok) found.set(variable, credential.secret.reveal());
      else missing.add(name);
    }
    if (found.size === alternative.size) return found;
  }
  const names = [...missing].map((name) => JSON.stringify(name)).join(', ');
  findings.obstacles.push({
    code: 'UNAVAILABLE',
    message: `A credential that this command needs could not be resolved: ${names}.`,
    hint: 'Ask the owner to define it under "credentials" in the configuration and to make it readable',
  });
  return new Map();
}
