import { http } from '../../configuration/keys/http.js';

/** What the HTTP door takes on; every field has a default. */
export interface HttpLimits {
  readonly bodyBytes: number;
  readonly connections: number;
  /** Requests that are being answered at the same time. */
  readonly requests: number;
  /** Open sessions of the 2025 generation, for each caller. */
  readonly sessions: number;
  readonly sessionIdleMs: number;
  /** How long a client may take to send a request's headers. */
  readonly headersTimeoutMs: number;
  /** How long a client may take to send a whole request. */
  readonly requestTimeoutMs: number;
  /** How long a client may leave an answer untouched before it is given up. */
  readonly stalledMs: number;
  /** How long running calls may go on when the server closes. */
  readonly graceMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  connections: http.keys.connections.default,
  requests: http.keys.requests.default,
  sessions: 256,
  sessionIdleMs: 30 * 60_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  stalledMs: 60_000,
  graceMs: 5_000,
};
