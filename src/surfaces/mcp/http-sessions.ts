// Sessions of the 2025 generation: a cancellation comes in its own request and must find the running call.

import { randomUUID } from 'node:crypto';
import { isInitializeRequest, type JSONRPCMessage, type Server } from '@modelcontextprotocol/server';
import type { HttpExchange } from './http-exchange.js';
import { jsonRpcErrorText } from './json-rpc-error.js';
import { batchRefused, errorResponse } from './read-message.js';
import { SessionTransport, sameId } from './session-transport.js';

export interface HttpSessionsOptions {
  readonly open: () => Promise<SessionServer>;
  readonly limit: number;
  readonly idleMs: number;
  readonly onError: (error: Error) => void;
}

export interface SessionServer {
  readonly server: Server;
  /** Called when the session is over, however it ended. */
  readonly end: () => void;
}

interface HttpSession {
  readonly transport: SessionTransport;
  usedAt: number;
}

/** The sessions of one caller: bounded in number, and closed when nobody uses them. */
export class HttpSessions {
  readonly #options: HttpSessionsOptions;
  /** Longest unused first. */
  readonly #sessions = new Map<string, HttpSession>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: HttpSessionsOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#expire(), Math.min(options.idleMs, 60_000)).unref();
  }

  /** Answers one request of the 2025 generation. */
  async answer(exchange: HttpExchange): Promise<void> {
    const { request, message, batch } = exchange;
    const accept = request.headers.accept ?? '';
    if ((message ?? batch) && !(accept.includes('application/json') && accept.includes('text/event-stream'))) {
      const text = 'Not Acceptable: Client must accept both application/json and text/event-stream';
      exchange.reply({ status: 406, text: jsonRpcErrorText(-32000, text) });
      return;
    }
    const id = request.headers['mcp-session-id'];
    if (typeof id !== 'string') {
      if (message && 'method' in message && message.method === 'initialize') await this.#open(exchange);
      else {
        const text =
          'The Mcp-Session-Id header is required: send "initialize" first, then use the id from its response.';
        exchange.reply({ status: 400, text: jsonRpcErrorText(-32000, text) });
      }
      return;
    }
    const session = this.#find(id);
    if (session === undefined) {
      // The status that tells a client to initialize again.
      const text = jsonRpcErrorText(
        -32001,
        'Session not found: it was closed, or expired after being unused. Send "initialize" again.',
      );
      exchange.reply({ status: 404, text });
      return;
    }
    this.#touch(id, session);
    if (message) this.#serve(session, exchange);
    else if (batch) this.#serveBatch(session, exchange);
    else {
      this.#drop(id);
      exchange.endWith(200, {}, '');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #open(exchange: HttpExchange): Promise<void> {
    if (!isInitializeRequest(exchange.message)) {
      const text = jsonRpcErrorText(-32000, 'Bad Request: Server not initialized');
      exchange.reply({ status: 400, text });
      return;
    }
    if (this.#sessions.size >= this.#options.limit && !this.#evict()) {
      const text = jsonRpcErrorText(-32000, 'Too many sessions are in use. Try again later.');
      exchange.reply({ status: 503, text, headers: { 'retry-after': '5' } });
      return;
    }
    const transport = new SessionTransport(randomUUID());
    const session: HttpSession = { transport, usedAt: performance.now() };
    const { server, end } = await this.#options.open();
    const { onerror, onclose } = server;
    server.onerror = onerror ?? this.#options.onError;
    server.onclose = () => {
      this.#sessions.delete(transport.sessionId);
      end();
      onclose?.();
    };
    await server.connect(transport);
    this.#sessions.set(transport.sessionId, session);
    this.#serve(session, exchange);
    // Others may have opened one meanwhile.
    if (this.#sessions.size > this.#options.limit) this.#evict();
  }

  #serve(session: HttpSession, exchange: HttpExchange): void {
    const { transport } = session;
    const { message } = exchange;
    if (!message) return;
    if ('method' in message && 'id' in message) {
      if (transport.isOpen(message.id)) {
        exchange.reply({ status: 400, text: jsonRpcErrorText(sameId.code, sameId.message) });
        return;
      }
      exchange.onClose(() => {
        session.usedAt = performance.now();
      });
    }
    transport.receive(exchange);
    endCancelled(transport, message);
  }

  #serveBatch(session: HttpSession, exchange: HttpExchange): void {
    const { transport } = session;
    if (!transport.takesBatches) {
      exchange.reply({ status: 400, text: errorResponse(batchRefused) });
      return;
    }
    exchange.onClose(() => {
      session.usedAt = performance.now();
    });
    transport.receiveBatch(exchange);
    for (const entry of exchange.batch ?? []) if (entry.ok) endCancelled(transport, entry.message);
  }

  #find(id: string): HttpSession | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || !this.#isExpired(session)) return session;
    this.#drop(id);
    return undefined;
  }

  #touch(id: string, session: HttpSession): void {
    session.usedAt = performance.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
  }

  #evict(): boolean {
    for (const [id, { transport }] of this.#sessions) {
      if (!transport.isInUse) {
        this.#drop(id);
        return true;
      }
    }
    return false;
  }

  #expire(): void {
    for (const [id, session] of this.#sessions) {
      if (this.#isExpired(session)) this.#drop(id);
    }
  }

  #isExpired({ transport, usedAt }: HttpSession): boolean {
    return !transport.isInUse && performance.now() - usedAt >= this.#options.idleMs;
  }

  #drop(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.transport.close().catch(this.#options.onError);
  }
}

function endCancelled(transport: SessionTransport, message: JSONRPCMessage): void {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return;
  const id = message.params?.requestId;
  if (typeof id === 'string' || typeof id === 'number') transport.endWithoutAnswer(id);
}
