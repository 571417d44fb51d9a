import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import {
  InMemoryServerEventBus,
  isJsonContentType,
  type JSONRPCMessage,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import type { Gate } from '../../gate/gate.js';
import { localCaller as everyone, openSession as newSession } from '../../gate/session.js';
import { cliTool } from '../../renderings/tools/cli-tool.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { Caller, Session } from '../../vocabulary/request.js';
import { Connections } from './connections.js';
import { answerCors } from './http-cors.js';
import { expectsAnswer, HttpDoor } from './http-door.js';
import { HttpExchange } from './http-exchange.js';
import {
  bearerToken,
  type CallerWithToken,
  checkHost,
  checkOrigin,
  isLoopbackHost,
  isRefusal,
  type Refusal,
  TokenCheck,
  urlHost,
} from './http-guard.js';
import { defaultHttpLimits, type HttpLimits } from './http-limits.js';
import { type HttpReply, refusalReply, writeReply } from './http-reply.js';
import { AccessTokens } from './oauth/access-tokens.js';
import type { OAuthOptions } from './oauth/oauth-options.js';
import type { CreateServer } from './own-server.js';
import type { Heartbeat } from './progress.js';
import { readBody } from './read-body.js';
import { errorResponse, readMessages } from './read-message.js';
import { RunningCalls } from './running-calls.js';
import { Shares } from './shares.js';
import { UnreadAnswers } from './unread-answers.js';

/** Where the protocol is spoken. */
const endpoint = '/mcp';

/** How long the answers to withdrawn calls may take to leave. */
const flushMs = 1_000;

/** How much may be made and not read by all clients together. */
const mostUnreadBytes = 64 * 1024 * 1024;

/** Where all places are taken, a client that reads nothing of a running call for so long loses its own. */
const stalledInCrowdMs = 2_000;

/** How many requests may wait for their answer on one connection: answers leave in the order of the requests. */
const mostOnOneConnection = 16;

/** Callers whose sessions are kept; with OAuth, everybody who logs in is one. */
const mostDoors = 1_000;

export interface ServeHttpOptions {
  /** The gate that is served, of `createAcli` or `createGate`. */
  readonly gate: Gate;
  /** The address to listen on; anything but loopback needs a token. */
  readonly host?: string;
  /** The port; a free one if it is 0 or not given. */
  readonly port?: number;
  /** A bearer token; a client that sends it is the local caller. */
  readonly token?: string | undefined;
  /** Callers with a token each, in addition to `token`; none unless given. */
  readonly callers?: readonly CallerWithToken[];
  /** Also accepts access tokens of an authorization server. */
  readonly oauth?: OAuthOptions | undefined;
  /** Who asks when no token is configured. */
  readonly localCaller?: Caller;
  /** Called for each session of MCP 2025-11-25, and once per caller for MCP 2026-07-28. */
  readonly openSession?: (caller: Caller) => Session;
  /** Further values of the Host header: `name` or `name:port`. */
  readonly allowedHosts?: readonly string[];
  /** Web pages that may use the server: `https://host:port`. */
  readonly allowedOrigins?: readonly string[];
  /** Limits of connections and sessions; what is left out has its default. */
  readonly limits?: Partial<HttpLimits>;
  /** Called for errors outside of the protocol, for the owner's log. */
  readonly onError?: (error: Error) => void;
  /** Called for everything that happens in a run, above all its log; for the owner, never for the client. */
  readonly onEvent?: (event: RunEvent) => void;
  /** When a long call reports to the client that it is still running: by default after 2 seconds, then every 5. */
  readonly heartbeat?: Heartbeat;
  /**
   * Makes the MCP servers, in place of the one with the tools of the gate: once for each session of MCP 2025-11-25, and
   * once for each request of MCP 2026-07-28. They are behind the same checks and limits. What they do themselves does
   * not pass through the gate.
   */
  readonly createServer?: CreateServer | undefined;
}

export interface HttpServerHandle {
  /** The endpoint's address, to be given to a client. */
  readonly url: string;
  /** Tells clients of MCP 2026-07-28 that listen for it (`subscriptions/listen`) what has changed. */
  readonly notify: ServerNotifier;
  /** Stops accepting, lets running calls finish for the grace period, cancels and answers the rest. */
  close(): Promise<void>;
}

/** Serves MCP over streamable HTTP. Rejects, before it listens, when strangers could use it without a token. */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpServerHandle> {
  const { host = '127.0.0.1', port = 0, token, callers = [], localCaller = everyone } = options;
  const tokens = new TokenCheck([...(token === undefined ? [] : [{ caller: localCaller, token }]), ...callers]);
  if (!isLoopbackHost(host) && !tokens.isOn && !options.oauth) {
    throw new Error(
      `Listening on ${host} lets other machines in, so authentication is required: set http.token, callers or http.oauth, or listen on 127.0.0.1.`,
    );
  }
  const report = (error: Error) => options.onError?.(error);
  const accessTokens = options.oauth && new AccessTokens(options.oauth, report);
  const listener = new HttpListener(options, host, { tokens, accessTokens });
  return await listener.listen(port);
}

/** How it is known who asks. */
interface Identities {
  readonly tokens: TokenCheck;
  readonly accessTokens: AccessTokens | undefined;
}

/** A request that may go to the protocol. */
interface Accepted {
  readonly caller: Caller;
  readonly message: HttpExchange['message'];
  readonly batch?: HttpExchange['batch'];
  readonly requests: readonly JSONRPCMessage[];
}

class HttpListener {
  readonly #options: ServeHttpOptions;
  readonly #host: string;
  readonly #limits: HttpLimits;
  readonly #identities: Identities;
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #calls = new RunningCalls();
  /** What runs, and what the gate answers itself: neither takes the other's room. */
  readonly #places: { readonly running: Shares; readonly own: Shares };
  readonly #doors = new Map<Caller, HttpDoor>();
  readonly #bus = new InMemoryServerEventBus((error) => this.#report(error));
  readonly #exchanges = new Set<HttpExchange>();
  readonly #exchangeOf = new WeakMap<globalThis.Request, HttpExchange>();
  readonly #unread = new UnreadAnswers(mostUnreadBytes);
  #port = 0;
  #closing: Promise<void> | undefined;

  constructor(options: ServeHttpOptions, host: string, identities: Identities) {
    this.#options = options;
    this.#host = host;
    this.#identities = identities;
    this.#limits = { ...defaultHttpLimits, ...options.limits };
    const { requests } = this.#limits;
    this.#places = { running: new Shares(requests), own: new Shares(requests) };
    const { headersTimeoutMs, requestTimeoutMs } = this.#limits;
    this.#server = createServer(
      {
        headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
        requestTimeout: requestTimeoutMs,
        connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
        // Finds out about clients that vanished without closing.
        keepAlive: true,
        keepAliveInitialDelay: 30_000,
      },
      (request, response) => {
        this.#answer(request, response).catch((error) => {
          this.#report(error);
          if (response.headersSent) response.destroy();
          else writeReply(response, refusalReply({ status: 500, message: 'Internal error.' }));
        });
      },
    );
    this.#connections = new Connections(this.#server, this.#limits);
  }

  async listen(port: number): Promise<HttpServerHandle> {
    this.#server.listen(port, this.#host.replace(/^\[|\]$/g, ''));
    await once(this.#server, 'listening');
    this.#server.on('error', (error) => this.#report(error));
    this.#port = (this.#server.address() as AddressInfo).port;
    const notify = notifierOf(this.#bus);
    this.#options.gate.tellRenewed(() => notify.toolsChanged());
    return {
      url: `http://${urlHost(this.#host)}:${this.#port}${endpoint}`,
      notify,
      close: () => {
        this.#closing ??= this.#close();
        return this.#closing;
      },
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const { allowedOrigins = [] } = this.#options;
    const refusal = this.#checkSource(request);
    if (refusal === undefined && answerCors(request, response, allowedOrigins)) return;
    const accepted = refusal ? refusalReply(refusal) : await this.#read(request);
    if (accepted === undefined) return;
    if ('status' in accepted) {
      writeReply(response, accepted);
      return;
    }
    const share = this.#shareOf(accepted.caller, request);
    const reply = this.#checkConnection(accepted, request) ?? this.#checkRoom(accepted, share);
    if (reply !== undefined) writeReply(response, reply);
    else await this.#dispatch(accepted, share, request, response);
  }

  /** Lets a request in or says why not; `undefined` when its client went away meanwhile. */
  async #read(request: IncomingMessage): Promise<Accepted | HttpReply | undefined> {
    const [path] = (request.url ?? '/').split('?', 1);
    if (path !== endpoint) return this.#replyElsewhere(path, request.method);

    const caller = await this.#identify(request.headers.authorization);
    if (isRefusal(caller)) return refusalReply(caller);
    if (request.method === 'DELETE') return { caller, message: undefined, requests: [] };
    // No GET: the server never speaks first, and a stream that stays silent would only hold a connection.
    if (request.method !== 'POST') return refusalReply(notAllowed('POST, DELETE'));
    if (!isJsonContentType(request.headers['content-type'])) {
      return refusalReply({ status: 415, message: 'The Content-Type must be application/json.' });
    }

    const { bodyBytes } = this.#limits;
    const read = await readBody(request, bodyBytes);
    if (read.status === 'aborted') return undefined;
    if (read.status === 'too-large') {
      return refusalReply({ status: 413, message: `The request body may have at most ${bodyBytes} bytes.` });
    }
    const body = readMessages(read.body);
    if ('ok' in body) {
      if (!body.ok) return { status: 400, text: errorResponse(body.problem) };
      const { message } = body;
      return { caller, message, requests: [message].filter(expectsAnswer) };
    }
    const requests = body.flatMap((entry) => (entry.ok && expectsAnswer(entry.message) ? [entry.message] : []));
    return { caller, message: undefined, batch: body, requests };
  }

  /** Static tokens first: they cost nothing to compare. */
  async #identify(authorization: string | undefined): Promise<Caller | Refusal> {
    const { tokens, accessTokens } = this.#identities;
    if (!tokens.isOn && !accessTokens) return this.#options.localCaller ?? everyone;
    const known = tokens.identify(authorization);
    if (!accessTokens || !isRefusal(known)) return known;
    const token = bearerToken(authorization);
    return token === undefined ? accessTokens.missing : await accessTokens.identify(token);
  }

  get #knowsCallers(): boolean {
    return this.#identities.tokens.isOn || this.#identities.accessTokens !== undefined;
  }

  #checkSource({ headers, headersDistinct }: IncomingMessage): Refusal | undefined {
    if ((headersDistinct.host?.length ?? 0) > 1) return { status: 400, message: 'There is more than one Host header.' };
    const { allowedHosts = [], allowedOrigins = [] } = this.#options;
    return (
      checkHost(headers.host, { host: this.#host, port: this.#port, allowedHosts }) ??
      checkOrigin(headers.origin, allowedOrigins)
    );
  }

  /** Without tokens everybody is the same caller, and only their sessions tell them apart. */
  #shareOf(caller: Caller, { headers }: IncomingMessage): string {
    const session = headers['mcp-session-id'];
    return this.#knowsCallers || typeof session !== 'string' ? `caller ${caller.name}` : `session ${session}`;
  }

  /** Without this, one write of a client that reads nothing could begin as many calls as fit into it. */
  #checkConnection({ requests }: Accepted, { socket }: IncomingMessage): HttpReply | undefined {
    if (requests.length === 0) return undefined;
    let open = 0;
    for (const { request, batch } of this.#exchanges) if (request.socket === socket) open += batch?.length ?? 1;
    if (open + requests.length <= mostOnOneConnection) return undefined;
    const text = `${open} requests of this connection are not answered yet. Read their answers, or open another connection.`;
    return refusalReply(unavailable(text));
  }

  #checkRoom({ requests }: Accepted, share: string): HttpReply | undefined {
    // What needs no answer always gets through: a cancellation is what makes room.
    if (requests.length === 0) return undefined;
    if (this.#closing !== undefined) return refusalReply(unavailable('The server is shutting down.'));
    if (this.#sharesFor(requests).hasRoomFor(share, requests.length)) return undefined;
    // Whoever asks again finds the place.
    this.#dropStalled();
    const yours = this.#places.running.countOf(share);
    return refusalReply(
      unavailable(`Too many requests are running, ${yours} of them yours. Wait for one to finish, or cancel one.`),
    );
  }

  /** A batch keeps its places until the last of its requests is answered. */
  #sharesFor(requests: readonly JSONRPCMessage[]): Shares {
    return requests.every((message) => this.#isOwn(message)) ? this.#places.own : this.#places.running;
  }

  /** What the gate answers itself, at once: `runs cancel` is what makes room. */
  #isOwn(message: JSONRPCMessage | undefined): boolean {
    if (message === undefined || !('method' in message)) return true;
    if (message.method !== 'tools/call') return true;
    const { name, arguments: given } = (message.params ?? {}) as { name?: unknown; arguments?: { command?: unknown } };
    if (name !== cliTool.name || typeof given?.command !== 'string') return false;
    const words = given.command.trim().split(/\s+/, 3);
    const { registry } = this.#options.gate;
    const { command } = registry.find(registry.commandFirst(words)).node;
    // A plan runs whatever its lines are, and who waits for a run waits as long as it takes.
    return command?.builtIn === true && command.path[0] !== 'exec' && command.path.join(' ') !== 'runs wait';
  }

  async #dispatch(
    { caller, message, batch, requests }: Accepted,
    share: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    this.#connections.busy(request.socket);
    const shares = this.#sharesFor(requests);
    if (requests.length > 0) shares.enter(share, requests.length);
    // What is made needs no place any more: whoever does not read it must not keep others waiting.
    const exchange = new HttpExchange(request, response, { message, batch }, () => {
      if (requests.length > 0) shares.leave(share, requests.length);
      this.#unread.add(response);
    });
    this.#exchanges.add(exchange);
    this.#exchangeOf.set(exchange.webRequest, exchange);
    exchange.onClose(() => {
      this.#exchanges.delete(exchange);
      this.#connections.idle(request.socket);
    });
    if (this.#options.createServer && requests.length > 0) this.#letFinish(exchange);
    await this.#doorOf(caller).answer(exchange);
  }

  /** What servers of the user's own answer has the same time to end as a call of the gate; ours count their own. */
  #letFinish(exchange: HttpExchange): void {
    const { message } = exchange;
    if (message && 'method' in message && message.method === 'subscriptions/listen') return;
    const running = this.#calls.start();
    exchange.onClose(() => this.#calls.finish(running));
  }

  #doorOf(caller: Caller): HttpDoor {
    const known = this.#doors.get(caller);
    if (known !== undefined) {
      // The one unused longest is the first.
      this.#doors.delete(caller);
      this.#doors.set(caller, known);
      return known;
    }
    const [oldest] = this.#doors.size >= mostDoors ? this.#doors : [];
    if (oldest !== undefined) {
      this.#doors.delete(oldest[0]);
      oldest[1].close().catch((error) => this.#report(error));
    }
    const { gate, openSession = () => newSession(gate.workspace), createServer, onEvent, heartbeat } = this.#options;
    const door = new HttpDoor({
      gate,
      caller,
      openSession: () => openSession(caller),
      createServer,
      bus: this.#bus,
      calls: this.#calls,
      limits: this.#limits,
      isCongested: (request) => (request && this.#exchangeOf.get(request)?.isCongested) ?? false,
      whenTaken: (request) => this.#whenTaken(request),
      onError: (error) => this.#report(error),
      ...(onEvent && { onEvent }),
      ...(heartbeat && { heartbeat }),
    });
    this.#doors.set(caller, door);
    return door;
  }

  async #whenTaken(request: globalThis.Request | undefined): Promise<void> {
    // What was sent comes to the connection a few promises later.
    await nextTurn();
    if (request) await this.#exchangeOf.get(request)?.whenTaken();
  }

  /** Of those that keep a place because their client does not read, the one that has not read for longest. */
  #dropStalled(): void {
    const patience = performance.now() - stalledInCrowdMs;
    let longest: HttpExchange | undefined;
    for (const exchange of this.#exchanges) {
      const { stalledSince = patience } = exchange;
      if (stalledSince < (longest?.stalledSince ?? patience)) longest = exchange;
    }
    longest?.destroy();
  }

  #replyElsewhere(path: string | undefined, method: string | undefined): HttpReply {
    const hint = `The MCP endpoint is ${endpoint}: send JSON-RPC there with POST.`;
    const { accessTokens } = this.#identities;
    if (path !== undefined && accessTokens?.isMetadata(path)) {
      if (method !== 'GET' && method !== 'HEAD') return refusalReply(notAllowed('GET, HEAD'));
      return { status: 200, text: accessTokens.metadata };
    }
    if (path !== '/') return { status: 404, text: JSON.stringify({ error: 'Not found.', hint, endpoint }) };
    if (method !== 'GET' && method !== 'HEAD') return refusalReply(notAllowed('GET, HEAD'));
    return { status: 200, text: JSON.stringify({ name: this.#options.gate.name, endpoint, hint }) };
  }

  async #close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    await this.#calls.whenIdle(this.#limits.graceMs);
    this.#calls.cancelAll('The server is shutting down.');
    await this.#calls.whenIdle(flushMs);
    // The answers are made in this turn; closing the doors before would drop them.
    await delay(0);
    await Promise.all([...this.#doors.values()].map((door) => door.close()));
    const deadline = performance.now() + flushMs;
    while (this.#exchanges.size > 0 && performance.now() < deadline) await delay(10);
    this.#server.closeAllConnections();
    await closed;
  }

  #report(error: unknown): void {
    this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
  }
}

function notifierOf(bus: InMemoryServerEventBus): ServerNotifier {
  return {
    toolsChanged: () => bus.publish({ kind: 'tools_list_changed' }),
    promptsChanged: () => bus.publish({ kind: 'prompts_list_changed' }),
    resourcesChanged: () => bus.publish({ kind: 'resources_list_changed' }),
    resourceUpdated: (uri) => bus.publish({ kind: 'resource_updated', uri }),
  };
}

function notAllowed(allow: string): Refusal {
  return { status: 405, message: `Method not allowed. Use ${allow}.`, headers: { allow } };
}

function unavailable(message: string): Refusal {
  return { status: 503, message, headers: { 'retry-after': '1' } };
}
