// Who may talk to the HTTP door. Pure: header values in, a verdict out.

import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Caller } from '../../vocabulary/request.js';

/** A caller and the bearer token that proves it. */
export interface CallerWithToken {
  readonly caller: Caller;
  readonly token: string;
}

/** Why a request is turned away before anybody reads its body. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HostRules {
  /** The address the server listens on. */
  readonly host: string;
  readonly port: number;
  /** `name` permits every port, `name:port` only that one. */
  readonly allowedHosts: readonly string[];
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const wildcardAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** Whether only this machine can reach a server that listens on `host`. */
export function isLoopbackHost(host: string): boolean {
  const address = unbracketed(host).toLowerCase();
  if (address === 'localhost' || address === '::1') return true;
  return isIP(address) === 4 && address.startsWith('127.');
}

/** The address as it stands in a URL; a wildcard address is reached through loopback. */
export function urlHost(host: string): string {
  const address = unbracketed(host);
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return isIP(address) === 6 ? `[${address}]` : address;
}

/** Refuses a Host header that a page from elsewhere could have brought here by DNS rebinding. */
export function checkHost(header: string | undefined, rules: HostRules): Refusal | undefined {
  const parsed = header === undefined ? undefined : parseHost(header);
  if (parsed !== undefined) {
    const { name, port } = parsed;
    const isOwn = loopbackNames.has(name) || (!wildcardAddresses.has(rules.host) && name === ownName(rules.host));
    if (isOwn && port === rules.port) return undefined;
    const isAllowed = rules.allowedHosts.some((allowed) => {
      const entry = parseHost(allowed);
      if (entry === undefined || entry.name !== name) return false;
      return /:\d+$/.test(allowed) ? entry.port === port : true;
    });
    if (isAllowed) return undefined;
  }
  return {
    status: 403,
    message: `The Host header does not name this server. Use localhost:${rules.port}, or ask the owner to add the host to allowedHosts.`,
  };
}

/** Refuses a web page that is neither from this machine nor listed; clients that are no browser send no Origin. */
export function checkOrigin(header: string | undefined, allowedOrigins: readonly string[]): Refusal | undefined {
  if (header === undefined) return undefined;
  const origin = parseOrigin(header);
  if (origin !== undefined) {
    if (loopbackNames.has(origin.hostname) || isListedOrigin(header, allowedOrigins)) return undefined;
  }
  return { status: 403, message: 'This Origin is not allowed. The owner of the server can add it to allowedOrigins.' };
}

/** Whether the owner names this origin. */
export function isListedOrigin(header: string, allowedOrigins: readonly string[]): boolean {
  const origin = parseOrigin(header)?.origin;
  return origin !== undefined && allowedOrigins.some((allowed) => parseOrigin(allowed)?.origin === origin);
}

/** The token of an Authorization header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
}

/** Maps a bearer token to its caller. Tokens are kept and compared as hashes, in constant time. */
export class TokenCheck {
  readonly #known: readonly { readonly caller: Caller; readonly hash: Buffer }[];

  /** Throws for tokens that cannot tell callers apart. */
  constructor(entries: readonly CallerWithToken[]) {
    for (const { caller, token } of entries) {
      if (!/^[\x21-\x7e]+$/.test(token)) {
        throw new Error(`The token of caller "${caller.name}" must be printable ASCII without spaces, and not empty.`);
      }
    }
    this.#known = entries.map(({ caller, token }) => ({ caller, hash: hashOf(token) }));
    const hashes = new Set(this.#known.map(({ hash }) => hash.toString('hex')));
    if (hashes.size < entries.length) throw new Error('Two callers have the same token. Give each caller its own.');
  }

  get isOn(): boolean {
    return this.#known.length > 0;
  }

  identify(authorization: string | undefined): Caller | Refusal {
    const token = bearerToken(authorization);
    if (token === undefined) {
      return {
        status: 401,
        message: 'A bearer token is required: send the header "Authorization: Bearer <token>".',
        headers: { 'www-authenticate': 'Bearer realm="cmdgate"' },
      };
    }
    const hash = hashOf(token);
    let found: Caller | undefined;
    // No early exit: the time taken must not tell which token came close.
    for (const known of this.#known) {
      if (timingSafeEqual(known.hash, hash)) found = known.caller;
    }
    if (found !== undefined) return found;
    return {
      status: 401,
      message: 'The bearer token is not valid.',
      headers: { 'www-authenticate': 'Bearer realm="cmdgate", error="invalid_token"' },
    };
  }
}

/** Tells a refusal from a caller. */
export function isRefusal(value: Caller | Refusal): value is Refusal {
  return 'status' in value;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function unbracketed(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

function ownName(host: string): string {
  const address = unbracketed(host).toLowerCase();
  return isIP(address) === 6 ? `[${address}]` : address;
}

function parseHost(header: string): { name: string; port: number } | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(header.trim());
  if (match?.[1] === undefined) return undefined;
  return { name: match[1].toLowerCase(), port: match[2] === undefined ? 80 : Number(match[2]) };
}

function parseOrigin(text: string): URL | undefined {
  if (!/^https?:\/\/[^/@,\s]+\/?$/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}
