// The transport of one session of MCP 2025-11-25: each request has a stream of its own, which ends with its answer. In
// place of the SDK's, whose streams of the web cost more than all else that a call needs.

import {
  isInitializeRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { HttpExchange } from './http-exchange.js';
import { jsonRpcErrorText } from './json-rpc-error.js';
import { errorResponse, versionWithBatches } from './read-message.js';

/** An answer that takes longer begins before it is there: whoever is between waits for the first byte. */
const beginMs = 250;

const keepAliveMs = 15_000;

const eventStream = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

/** Why a request is refused whose id is in use. */
export const sameId = {
  code: ProtocolErrorCode.InvalidRequest,
  message: 'Invalid request: a request with this id is still running in this session.',
};

interface OpenAnswer {
  readonly exchange: HttpExchange;
  timer: NodeJS.Timeout;
}

export class SessionTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly sessionId: string;
  /** The requests whose answer is still on its way, the newest last. */
  readonly #open = new Map<RequestId, OpenAnswer>();
  readonly #headers: Readonly<Record<string, string>>;
  #versions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;
  #version: string | undefined;
  #isInitialized = false;
  #isClosed = false;

  constructor(sessionId: string) {
    this.sessionId = sessionId;
    this.#headers = { ...eventStream, 'mcp-session-id': sessionId };
  }

  get isInUse(): boolean {
    return this.#open.size > 0;
  }

  async start(): Promise<void> {}

  setSupportedProtocolVersions(versions: readonly string[]): void {
    this.#versions = versions;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  get takesBatches(): boolean {
    return this.#version === versionWithBatches;
  }

  isOpen(id: RequestId): boolean {
    return this.#open.has(id);
  }

  /** Takes a request or a notification in, or says why not. */
  receive(exchange: HttpExchange): void {
    const { message, webRequest: request } = exchange;
    const problem = message ? this.#findProblem(exchange, message) : undefined;
    if (problem) {
      this.onerror?.(new Error(problem));
      exchange.reply({ status: 400, text: jsonRpcErrorText(-32000, problem) });
      return;
    }
    if (!message) return;
    if ('method' in message && 'id' in message) this.#expectAnswer(message.id, exchange);
    if ('method' in message && message.method === 'initialize') this.#isInitialized = true;
    this.onmessage?.(message, { request });
    if (!('method' in message && 'id' in message)) exchange.endWith(202, {}, '');
  }

  /** Each answer is an event of its own, and the last one ends the stream. */
  receiveBatch(exchange: HttpExchange): void {
    const refusals: string[] = [];
    const messages: JSONRPCMessage[] = [];
    for (const entry of exchange.batch ?? []) {
      if (!entry.ok) refusals.push(errorResponse(entry.problem));
      else if ('method' in entry.message && 'id' in entry.message && this.#open.has(entry.message.id)) {
        refusals.push(errorResponse({ ...sameId, id: entry.message.id }));
      } else {
        messages.push(entry.message);
        if ('method' in entry.message && 'id' in entry.message) this.#expectAnswer(entry.message.id, exchange);
      }
    }
    const events = refusals.map(eventOf).join('');
    const isAnswered = this.#awaits(exchange);
    if (isAnswered && events) {
      exchange.begin(200, this.#headers);
      exchange.write(events);
    } else if (!isAnswered) exchange.endWith(events ? 200 : 202, events ? this.#headers : {}, events);
    for (const message of messages) this.onmessage?.(message, { request: exchange.webRequest });
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = !('method' in message);
    // What belongs to no call, such as `elicitInput` of the SDK, goes to the newest open one: only calls have a stream, and
    // what goes nowhere would be waited for in vain.
    const id = isAnswer ? message.id : (options?.relatedRequestId ?? [...this.#open.keys()].at(-1));
    const answer = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined) return;
    if (!answer) throw new Error(`The connection of the request ${JSON.stringify(id)} is closed`);
    const event = eventOf(JSON.stringify(message));
    if (isAnswer) this.#forget(id, answer.exchange);
    if (isAnswer && !this.#awaits(answer.exchange)) answer.exchange.endWith(200, this.#headers, event);
    else {
      answer.exchange.begin(200, this.#headers);
      answer.exchange.write(event);
    }
  }

  /** A cancelled call gets no answer, so that its stream has to end here, or it would stay open for ever. */
  endWithoutAnswer(id: RequestId): void {
    const answer = this.#open.get(id);
    if (!answer) return;
    this.#forget(id, answer.exchange);
    if (!this.#awaits(answer.exchange)) answer.exchange.endWith(200, this.#headers, '');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const id of [...this.#open.keys()]) this.endWithoutAnswer(id);
    this.onclose?.();
  }

  #findProblem({ request }: HttpExchange, message: JSONRPCMessage): string | undefined {
    if ('method' in message && message.method === 'initialize') {
      if (this.#isInitialized) return 'Invalid Request: Server already initialized';
      return isInitializeRequest(message) ? undefined : 'Bad Request: Server not initialized';
    }
    const version = request.headers['mcp-protocol-version'];
    if (version === undefined || this.#versions.includes(String(version))) return undefined;
    return `Bad Request: Unsupported protocol version: ${version} (supported versions: ${this.#versions.join(', ')})`;
  }

  #expectAnswer(id: RequestId, exchange: HttpExchange): void {
    const timer = setTimeout(() => this.#begin(id), beginMs).unref();
    this.#open.set(id, { exchange, timer });
    exchange.onClose(() => this.#forget(id, exchange));
  }

  /** Whether an answer of it, or of its batch, is still to come. */
  #awaits(exchange: HttpExchange): boolean {
    if (!exchange.batch) return false;
    for (const open of this.#open.values()) if (open.exchange === exchange) return true;
    return false;
  }

  #begin(id: RequestId): void {
    const answer = this.#open.get(id);
    if (!answer) return;
    const { exchange } = answer;
    exchange.begin(200, this.#headers);
    answer.timer = setInterval(() => {
      if (!exchange.isCongested) exchange.write(': keepalive\n\n');
    }, keepAliveMs).unref();
  }

  #forget(id: RequestId, exchange: HttpExchange): void {
    const answer = this.#open.get(id);
    if (answer?.exchange !== exchange) return;
    clearTimeout(answer.timer);
    this.#open.delete(id);
  }
}

function eventOf(message: string): string {
  return `event: message\ndata: ${message}\n\n`;
}
