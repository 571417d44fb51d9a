import { passedVariables } from '../command-handle/passed-variables.js';
import type { ShellHost } from './shell-host.js';

/** What the owner passes on and sets for every program. */
export function ownerVariables({ pass, set, environment }: ShellHost) {
  const passed = passedVariables(pass, environment);
  const secrets = Object.entries(passed).flatMap(([name, value]) => (isNamedLikeSecret(name) ? value : []));
  const variables: Record<string, string> = Object.assign(Object.create(null), passed);
  for (const [name, value] of Object.entries(set)) {
    variables[name] = typeof value === 'string' ? value : value.reveal();
    if (typeof value !== 'string') secrets.push(variables[name]);
  }
  return { variables, secrets: secrets.filter((secret) => secret !== '') };
}

/** Passed on by the owner, and still nothing that an answer should show. */
function isNamedLikeSecret(name: string): boolean {
  return /(?:^|_)(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|CREDENTIALS?|(?:API|ACCESS|PRIVATE)_?KEY)(?:_|$)/i.test(
    name,
  );
}
