import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, ProtocolErrorCode, type RequestId, type Transport } from '@modelcontextprotocol/server';
import { EmptyingSet } from './emptying-set.js';
import { LineSplitter } from './line-splitter.js';
import { LineWriter } from './line-writer.js';
import {
  batchRefused,
  errorResponse,
  type ReadMessage,
  readMessages,
  type UnreadableMessage,
  versionWithBatches,
} from './read-message.js';

/** Space, tab, carriage return. */
const blanks = [0x20, 0x09, 0x0d];

/**
 * Once this much waits for a client that does not read, nothing more is read from it. A client may write many requests
 * before it reads the first answer, so this is far more than a pipe holds.
 */
const mostWaitingBytes = 8 * 1024 * 1024;

/** How many requests of one client may be unanswered. Each costs memory, and a client that waits needs far fewer. */
const mostUnanswered = 1_024;

/** The answers to one batch, which leave together. */
interface OpenBatch {
  readonly waiting: Set<RequestId>;
  readonly answers: string[];
}

/**
 * One client over a pair of streams. In place of the SDK's transport, which closes the connection on an
 * over-long line, answers nothing to garbage, and drops the answers to calls that run when the input ends.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  /** Resolves when the client is gone: it closed our input, or no longer reads our output. */
  readonly ended: Promise<void>;

  readonly #input: Readable;
  readonly #output: LineWriter;
  readonly #splitter: LineSplitter;
  readonly #unanswered = new EmptyingSet<RequestId>();
  readonly #batchOf = new Map<RequestId, OpenBatch>();
  #version: string | undefined;
  #resolveEnded: () => void = () => {};
  #closed = false;

  constructor(input: Readable, output: Writable, lineBytes: number) {
    this.#input = input;
    this.#output = new LineWriter(output);
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#splitter = new LineSplitter({
      limitBytes: lineBytes,
      onLine: (line) => this.#read(line),
      onTooLong: () =>
        this.#refuse({
          code: ProtocolErrorCode.InvalidRequest,
          message: `Invalid request: a message may have at most ${lineBytes} bytes.`,
          id: null,
        }),
    });
  }

  async start(): Promise<void> {
    this.#output.watch(() => this.#resolveEnded());
    this.#input.on('error', this.#onInputEnd);
    this.#input.on('end', this.#onInputEnd);
    this.#input.on('close', this.#onInputEnd);
    this.#input.on('data', this.#onData);
    if (this.#input.readableEnded || this.#input.destroyed) this.#onInputEnd();
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const answered = 'method' in message ? undefined : message.id;
    const text = JSON.stringify(message);
    const batch = answered === undefined ? undefined : this.#batchOf.get(answered);
    try {
      if (batch) batch.answers.push(text);
      else await this.#write(text);
    } finally {
      if (answered !== undefined) this.#settle(answered);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#output.writeHeld();
    this.#closed = true;
    this.#input.off('data', this.#onData);
    this.#input.off('end', this.#onInputEnd);
    this.#input.off('close', this.#onInputEnd);
    // The error listeners stay: a late failure of a stream that nobody uses any more must not end the process.
    this.#input.pause();
    this.#resolveEnded();
    this.onclose?.();
  }

  /** Resolves when every request that came in was answered, or after `timeoutMs`. */
  async whenAnswered(timeoutMs: number): Promise<void> {
    await this.#unanswered.whenEmpty(timeoutMs);
  }

  /** Resolves when everything written has left, or after `timeoutMs`. */
  async whenFlushed(timeoutMs: number): Promise<void> {
    await this.#output.whenFlushed(timeoutMs);
  }

  readonly #onData = (chunk: Buffer | string): void => {
    this.#splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    if (this.#output.waiting <= mostWaitingBytes) return;
    this.#output.writeHeld();
    if (this.#output.isCongested) void this.#readOnceDrained();
  };

  readonly #onInputEnd = (): void => {
    if (this.#closed) return;
    this.#splitter.end();
    this.#resolveEnded();
  };

  #read(line: Buffer): void {
    if (line.every((byte) => blanks.includes(byte))) return;
    const read = readMessages(line);
    if ('ok' in read) {
      const problem = read.ok ? this.#take(read.message) : read.problem;
      if (problem) this.#refuse(problem);
    } else if (this.#version === versionWithBatches) this.#readBatch(read);
    else this.#refuse(batchRefused);
  }

  #readBatch(entries: readonly ReadMessage[]): void {
    const batch: OpenBatch = { waiting: new Set(), answers: [] };
    for (const entry of entries) {
      const problem = entry.ok ? this.#take(entry.message, batch) : entry.problem;
      if (!problem) continue;
      this.onerror?.(new Error(problem.message));
      batch.answers.push(errorResponse(problem));
    }
    if (batch.waiting.size === 0) this.#answerBatch(batch);
  }

  #answerBatch({ answers }: OpenBatch): void {
    const all = answers.splice(0);
    if (all.length > 0) this.#write(`[${all.join(',')}]`).catch(() => {});
  }

  /** Gives a message to the server, or says why not. */
  #take(message: JSONRPCMessage, batch?: OpenBatch): UnreadableMessage | undefined {
    // What was read as a message is one of four kinds: a method and an id make a request.
    if ('method' in message && 'id' in message) {
      const refusal = this.#findRefusal(message.id);
      if (refusal) return refusal;
      if (batch) {
        batch.waiting.add(message.id);
        this.#batchOf.set(message.id, batch);
      }
      // A subscription is answered when the connection closes; nobody has to wait for it.
      if (message.method !== 'subscriptions/listen') this.#unanswered.add(message.id);
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      const id = message.params?.requestId;
      if (typeof id === 'string' || typeof id === 'number') this.#settle(id);
    }
    this.onmessage?.(message);
    return undefined;
  }

  /** Two requests with one id could not be told apart: neither by their answers nor when one of them is cancelled. */
  #findRefusal(id: RequestId): UnreadableMessage | undefined {
    const code = ProtocolErrorCode.InvalidRequest;
    if (this.#unanswered.has(id)) {
      const message = `Invalid request: the id ${JSON.stringify(id).slice(0, 100)} belongs to a request that is still running. Use a new id for each request.`;
      return { code, message, id };
    }
    if (this.#unanswered.size < mostUnanswered) return undefined;
    const message = `Too many requests: ${mostUnanswered} are still running. Wait for an answer before sending more.`;
    return { code, message, id };
  }

  async #readOnceDrained(): Promise<void> {
    this.#input.pause();
    await this.#output.whenDrained();
    if (!this.#closed) this.#input.resume();
  }

  #refuse(problem: UnreadableMessage): void {
    this.onerror?.(new Error(problem.message));
    this.#write(errorResponse(problem)).catch(() => {});
  }

  async #write(line: string): Promise<void> {
    if (!this.#closed) await this.#output.write(line);
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id);
    const batch = this.#batchOf.get(id);
    if (!batch) return;
    this.#batchOf.delete(id);
    batch.waiting.delete(id);
    if (batch.waiting.size === 0) this.#answerBatch(batch);
  }
}
