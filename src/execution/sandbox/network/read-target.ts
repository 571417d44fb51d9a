// What a request asks for: from the first line alone. What else names a host in it is not believed.

import { canonicalHost } from './canonical-host.js';
import type { Destination } from './connect-to.js';

export interface Target extends Destination {
  readonly isEncrypted: boolean;
  /** With the query, as it was written. */
  readonly path: string;
}

/** Of CONNECT: a host and a port. */
export function readAuthority(text: string, defaultPort?: number): Destination | undefined {
  const [, written = '', digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(asText(text)) ?? [];
  const host = canonicalHost(written);
  const port = digits === undefined ? defaultPort : Number(digits);
  return host === undefined || port === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

/** Of a request that a proxy is to send on: a whole URL, without user and password. */
export function readAbsoluteTarget(url: string): Target | undefined {
  const [, authority, path = ''] = /^http:\/\/([^/?#]*)([/?][^#]*)?$/i.exec(url) ?? [];
  const destination = authority === undefined ? undefined : readAuthority(authority, 80);
  return destination && { ...destination, isEncrypted: false, path: path.startsWith('/') ? path : `/${path}` };
}

/** Of a request in a tunnel that ends here: its path, and nothing that could lead elsewhere. */
export function readPath(url: string, destination: Destination): Target | undefined {
  return url.startsWith('/') ? { ...destination, isEncrypted: true, path: url } : undefined;
}

/** Node reads the bytes of a first line as Latin-1; a name in them is UTF-8. */
function asText(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
