// What a handler asks for → what is sent, and what is sent after a redirect.

import type { IncomingMessage } from 'node:http';
import type { FetchOptions } from '../../../vocabulary/context.js';

/** One request, ready to be sent. */
export interface Asked {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** They are about the connection, which is none of the handler's business. */
const ofTheConnection = [
  'connection',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
];

/** Throws a TypeError where it is no request, as Node's own fetch does. */
export async function readRequest(given: string | URL, options: FetchOptions): Promise<Asked> {
  const url = readAddress(given);
  const { method, headers, body } = options;
  // Node knows how to write every kind of body, and which header it needs.
  const request = new Request(url, {
    ...(method !== undefined && { method }),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body, duplex: 'half' as const }),
  });
  const bytes = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  for (const name of ofTheConnection) request.headers.delete(name);
  const defaults = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'cmdgate' };
  const all = {
    ...defaults,
    ...Object.fromEntries(request.headers),
    ...(bytes && { 'content-length': `${bytes.length}` }),
  };
  return { url, method: request.method, headers: all, body: bytes };
}

/** Where it is wrong it is not shown: it may hold a secret. */
function readAddress(given: string | URL): URL {
  if (!URL.canParse(String(given))) throw new TypeError('The address to fetch is invalid.');
  const url = new URL(String(given));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError('The address to fetch must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The address to fetch contains credentials; send them in the Authorization header.');
  }
  url.hash = '';
  return url;
}

/** What may be told to a host that nobody meant to talk to. */
const forEverybody = /^(?:accept(?:-.*)?|content-type|content-length|user-agent)$/;

/** Where a redirect is not followed: to an address that is not encrypted, or with what was meant for another host. */
export type Refused = 'unencrypted' | 'body';

/** Undefined where the answer is no redirect; otherwise what to send next. */
export function nextOf(asked: Asked, { statusCode = 0, headers }: IncomingMessage): Asked | Refused | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode) || !location || !URL.canParse(location, asked.url.href))
    return undefined;
  const url = new URL(location, asked.url);
  if (url.protocol !== asked.url.protocol && url.protocol !== 'https:') return 'unencrypted';
  url.username = '';
  url.password = '';
  url.hash = '';
  const entries = Object.entries(asked.headers);
  const kept = url.origin === asked.url.origin ? entries : entries.filter(([name]) => forEverybody.test(name));
  const becomesGet = statusCode === 303 ? asked.method !== 'HEAD' : statusCode < 303 && asked.method === 'POST';
  if (!becomesGet && asked.body && !isSameHost(asked.url, url)) return 'body';
  if (!becomesGet) return { ...asked, url, headers: Object.fromEntries(kept) };
  const withoutBody = kept.filter(([name]) => !name.startsWith('content-'));
  return { url, method: 'GET', headers: Object.fromEntries(withoutBody), body: undefined };
}

/** The same service, or itself when it wants to be asked with encryption. */
function isSameHost(from: URL, to: URL): boolean {
  return from.origin === to.origin || (from.hostname === to.hostname && from.protocol !== to.protocol);
}
