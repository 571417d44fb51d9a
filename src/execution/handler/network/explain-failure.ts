// What Node says about a connection that failed → which of our reasons it is.

import type { CommandError } from '../../../vocabulary/gate-error.js';
import { type Destination, networkError, type Reason } from './network-error.js';

const codes: readonly (readonly [Reason, RegExp])[] = [
  ['refused', /^ECONNREFUSED$/],
  ['lookup', /^EAI_AGAIN$/],
  ['name', /^(?:ENOTFOUND|EAI_[A-Z]+)$/],
  ['unreachable', /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/],
  ['closed', /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/],
  ['timeout', /^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/],
  ['tls', /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH$|EPROTO$)/],
  ['not-http', /^HPE_/],
];

/** Undefined where the network has nothing to do with it. */
function reasonOf(code: unknown): Reason | undefined {
  if (typeof code !== 'string') return undefined;
  return codes.find(([, pattern]) => pattern.test(code))?.[0];
}

/** What a connection or a stream failed with, told as one of ours. */
export function explainFailure(error: unknown, to: Destination): CommandError {
  const { code } = error as NodeJS.ErrnoException;
  const reason = reasonOf(code) ?? 'closed';
  const known = reason === 'tls' || reason === 'name' || reason === 'unreachable' ? code : undefined;
  return networkError(reason, to, known, error);
}

/** What came out of a handler: Node's own `fetch`, or anything else that could not connect. */
export function recogniseNetworkError(error: unknown, verifiesCertificates: boolean): CommandError | undefined {
  const isFetch = error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated');
  const failed = isFetch ? deepest(error.cause) : deepest(error);
  const reason = failed && reasonOf(failed.code);
  if (!failed || !reason) return undefined;
  const { hostname, address, port, syscall } = failed;
  if (!isFetch && (!(syscall === 'connect' || syscall === 'getaddrinfo') || address?.startsWith('/'))) return undefined;
  const to = { host: hostname ?? address ?? null, port: port ?? null, proxy: null, verifiesCertificates };
  return explainFailure(failed, to);
}

interface SystemError extends NodeJS.ErrnoException {
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
}

/** Several addresses were tried: the first one says enough. */
function deepest(error: unknown): SystemError | undefined {
  if (!(error instanceof Error)) return undefined;
  return error instanceof AggregateError ? deepest(error.errors[0]) : error;
}
