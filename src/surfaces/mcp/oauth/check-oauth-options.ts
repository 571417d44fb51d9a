import { isLoopbackHost } from '../http-guard.js';
import type { OAuthOptions } from './oauth-options.js';

/** Throws for options that could not protect anything. */
export function checkOAuthOptions({ issuers, resource, callers }: OAuthOptions): void {
  if (issuers.length === 0)
    throw new Error('oauth.issuers is empty: name the authorization server whose tokens are accepted.');
  if (callers.length === 0) throw new Error('oauth.callers is empty: map the users of the tokens to callers.');
  for (const [key, address] of [['resource', resource], ...issuers.map((one) => ['issuers', one])] as const) {
    const problem = findAddressProblem(address ?? '');
    if (problem !== undefined) throw new Error(`oauth.${key}: "${address}" ${problem}`);
  }
}

/** Tokens and keys travel there: only this machine may do without TLS. */
export function findAddressProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return 'is not a URL. Use one such as https://login.example.com.';
  const { protocol, hostname, search, hash, username, password } = new URL(address);
  if (search || hash || username || password) return 'has a query, a fragment or a password. Remove that part.';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return undefined;
  return 'does not begin with https://. Only loopback addresses may use http://.';
}
