// Ports of this machine on which its owner reaches the servers of a session: on the loopback, and nowhere else. The gate
// takes the connections; a process in the network of the session joins each to the server there.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { NetworkSpace } from './network-space.js';

/** In the source, and beside or above the file that holds this code in a build. */
const places = ['./connector-process.mjs', '../connector-process.mjs'];

/** It passes bytes on and little else. */
const nodeOptions = ['--max-old-space-size=64', '--max-semi-space-size=1', '--v8-pool-size=1'];

export class PublishedPorts {
  /** Of all sessions of this gate: who has which. */
  readonly #taken: Map<number, object>;
  readonly #servers = new Map<number, Server>();
  #connector: ChildProcess | undefined;
  #isClosed = false;

  constructor(taken: Map<number, object>) {
    this.#taken = taken;
  }

  /** Resolves when it listens there, or to why it does not. */
  async listen(port: number, enter: NetworkSpace['enter']): Promise<string | undefined> {
    const owner = this.#taken.get(port);
    if (owner === this) return undefined;
    if (owner !== undefined) return `Port ${port} is not published: another session of this gate uses it.`;
    this.#taken.set(port, this);
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) =>
      this.#join(socket, port, enter),
    );
    this.#servers.set(port, server);
    const code = await listening(server, port);
    if (code === undefined && this.#isClosed) server.close();
    if (code === undefined) return undefined;
    this.#servers.delete(port);
    this.#taken.delete(port);
    return `Port ${port} is not published: ${reasons[code] ?? `the system refused it (${code})`}.`;
  }

  close(): void {
    this.#isClosed = true;
    for (const [port, server] of this.#servers) {
      server.close();
      this.#taken.delete(port);
    }
    this.#servers.clear();
    // With the channel go the process and all connections.
    if (this.#connector?.connected) this.#connector.disconnect();
  }

  #join(socket: Socket, port: number, enter: NetworkSpace['enter']): void {
    socket.on('error', ignore);
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    try {
      this.#connector ??= this.#start(enter);
      this.#connector.send({ port }, socket, { keepOpen: false }, (error) => error && socket.destroy());
    } catch {
      socket.destroy();
    }
  }

  /** Nobody needs it before the first connection. */
  #start([nsenter, ...words]: NetworkSpace['enter']): ChildProcess {
    const child = spawn(nsenter, [...words, process.execPath, ...nodeOptions, findConnector()], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      if (this.#connector === child) this.#connector = undefined;
    };
    child.on('exit', forget).on('error', forget);
    child.unref();
    child.channel?.unref();
    return child;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program on this machine listens there',
  EACCES: 'this user may not listen there',
};

/** Resolves to the code of the error. */
function listening(server: Server, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.unref();
      resolve(undefined);
    });
  });
}

function findConnector(): string {
  const candidates = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`The connector's program is not there: ${candidates.join(', ')}`);
  return found;
}

const ignore = () => undefined;
