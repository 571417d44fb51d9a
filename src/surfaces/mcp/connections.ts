import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpLimits } from './http-limits.js';

/**
 * Bounds the open connections of a server. When all are taken, the connection that has waited longest for
 * its client makes room, so that clients which open connections and stay silent cannot lock out the others.
 * A client that leaves its answer untouched for too long is given up.
 */
export class Connections {
  readonly #all = new Set<Socket>();
  /** Those we wait on: idle, or in the middle of a request that is still arriving. Oldest first. */
  readonly #waiting = new Set<Socket>();

  constructor(server: Server, { connections, stalledMs }: Pick<HttpLimits, 'connections' | 'stalledMs'>) {
    server.on('connection', (socket: Socket) => {
      if (this.#all.size >= connections) {
        const [oldest] = this.#waiting;
        if (oldest === undefined) {
          socket.destroy();
          return;
        }
        this.#forget(oldest);
        oldest.destroy();
      }
      this.#all.add(socket);
      this.#waiting.add(socket);
      socket.on('close', () => this.#forget(socket));
    });
    server.setTimeout(stalledMs, (socket: Socket) => {
      // Silence is right only while a call runs that has nothing to say yet.
      if (this.#waiting.has(socket) || socket.writableLength > 0) socket.destroy();
    });
  }

  /** The request has arrived: now the client waits on us. */
  busy(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  /** The answer has left. */
  idle(socket: Socket): void {
    if (this.#all.has(socket)) this.#waiting.add(socket);
  }

  #forget(socket: Socket): void {
    this.#all.delete(socket);
    this.#waiting.delete(socket);
  }
}
