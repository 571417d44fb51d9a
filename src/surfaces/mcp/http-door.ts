import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpHttpHandler,
  type McpRequestContext,
  type ServerEventBus,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Session } from '../../vocabulary/request.js';
import { createMcpServer } from './create-mcp-server.js';
import type { HttpExchange } from './http-exchange.js';
import type { HttpLimits } from './http-limits.js';
import { HttpSessions } from './http-sessions.js';
import { asKnownServer, type CreateServer, type OwnTool, protocolOf } from './own-server.js';
import { RecentRuns } from './resources/recent-runs.js';
import type { McpServerOptions } from './server-options.js';
import { Tasks } from './tasks/tasks.js';

/** What each server of a door has for itself. */
type OfOneServer = 'session' | 'door' | 'tasks' | 'recent' | 'ownTools' | 'tellsChanges';

export interface HttpDoorOptions extends Omit<McpServerOptions, OfOneServer> {
  readonly openSession: () => Session;
  /** Makes the servers in place of ours. */
  readonly createServer?: CreateServer | undefined;
  /** Carries what has changed to those who listen for it. */
  readonly bus: ServerEventBus;
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
  readonly #endModern: () => void;

  constructor(options: HttpDoorOptions) {
    const { openSession, createServer, bus, limits, onError, ...server } = options;
    const make = (
      context: McpRequestContext,
      session: Session,
      shared: Pick<McpServerOptions, 'tasks' | 'recent'> = {},
    ) => {
      // Without sessions, whoever wants to know listens to the bus.
      const tellsChanges = context.era === 'legacy' ? 'with-next-call' : 'elsewhere';
      const gateServer = ({ tools }: { tools?: readonly OwnTool[] } = {}) =>
        createMcpServer({ ...server, ...shared, door: 'mcp-http', session, ownTools: tools, tellsChanges });
      return createServer?.({ ...context, caller: server.caller, session, gateServer }) ?? gateServer();
    };
    // What its client sent to the background on purpose goes on.
    const end = ({ id }: Session) => server.gate.cancel({ session: id, keepBackground: true });
    this.#sessions = new HttpSessions({
      open: async () => {
        const session = openSession();
        return { server: protocolOf(await make({ era: 'legacy' }, session)), end: () => end(session) };
      },
      limit: limits.sessions,
      idleMs: limits.sessionIdleMs,
      onError,
    });
    // The 2026 generation has no sessions; all its requests share one of the gate's, as long as the door is open.
    let session: Session | undefined;
    const tasks = new Tasks();
    const recent = new RecentRuns();
    this.#endModern = () => session && end(session);
    const createModernServer = async (context: McpRequestContext) => {
      session ??= openSession();
      return asKnownServer(await make(context, session, { tasks, recent }));
    };
    this.#modern = createMcpHandler(createModernServer, {
      legacy: 'reject',
      onerror: onError,
      bus,
      // A subscription stays open and hears nothing, the tool never changes: it must not take a call's place.
      maxSubscriptions: Math.ceil(limits.requests / 2),
    });
  }

  /** Resolves when the answer is made, or the session makes it. */
  async answer(exchange: HttpExchange): Promise<void> {
    const { webRequest, message, batch } = exchange;
    const parsedBody = message ?? null;
    if (batch || isPlainlyLegacy(exchange) || (await isLegacyRequest(webRequest, parsedBody))) {
      await this.#sessions.answer(exchange);
    } else await exchange.send(await this.#modern.fetch(webRequest, { parsedBody }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#modern.close(), this.#sessions.close()]);
    this.#endModern();
  }
}

/** Whether a message waits for an answer. */
export function expectsAnswer(message: JSONRPCMessage | undefined): boolean {
  return message !== undefined && 'method' in message && 'id' in message;
}

const legacyVersions: ReadonlySet<unknown> = new Set(SUPPORTED_PROTOCOL_VERSIONS);

/** What says of itself, in its session and its version, that it is of the 2025 generation; for the rest the SDK is asked. */
function isPlainlyLegacy({ request: { headers }, message }: HttpExchange): boolean {
  if (headers['mcp-session-id'] === undefined || !legacyVersions.has(headers['mcp-protocol-version'])) return false;
  const meta: unknown = message && 'params' in message ? message.params?._meta : undefined;
  return meta === undefined;
}
