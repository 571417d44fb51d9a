// One request over HTTP and its answer: made by a door, and then waiting for a client that reads it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { type HttpReply, writeReply } from './http-reply.js';
import type { ReadMessage } from './read-message.js';
import { webRequestOf } from './web-request.js';

export class HttpExchange {
  readonly request: IncomingMessage;
  /** The body: a message, a batch, or neither in a DELETE. */
  readonly message: JSONRPCMessage | undefined;
  readonly batch: readonly ReadMessage[] | undefined;
  /** For whoever speaks in the web's words. */
  readonly webRequest: Request;
  readonly #response: ServerResponse;
  readonly #onMade: () => void;
  #isMade = false;
  #stalledSince: number | undefined;

  /** `onMade` is called once: when all of the answer is made, however long its client takes to read it. */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { message, batch }: Pick<HttpExchange, 'message' | 'batch'>,
    onMade: () => void,
  ) {
    this.request = request;
    this.message = message;
    this.batch = batch;
    this.#response = response;
    this.#onMade = onMade;
    const gone = new AbortController();
    this.webRequest = webRequestOf(request, message, gone.signal);
    response.on('drain', () => {
      this.#stalledSince = undefined;
    });
    response.on('close', () => {
      if (!this.#isMade) gone.abort();
      this.#tellMade();
    });
    if (response.destroyed) gone.abort();
  }

  /** Since when it waits for its client to read, while more is to come. */
  get stalledSince(): number | undefined {
    return this.#isMade ? undefined : this.#stalledSince;
  }

  get isCongested(): boolean {
    return this.#response.writableNeedDrain;
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  /** Calls it when the connection is over, or the answer has left. */
  onClose(listener: () => void): void {
    this.#response.on('close', listener);
  }

  destroy(): void {
    this.#response.destroy();
  }

  reply(reply: HttpReply): void {
    writeReply(this.#response, reply);
    this.#tellMade();
  }

  /** The beginning of a stream of events. */
  begin(status: number, headers: Readonly<Record<string, string>>): void {
    if (!this.#response.headersSent) this.#response.writeHead(status, headers).flushHeaders();
  }

  /** False where the client does not read as fast. */
  write(chunk: string | Uint8Array): boolean {
    const isTaken = this.#response.write(chunk);
    if (!isTaken) this.#stalledSince ??= performance.now();
    return isTaken;
  }

  /** The rest of the answer, or all of it. */
  end(chunk?: string): void {
    this.#response.end(chunk);
    this.#tellMade();
  }

  /** All of a short answer: with its length, and in one write. */
  endWith(status: number, headers: Readonly<Record<string, string>>, text: string): void {
    const response = this.#response;
    if (!response.headersSent) {
      response.statusCode = status;
      for (const name in headers) response.setHeader(name, headers[name] as string);
    }
    this.end(text);
  }

  /** Resolves when the client has taken what was sent, or is gone. */
  async whenTaken(): Promise<void> {
    const response = this.#response;
    if (!response.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['drain', 'close']) response.off(event, done);
        resolve();
      };
      for (const event of ['drain', 'close']) response.on(event, done);
    });
  }

  /** An answer of the MCP SDK. */
  async send(answer: Response): Promise<void> {
    const headers: Record<string, string> = {};
    for (const [name, value] of answer.headers) headers[name] = value;
    if (answer.body === null) this.endWith(answer.status, headers, '');
    else if (headers['content-type'] === 'application/json') this.endWith(answer.status, headers, await answer.text());
    else await this.#stream(answer.status, headers, answer.body);
  }

  async #stream(status: number, headers: Readonly<Record<string, string>>, body: ReadableStream): Promise<void> {
    this.begin(status, headers);
    const reader = body.getReader();
    this.onClose(() => void reader.cancel().catch(() => {}));
    try {
      let next = reader.read();
      for (;;) {
        const { done, value } = await next;
        if (done || this.isGone) break;
        const isTaken = this.write(value as Uint8Array);
        next = reader.read();
        // That nothing more comes has to be known at once: then nobody waits for the client any more.
        if (!isTaken)
          await Promise.race([this.whenTaken(), next.then((read) => (read.done ? undefined : this.whenTaken()))]);
      }
    } catch {
      // The stream was broken off: its client sees that there is no end.
    }
    this.end();
  }

  #tellMade(): void {
    if (this.#isMade) return;
    this.#isMade = true;
    this.#onMade();
  }
}
