// Whose access token it is. Loaded only where OAuth is configured: it brings `jose`.

import { createHash } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Caller } from '../../../vocabulary/request.js';
import type { TokenVerdict } from './access-tokens.js';
import { IssuerKeys, KeysUnavailable } from './issuer-keys.js';
import type { OAuthCaller, OAuthOptions } from './oauth-options.js';

/** Signatures by key pairs only: with a shared secret, the public key would be enough to forge one. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const skewSeconds = 30;

export class AccessTokenVerifier {
  readonly #options: OAuthOptions;
  readonly #issuers: ReadonlyMap<string, IssuerKeys>;

  constructor(options: OAuthOptions) {
    this.#options = options;
    this.#issuers = new Map(options.issuers.map((issuer) => [issuer, new IssuerKeys(issuer)]));
  }

  async verify(token: string): Promise<TokenVerdict> {
    const { resource, audience = [], requiredScopes = [] } = this.#options;
    let claims: JWTPayload;
    try {
      const { iss } = decodeJwt(token);
      const keys = iss === undefined ? undefined : this.#issuers.get(iss);
      if (iss === undefined || keys === undefined)
        return invalid('It was issued by an authorization server that is not accepted here.');
      ({ payload: claims } = await jwtVerify(token, keys.find, {
        algorithms,
        issuer: iss,
        audience: [resource, ...audience],
        clockTolerance: skewSeconds,
        requiredClaims: ['exp', 'sub'],
      }));
    } catch (error) {
      return reasonOf(error);
    }
    const scopes = scopesOf(claims);
    const missing = requiredScopes.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) return { status: 'lacks', scopes: requiredScopes };
    const fitting = this.#options.callers.find((one) => fits(one, scopes, claims));
    if (fitting === undefined) {
      return { status: 'lacks', scopes: [...requiredScopes, ...(this.#options.callers[0]?.scopes ?? [])] };
    }
    return {
      status: 'known',
      caller: this.#callerOf(fitting.caller, claims, scopes),
      expiresAt: (claims.exp ?? 0) * 1_000,
    };
  }

  /** One name for each person and client: runs, approvals and sessions belong to a name. */
  #callerOf({ name, may }: Caller, claims: JWTPayload, scopes: readonly string[]): Caller {
    const { client_id: client, azp } = claims as { client_id?: unknown; azp?: unknown };
    const subject = short(String(claims.sub));
    const at = short(typeof client === 'string' ? client : typeof azp === 'string' ? azp : 'unknown');
    const issuer = this.#issuers.size > 1 ? `/${new URL(String(claims.iss)).host}` : '';
    return { name: `${name}:${subject}@${at}${issuer}`, role: name, may, scopes };
  }
}

function fits(
  { scopes: needed = [], claims: wanted = {} }: OAuthCaller,
  scopes: readonly string[],
  claims: JWTPayload,
): boolean {
  if (!needed.every((scope) => scopes.includes(scope))) return false;
  return Object.entries(wanted).every(([name, value]) => {
    const given = Object.hasOwn(claims, name) ? claims[name] : undefined;
    return Array.isArray(given) ? given.includes(value) : given === value;
  });
}

function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  const given = scope ?? scp;
  if (typeof given === 'string') return given.split(' ').filter(Boolean);
  return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
}

/** What the issuer calls somebody, as one word of a bounded length that is still nobody else's. */
function short(text: string): string {
  const plain = /^[\w.|+=/-]{1,80}$/.test(text);
  return plain
    ? text
    : `${text.replace(/[^\w.-]+/g, '_').slice(0, 40)}~${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

function reasonOf(error: unknown): TokenVerdict {
  if (error instanceof KeysUnavailable) return { status: 'unavailable', error };
  if (error instanceof errors.JWKSTimeout) return { status: 'unavailable', error };
  if (error instanceof errors.JWTExpired) return invalid('It has expired.');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return invalid('It was issued for another server (aud).');
    if (error.claim === 'nbf') return invalid('It is not valid yet.');
    return invalid(`Its claim ${error.claim} is missing or wrong.`);
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return invalid('Its signature does not match any key of its issuer.');
  }
  if (error instanceof errors.JOSEAlgNotAllowed)
    return invalid('It is signed with an algorithm that is not accepted here.');
  if (error instanceof errors.JOSEError) return invalid('It is not a signed token (JWT).');
  // The keys could not be fetched: what `fetch` throws.
  return { status: 'unavailable', error: error instanceof Error ? error : new Error(String(error)) };
}

function invalid(reason: string): TokenVerdict {
  return { status: 'invalid', reason };
}
