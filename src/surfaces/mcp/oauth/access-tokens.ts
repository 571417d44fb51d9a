// Access tokens at the HTTP door: what is answered to them, and what was found out about them before.

import { createHash } from 'node:crypto';
import type { Caller } from '../../../vocabulary/request.js';
import type { Refusal } from '../http-guard.js';
import { checkOAuthOptions } from './check-oauth-options.js';
import type { OAuthOptions } from './oauth-options.js';
import type { AccessTokenVerifier } from './verify-access-token.js';

/** Real ones are far shorter, and each is read before its signature is checked. */
const mostCharacters = 8 * 1024;
/** Tokens that are remembered, and people. */
const mostKnown = 1_000;
/** A token is looked at again after this time, so that keys that were withdrawn stop counting. */
const rememberMs = 60_000;

export type TokenVerdict =
  | { readonly status: 'known'; readonly caller: Caller; readonly expiresAt: number }
  | { readonly status: 'invalid'; readonly reason: string }
  | { readonly status: 'lacks'; readonly scopes: readonly string[] }
  /** The authorization server cannot be asked for its keys. */
  | { readonly status: 'unavailable'; readonly error: Error };

export const metadataPath = '/.well-known/oauth-protected-resource';

export class AccessTokens {
  readonly #options: OAuthOptions;
  readonly #onError: (error: Error) => void;
  /** By the hash of the token: the token itself is kept nowhere. */
  readonly #known = new Map<string, { readonly caller: Caller; readonly until: number }>();
  /** One object for each caller: its sessions are found by it. */
  readonly #callers = new Map<string, Caller>();
  #verifier: Promise<AccessTokenVerifier> | undefined;

  /** Throws for options that could not protect anything. */
  constructor(options: OAuthOptions, onError: (error: Error) => void) {
    checkOAuthOptions(options);
    this.#options = options;
    this.#onError = onError;
  }

  /** RFC 9728, for a client that asks who gives out tokens. */
  get metadata(): string {
    const { resource, issuers, requiredScopes = [], callers } = this.#options;
    const scopes = new Set([...requiredScopes, ...callers.flatMap((one) => one.scopes ?? [])]);
    return JSON.stringify({
      resource,
      authorization_servers: issuers,
      bearer_methods_supported: ['header'],
      ...(scopes.size > 0 && { scopes_supported: [...scopes] }),
    });
  }

  /** Whether the metadata is asked for: at its place for this resource, or for the whole host. */
  isMetadata(path: string): boolean {
    const { pathname } = new URL(this.#options.resource);
    return (
      path === metadataPath || path === metadataPath + pathname.replace(/\/$/, '') || path === `${metadataPath}/mcp`
    );
  }

  /** No token at all: no error is named, so that clients log in. */
  get missing(): Refusal {
    const message = 'An access token is required: log in at the authorization server named in the resource metadata.';
    return { status: 401, message, headers: this.#challenge() };
  }

  async identify(token: string): Promise<Caller | Refusal> {
    if (token.length > mostCharacters) return this.#refuse('It is too long.');
    const hash = createHash('sha256').update(token).digest('base64');
    const known = this.#known.get(hash);
    if (known && known.until > Date.now()) return known.caller;
    this.#verifier ??= import('./verify-access-token.js').then(
      (loaded) => new loaded.AccessTokenVerifier(this.#options),
    );
    const verdict = await (await this.#verifier).verify(token);
    switch (verdict.status) {
      case 'known': {
        const caller = this.#sameCaller(verdict.caller);
        keep(this.#known, hash, { caller, until: Math.min(verdict.expiresAt, Date.now() + rememberMs) });
        return caller;
      }
      case 'invalid':
        return this.#refuse(verdict.reason);
      case 'lacks': {
        const scope = verdict.scopes.join(' ');
        const more = scope
          ? `The scope "${scope}" is required.`
          : 'The owner of this server has granted this user nothing.';
        const headers = this.#challenge({ error: 'insufficient_scope', ...(scope && { scope }) });
        return { status: 403, message: `The access token is not sufficient. ${more}`, headers };
      }
      case 'unavailable':
        this.#onError(verdict.error);
        return {
          status: 503,
          message:
            'The access token could not be checked because the authorization server is not reachable. Try again later.',
          headers: { 'retry-after': '10' },
        };
      default:
        return verdict satisfies never;
    }
  }

  #sameCaller(caller: Caller): Caller {
    const key = JSON.stringify(caller);
    const known = this.#callers.get(key) ?? caller;
    keep(this.#callers, key, known);
    return known;
  }

  #refuse(reason: string): Refusal {
    const headers = this.#challenge({ error: 'invalid_token', error_description: reason });
    return { status: 401, message: `The access token is not valid. ${reason}`, headers };
  }

  #challenge(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    const { resource, requiredScopes = [] } = this.#options;
    const { origin, pathname } = new URL(resource);
    const scope = requiredScopes.join(' ');
    const parameters = {
      realm: 'cmdgate',
      resource_metadata: `${origin}${metadataPath}${pathname.replace(/\/$/, '')}`,
      ...(scope && { scope }),
      ...more,
    };
    const listed = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
    return { 'www-authenticate': `Bearer ${listed.join(', ')}` };
  }
}

/** The newest stay; the oldest makes room. */
function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > mostKnown ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
