// How git finds the placeholders of secrets that a service of its repositories wants as a password. Only where it asks for
// one, and only of the hosts that the secret is for.

import type { MaskedCredential } from '../../vocabulary/sandbox.js';

/** Services that take a token as a password take any user name, or this one. One that stands in the address wins. */
const usualUser = 'x-access-token';

/** As settings of git. `credentials` are named as the variables that hold the placeholders. */
export function credentialSettings(credentials: Readonly<Record<string, MaskedCredential>>): string {
  const helpers = Object.entries(credentials).flatMap(([name, { hosts, headers }]) =>
    headers.includes('authorization') ? hosts.map((host) => [host, name] as const) : [],
  );
  return helpers
    .map(([host, name]) => `[credential "${addressOf(host)}"]\n\thelper = "${quoted(helperFor(name))}"\n`)
    .join('');
}

function addressOf(host: string): string {
  return `https://${host.replace(/:443$/, '')}`;
}

/** Git gives it to a shell. The variable is read there: no secret and no placeholder stands in the settings. */
function helperFor(name: string): string {
  const user = `grep -q ^username= || echo username=${usualUser}`;
  return `!f() { test "$1" = get || exit 0; ${user}; printf 'password=%s\\n' "$${name}"; }; f`;
}

function quoted(text: string): string {
  return text.replaceAll(/["\\]/g, '\\$&');
}
