// Sessions of the 2025 generation: a cancellation comes in its own request and must find the running call.

import { randomUUID } from 'node:crypto';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { jsonRpcError } from './json-rpc-error.js';

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
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** The requests whose answer is still on its way. */
  readonly open: Set<RequestId>;
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

  /** Answers one request of the 2025 generation. `message` is the body of a POST. */
  async fetch(request: Request, message: JSONRPCMessage | undefined): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) {
      if (message !== undefined && 'method' in message && message.method === 'initialize') {
        return this.#open(request, message);
      }
      const text = 'The Mcp-Session-Id header is required: send "initialize" first, then use the id from its response.';
      return jsonRpcError(400, -32000, text);
    }
    const session = this.#find(id);
    // The status that tells a client to initialize again.
    if (session === undefined)
      return jsonRpcError(
        404,
        -32001,
        'Session not found: it was closed, or expired after being unused. Send "initialize" again.',
      );
    this.#touch(id, session);
    return this.#serve(session, request, message);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #open(request: Request, message: JSONRPCMessage): Promise<Response> {
    if (this.#sessions.size >= this.#options.limit && !this.#evict()) {
      return jsonRpcError(503, -32000, 'Too many sessions are in use. Try again later.', { 'retry-after': '5' });
    }
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
    const session: HttpSession = { transport, open: new Set(), usedAt: performance.now() };
    sendWithOpenCall(session);
    const { server, end } = await this.#options.open();
    const { onerror, onclose } = server;
    server.onerror = onerror ?? this.#options.onError;
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      end();
      onclose?.();
    };
    await server.connect(transport);
    const response = await this.#serve(session, request, message);
    if (transport.sessionId === undefined) await transport.close();
    else this.#sessions.set(transport.sessionId, session);
    // Others may have opened one meanwhile.
    if (this.#sessions.size > this.#options.limit) this.#evict();
    return response;
  }

  async #serve(session: HttpSession, request: Request, message: JSONRPCMessage | undefined): Promise<Response> {
    const { transport, open } = session;
    const id = message !== undefined && isJSONRPCRequest(message) ? message.id : undefined;
    if (id !== undefined && open.has(id)) {
      const text = 'Invalid request: a request with this id is still running in this session.';
      return jsonRpcError(400, ProtocolErrorCode.InvalidRequest, text);
    }
    if (id !== undefined) open.add(id);
    const response = await transport.handleRequest(request, message === undefined ? {} : { parsedBody: message });
    if (message !== undefined) await this.#endCancelled(session, message);
    if (id === undefined) return response;
    if (response.body === null || response.status !== 200) {
      open.delete(id);
      return response;
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    // Ends the SDK's stream with the connection; left alone it would wait for the next message.
    response.body
      .pipeTo(writable, { signal: request.signal })
      .catch(() => {})
      .finally(() => {
        open.delete(id);
        session.usedAt = performance.now();
      });
    return new Response(readable, { status: response.status, headers: response.headers });
  }

  /** A cancelled call gets no answer, so its stream has to be closed here, or it would stay open for ever. */
  async #endCancelled({ transport, open }: HttpSession, message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return;
    const id = message.params?.requestId;
    if ((typeof id !== 'string' && typeof id !== 'number') || !open.has(id)) return;
    transport.closeSSEStream(id);
    // Goes nowhere, the stream is closed; it makes the transport forget the request, and complain.
    const onerror = transport.onerror;
    transport.onerror = () => {};
    await transport.send({ jsonrpc: '2.0', id, result: {} });
    if (onerror) transport.onerror = onerror;
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
    for (const [id, { open }] of this.#sessions) {
      if (open.size === 0) {
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

  #isExpired({ open, usedAt }: HttpSession): boolean {
    return open.size === 0 && performance.now() - usedAt >= this.#options.idleMs;
  }

  #drop(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.transport.close().catch(this.#options.onError);
  }
}

/**
 * What a server says that belongs to no call, such as `elicitInput` of the MCP SDK, goes to the newest open one: only
 * calls have a stream, and what goes nowhere would be waited for in vain.
 */
function sendWithOpenCall({ transport, open }: HttpSession): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const newest = [...open].at(-1);
    const isHomeless = 'method' in message && options?.relatedRequestId === undefined && newest !== undefined;
    return send(message, isHomeless ? { ...options, relatedRequestId: newest } : options);
  };
}
