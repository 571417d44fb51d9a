import {
  createMcpHandler,
  isJSONRPCRequest,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import { createMcpServer, type McpServerOptions } from './create-mcp-server.js';
import type { HttpLimits } from './http-limits.js';
import { HttpSessions } from './http-sessions.js';

export interface HttpDoorOptions extends Omit<McpServerOptions, 'session' | 'door'> {
  readonly openSession: () => McpServerOptions['session'];
  readonly limits: HttpLimits;
  readonly onError: (error: Error) => void;
}

/**
 * Everything one caller reaches over HTTP, in both protocol generations. Each caller has its own, so a
 * session id is worth nothing to another caller.
 */
export class HttpDoor {
  readonly #sessions: HttpSessions;
  readonly #modern: McpHttpHandler;

  constructor(options: HttpDoorOptions) {
    const { openSession, limits, onError, ...server } = options;
    this.#sessions = new HttpSessions({
      createServer: () => createMcpServer({ ...server, door: 'mcp-http', session: openSession() }),
      limit: limits.sessions,
      idleMs: limits.sessionIdleMs,
      onError,
    });
    // The 2026 generation has no sessions; all its requests share one of the gate's.
    let session: McpServerOptions['session'] | undefined;
    const createModernServer = () => {
      session ??= openSession();
      return createMcpServer({ ...server, door: 'mcp-http', session });
    };
    this.#modern = createMcpHandler(createModernServer, {
      legacy: 'reject',
      onerror: onError,
      // A subscription stays open and hears nothing, the tool never changes: it must not take a call's place.
      maxSubscriptions: Math.ceil(limits.requests / 2),
    });
  }

  async fetch(request: Request, message: JSONRPCMessage | undefined): Promise<Response> {
    if (await isLegacyRequest(request, message)) return this.#sessions.fetch(request, message);
    return this.#modern.fetch(request, { parsedBody: message });
  }

  async close(): Promise<void> {
    await Promise.all([this.#modern.close(), this.#sessions.close()]);
  }
}

/** Whether a message waits for an answer. */
export function expectsAnswer(message: JSONRPCMessage | undefined): boolean {
  return message !== undefined && isJSONRPCRequest(message);
}
