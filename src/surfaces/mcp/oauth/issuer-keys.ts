// The keys by which an authorization server signs: found by its metadata, kept, and fetched again when they change.

import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { findAddressProblem } from './check-oauth-options.js';

const timeoutMs = 5_000;
const mostBytes = 256 * 1024;
/** After a failure nobody asks again for so long, however many tokens come. */
const pauseMs = 10_000;
/** A key that is not known is looked for at once, but not more often than this. */
const newKeyMs = 1_000;
/** Metadata says where the keys are, which changes rarely. */
const metadataMs = 60 * 60_000;

interface Found {
  readonly keys: JWTVerifyGetKey;
  readonly at: number;
}

/** Why the keys of an issuer could not be had: the fault of nobody who sends a token. */
export class KeysUnavailable extends Error {}

export class IssuerKeys {
  readonly #issuer: string;
  #found: Found | undefined;
  #looking: Promise<Found> | undefined;
  #failed: { readonly at: number; readonly error: KeysUnavailable } | undefined;

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /** For `jwtVerify`. Rejects with KeysUnavailable where the issuer cannot be reached. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const { keys } = await this.#keys();
    return await keys(header, token);
  };

  async #keys(): Promise<Found> {
    const now = Date.now();
    if (this.#found && now - this.#found.at < metadataMs) return this.#found;
    if (this.#failed && now - this.#failed.at < pauseMs) {
      // Old keys are better than none.
      if (this.#found) return this.#found;
      throw this.#failed.error;
    }
    this.#looking ??= this.#discover().finally(() => {
      this.#looking = undefined;
    });
    return await this.#looking;
  }

  async #discover(): Promise<Found> {
    try {
      const address = await findKeysAddress(this.#issuer);
      const keys = createRemoteJWKSet(new URL(address), {
        timeoutDuration: timeoutMs,
        cooldownDuration: newKeyMs,
        cacheMaxAge: 10 * 60_000,
        [customFetch]: async (url, { headers, signal }) => {
          const text = await fetchBounded(url, { headers, signal });
          return new Response(text, { status: 200 });
        },
      });
      this.#failed = undefined;
      this.#found = { keys, at: Date.now() };
      return this.#found;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const unavailable = new KeysUnavailable(`The keys of ${this.#issuer} could not be fetched: ${reason}`);
      this.#failed = { at: Date.now(), error: unavailable };
      if (this.#found) return this.#found;
      throw unavailable;
    }
  }
}

/** RFC 8414 first, then OpenID Connect in both of its places. */
async function findKeysAddress(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  const problems: string[] = [];
  for (const place of new Set(places)) {
    try {
      const metadata = JSON.parse(await fetchBounded(place, {})) as { issuer?: unknown; jwks_uri?: unknown };
      if (metadata.issuer !== issuer) throw new Error('its metadata names another issuer');
      if (typeof metadata.jwks_uri !== 'string') throw new Error('its metadata has no jwks_uri');
      const problem = findAddressProblem(metadata.jwks_uri.split('?', 1)[0] ?? '');
      if (problem !== undefined) throw new Error(`its jwks_uri ${problem}`);
      return metadata.jwks_uri;
    } catch (error) {
      problems.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(problems.join('; '));
}

async function fetchBounded(
  url: string,
  { headers, signal }: { headers?: Headers; signal?: AbortSignal },
): Promise<string> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: headers ?? { accept: 'application/json' },
    signal: signal ?? AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
