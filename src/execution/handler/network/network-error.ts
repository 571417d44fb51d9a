// A failure of the network → an error that says where it happened, by which way, and how to look for yourself. Nothing
// of an address is shown but its host and port: paths, queries and user names hold secrets.

import { quoteWords } from '../../../command-line/quote.js';
import { CommandError } from '../../../vocabulary/gate-error.js';

/** What a request was on its way to. */
export interface Destination {
  /** `https://api.example.com:8443`, where it is known. */
  readonly origin?: string | undefined;
  readonly host: string | null;
  readonly port: number | null;
  /** Without credentials. */
  readonly proxy: string | null;
  readonly verifiesCertificates: boolean;
}

export type Reason =
  | 'refused'
  | 'lookup'
  | 'name'
  | 'unreachable'
  | 'closed'
  | 'timeout'
  | 'tls'
  | 'not-http'
  | 'proxy'
  | 'redirect'
  | 'size';

interface Meaning {
  /** Continues "api.example.com:443 …". */
  readonly what: string;
  readonly next: string;
  /** Whether the same request could end otherwise; undefined where that depends on what the command does. */
  readonly retryable?: false;
}

const meanings: Readonly<Record<Reason, Meaning>> = {
  refused: { what: 'refuses connections', next: 'Check that the service is running, and its address' },
  lookup: { what: 'could not be looked up', next: 'Check the network: name resolution is not working' },
  name: { what: 'has no address', next: 'Check the name', retryable: false },
  unreachable: { what: 'cannot be reached', next: 'Check the network, and whether a proxy is needed' },
  closed: { what: 'closed the connection', next: 'Check the service' },
  timeout: { what: 'did not answer in time', next: 'Check the network and the service, or allow more time' },
  tls: {
    what: 'has an untrusted certificate',
    next: "Check the certificate, or name its authority's certificate in SSL_CERT_FILE",
    retryable: false,
  },
  'not-http': { what: 'answered something that is not HTTP', next: 'Check the address and the port', retryable: false },
  proxy: { what: 'cannot be reached through the proxy', next: 'Check the proxy and its credentials', retryable: false },
  redirect: {
    what: 'redirects to an address that is not followed',
    next: 'Use the address it redirects to',
    retryable: false,
  },
  size: { what: 'answered with more than is accepted', next: 'Request less', retryable: false },
};

export function networkError(reason: Reason, to: Destination, detail?: string, cause?: unknown): CommandError {
  const { what, next, retryable } = meanings[reason];
  const where = to.host === null ? 'The service' : nameOf(to);
  const suggestion = suggestionFor(to);
  const hint = suggestion === undefined ? next : `${next}. To check yourself: ${suggestion}`;
  return new CommandError(
    reason === 'timeout' ? 'TIMEOUT' : 'NETWORK_ERROR',
    `${where} ${what}${to.proxy === null ? '' : `, through ${to.proxy}`}${detail === undefined ? '' : `: ${detail}`}`,
    {
      hint,
      cause,
      ...(retryable !== undefined && { retryable }),
      about: {
        network_context: {
          ...{ reason, host: to.host, port: to.port, proxy_used: to.proxy, ssl_verify: to.verifiesCertificates },
          ...(suggestion !== undefined && { suggestion }),
        },
      },
    },
  );
}

export function proxyUnreadable(variable: string): CommandError {
  return setUpWrongly(
    'proxy',
    `${variable} is not the address of an HTTP proxy`,
    `Set ${variable} to an address such as http://proxy.example.com:3128, or unset it`,
  );
}

export function certificatesUnreadable(variable: string): CommandError {
  return setUpWrongly(
    'tls',
    `${variable} does not name a readable certificate file`,
    `Set ${variable} to a file with certificates in PEM format, or unset it`,
  );
}

function setUpWrongly(reason: Reason, message: string, hint: string): CommandError {
  return new CommandError('NETWORK_ERROR', message, {
    hint,
    retryable: false,
    about: { network_context: { reason, host: null, port: null, proxy_used: null, ssl_verify: true } },
  });
}

function nameOf({ host, port }: Destination): string {
  const plain = host?.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return port === null ? `${plain}` : `${plain}:${port}`;
}

/** A line for a shell. Host names may hold characters that a shell would run. */
function suggestionFor(to: Destination): string | undefined {
  if (to.host === null) return undefined;
  const address = to.origin === undefined ? `telnet://${nameOf(to)}` : `${to.origin}/`;
  if (to.origin === undefined && to.port === null) return quoteWords(['getent', 'hosts', to.host]);
  return quoteWords(['curl', '-v', '-m', '10', ...(to.proxy === null ? [] : ['--proxy', to.proxy]), address]);
}
