// What `context.fetch` does: Node's own fetch knows no proxies, and would outlive its run.

import type { IncomingMessage } from 'node:http';
import type { FetchOptions } from '../../../vocabulary/context.js';
import { isCommandError } from '../../../vocabulary/gate-error.js';
import { chooseProxy, type ProxyServer } from './choose-proxy.js';
import { explainFailure } from './explain-failure.js';
import type { Network } from './network.js';
import { type Destination, networkError } from './network-error.js';
import { type Asked, nextOf, type Refused, readRequest } from './read-request.js';
import { TooLarge, toResponse } from './read-response.js';
import { RefusedByProxy, send } from './send.js';
import { trustedCertificates } from './trusted-certificates.js';

const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 16 * 1024 * 1024;
const mostRedirects = 10;

const refusals: Readonly<Record<Refused, string>> = {
  unencrypted: 'to an address that is not encrypted',
  body: 'to another host, which would receive what was sent to this one',
};

/** Answers with whatever the service says. Throws where there is no answer, and says why. */
export async function fetchWithin(network: Network, url: string | URL, options: FetchOptions = {}): Promise<Response> {
  let asked = await readRequest(url, options);
  for (let redirects = 0; ; redirects++) {
    const { message, trip } = await exchange(network, asked, options);
    const next = options.redirect === 'manual' ? undefined : nextOf(asked, message);
    if (!isStatus(message.statusCode)) throw networkError('not-http', trip.to, 'its status is none');
    if (!next) return toResponse(message, asked, options.maxBytes ?? defaultMaxBytes, (error) => trip.explain(error));
    message.destroy();
    if (typeof next === 'string') throw networkError('redirect', trip.to, refusals[next]);
    if (options.redirect === 'error' || redirects === mostRedirects) {
      throw networkError('redirect', trip.to, options.redirect === 'error' ? undefined : `${mostRedirects} times`);
    }
    asked = next;
  }
}

async function exchange(network: Network, asked: Asked, options: FetchOptions): Promise<Exchange> {
  const { variables } = network;
  const proxy = chooseProxy(asked.url, variables);
  const trip = new Trip(
    network,
    options,
    destinationOf(asked.url, proxy, variables.NODE_TLS_REJECT_UNAUTHORIZED !== '0'),
  );
  try {
    const { signal } = trip;
    signal.throwIfAborted();
    return { trip, message: await send({ ...asked, proxy, certificates: trustedCertificates(variables), signal }) };
  } catch (error) {
    throw trip.explain(error);
  } finally {
    trip.stopClock();
  }
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly trip: Trip;
}

/** One request from its start to the end of its answer: what can end it, and what that means. */
class Trip {
  readonly to: Destination;
  readonly signal: AbortSignal;
  readonly #run: AbortSignal;
  readonly #own: AbortSignal | undefined;
  readonly #clock = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor({ signal: run }: Network, { signal: own, timeoutMs = defaultTimeoutMs }: FetchOptions, to: Destination) {
    this.to = to;
    this.#run = run;
    this.#own = own ?? undefined;
    this.#timer = setTimeout(() => this.#clock.abort(), timeoutMs);
    this.signal = AbortSignal.any([run, this.#clock.signal, ...(own ? [own] : [])]);
  }

  /** The time is for an answer to begin; how long it takes to read it is the run's own. */
  stopClock(): void {
    clearTimeout(this.#timer);
  }

  explain(error: unknown): unknown {
    if (this.#run.aborted) return this.#run.reason;
    if (this.#clock.signal.aborted) return networkError('timeout', this.to);
    if (this.#own?.aborted) return isTimeout(this.#own.reason) ? networkError('timeout', this.to) : this.#own.reason;
    if (isCommandError(error)) return error;
    if (error instanceof RefusedByProxy) return networkError('proxy', this.to, `it answered ${error.status}`);
    if (error instanceof TooLarge) return networkError('size', this.to);
    return explainFailure(error, this.to);
  }
}

/** A Response can hold no other. */
function isStatus(status = 0): boolean {
  return status >= 200 && status <= 599;
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function destinationOf(url: URL, proxy: ProxyServer | undefined, verifiesCertificates: boolean): Destination {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return { origin: url.origin, host: url.hostname, port, proxy: proxy?.shown ?? null, verifiesCertificates };
}
