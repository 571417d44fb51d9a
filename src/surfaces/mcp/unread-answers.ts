import type { ServerResponse } from 'node:http';

/**
 * Answers that are made and not read. They hold no place of those that are still being made, but memory: when they hold too
 * much of it, whoever has kept one waiting for longest loses its connection.
 */
export class UnreadAnswers {
  readonly #mostBytes: number;
  readonly #bytes = new Map<ServerResponse, number>();
  #total = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  add(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    this.#bytes.set(response, bytes);
    this.#total += bytes;
    response.on('close', () => this.#forget(response));
    for (const [oldest] of this.#bytes) {
      if (this.#total <= this.#mostBytes) return;
      this.#forget(oldest);
      // Also those behind it on the same connection, which have no socket yet.
      (oldest.socket ?? oldest.req.socket).destroy();
    }
  }

  #forget(response: ServerResponse): void {
    this.#total -= this.#bytes.get(response) ?? 0;
    this.#bytes.delete(response);
  }
}
