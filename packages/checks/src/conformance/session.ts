import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './connect.js';
import { isObject } from './json.js';
import { type Exchange, type Probe, readProbe } from './probe.js';

/** After so many calls without an answer the rest is not sent: a dead server must not cost minutes. */
const patience = 6;
const longestWaitMs = 60_000;
const allWaitsMs = 300_000;

export interface SessionOptions {
  /** Opens a connection; called again when the server died or fell silent, so that each check is judged alone. */
  readonly open: () => Promise<Connection>;
  readonly signal: AbortSignal | undefined;
}

/** Everything that is said to one server. */
export interface Session {
  /** Every command that was sent, in order: the checks of the response look at all answers. */
  readonly transcript: readonly Probe[];
  /** Sends a command. Rejects only when the run was aborted. */
  send(command: string): Promise<Probe>;
  /** As `send`, but a command that was asked before is answered from memory. */
  ask(command: string): Promise<Probe>;
  /** Any MCP request, outside the transcript. */
  request(method: string, params: Record<string, unknown>): Promise<Exchange>;
  close(): Promise<void>;
}

/** A session over the first connection; it opens new ones when it has to. */
export function createSession(first: Connection, { open, signal }: SessionOptions): Session {
  let connection: Connection | undefined = first;
  let silences = 0;
  let waitedMs = 0;
  const transcript: Probe[] = [];
  const asked = new Map<string, Promise<Probe>>();

  async function request(method: string, params: Record<string, unknown>): Promise<Exchange> {
    signal?.throwIfAborted();
    if (silences >= patience) return { kind: 'silence', reason: `not sent, ${patience} calls were not answered` };
    let exchange: Exchange;
    try {
      connection ??= await open();
      exchange = await connection.request(method, params);
    } catch (error) {
      exchange = { kind: 'silence', reason: `could not connect again: ${(error as Error).message}` };
    }
    signal?.throwIfAborted();
    if (exchange.kind === 'silence') {
      silences += 1;
      await connection?.close();
      connection = undefined;
    }
    return exchange;
  }

  async function send(command: string): Promise<Probe> {
    for (;;) {
      const exchange = await request('tools/call', { name: 'cli', arguments: { command } });
      const probe = readProbe(command, exchange);
      if (probe.code !== 'RATE_LIMITED' || waitedMs >= allWaitsMs) {
        transcript.push(probe);
        return probe;
      }
      const wait = waitOf(probe);
      waitedMs += wait;
      await delay(wait, undefined, signal === undefined ? {} : { signal });
    }
  }

  return {
    transcript,
    request,
    send,
    ask(command) {
      const known = asked.get(command) ?? send(command);
      asked.set(command, known);
      return known;
    },
    async close() {
      await connection?.close();
      connection = undefined;
    },
  };
}

/** What a rate limit asks for, as Appendix B words it ("Wait {seconds}s before retry"); otherwise two seconds. */
function waitOf(probe: Probe): number {
  const error = probe.response?.error;
  const hint = isObject(error) && typeof error.hint === 'string' ? error.hint : '';
  const seconds = Number(/(\d+)\s*s/.exec(hint)?.[1] ?? 2);
  return Math.min(Math.max(seconds, 1) * 1000, longestWaitMs);
}
