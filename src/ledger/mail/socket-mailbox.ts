// The mail of a gate comes through a socket, one message for each connection. The file system decides who may send, and
// the gate what for.

import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { listenAs, removeDeadSockets } from '../../machine/claims/sockets.js';
import type { OpenDirectory } from '../../machine/files/open-directory.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { makeMailDirectory, socketEnding, socketName } from './mailbox-place.js';
import { type MailMessage, readMessage, replyLine, unreadable } from './message.js';
import type { Mailbox, MailboxOptions } from './open-mailbox.js';
import { readLine } from './read-line.js';

/** More at once is nobody's need. */
const mostConnections = 32;

/** How long one may take to say what it wants, and to take the reply. */
const longestTalkMs = 5_000;

export class SocketMailbox implements Mailbox {
  readonly #options: MailboxOptions;
  readonly #directory: OpenDirectory;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  #closed = false;

  /** Throws where the directory cannot be made or trusted. */
  constructor(options: MailboxOptions) {
    this.#options = options;
    this.#directory = makeMailDirectory(options.directory);
    this.#server = createServer((connection) => void this.#take(connection)).unref();
    const name = socketName(options.prefix);
    listenAs(this.#server, this.#directory, { opening: `${options.prefix}.opening`, name }, (isShown) => {
      if (isShown) void removeDeadSockets(this.#directory, socketEnding, name);
      else this.close();
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    rmSync(this.#directory.pathTo(socketName(this.#options.prefix)), { force: true });
    for (const connection of this.#connections) connection.destroy();
    const { listening } = this.#server;
    // It also looks for the name that it was opened with.
    if (listening) this.#server.close(() => this.#directory.close());
    else this.#directory.close();
  }

  async #take(connection: Socket): Promise<void> {
    connection.on('error', () => undefined).unref();
    const isOneTooMany = this.#connections.size >= mostConnections;
    const reply = isOneTooMany ? replyLine({ error: tooMany() }) : await this.#hear(connection);
    if (reply === undefined) connection.destroy();
    else connection.setTimeout(longestTalkMs, () => connection.destroy()).end(reply, () => connection.destroy());
  }

  /** `undefined` where it went away. */
  async #hear(connection: Socket): Promise<string | undefined> {
    this.#connections.add(connection);
    connection.once('close', () => this.#connections.delete(connection));
    const timer = setTimeout(() => connection.destroy(), longestTalkMs).unref();
    const read = await readLine(connection);
    clearTimeout(timer);
    if (read === 'ended') return undefined;
    const message = read === 'too-long' ? unreadable('it is too long') : readMessage(read.line);
    return message instanceof GateError ? replyLine({ error: message }) : await this.#replyTo(message);
  }

  async #replyTo(message: MailMessage): Promise<string> {
    try {
      return replyLine({ answer: await this.#options.receive(message) });
    } catch (error) {
      return replyLine({ error: error instanceof GateError ? error : failed() });
    }
  }
}

function tooMany(): GateError {
  return new GateError('UNAVAILABLE', 'The gate that owns the run has too many requests at once', {
    hint: 'Try again in a moment',
    retryAfterMs: 1_000,
  });
}

/** What went wrong inside of a gate is for its own log. */
function failed(): GateError {
  return new GateError('EXECUTION_ERROR', 'The gate that owns the run failed to do it', {
    hint: "Check it with 'runs show', and tell the owner",
    phase: 'execution',
  });
}
