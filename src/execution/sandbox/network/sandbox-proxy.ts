// The only way out for one program: it asks here, by name, and what is on the list is connected. Requests that are not
// encrypted are read and written anew; of all others only the name of the host is known, unless that host is to get a
// secret that the program does not have.

import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { showHost } from './canonical-host.js';
import { connectTo, type Destination, type LookUp, lookUpBySystem } from './connect-to.js';
import type { Denials } from './denials.js';
import { forward, isPlain } from './forward.js';
import type { HostList } from './host-list.js';
import type { Interception } from './interceptions.js';
import { joinStreams } from './join-streams.js';
import { hasPassword } from './proxy-password.js';
import { readAbsoluteTarget, readAuthority, readPath, type Target } from './read-target.js';
import { answerWith, type Refusal, refusalText } from './refusal.js';
import { startTls } from './start-tls.js';

const mostConnections = 128;
const longestHeaderBytes = 32 * 1024;
const longestHeaderMs = 60_000;

export class SandboxProxy {
  readonly #list: HostList;
  readonly #denials: Denials;
  readonly #interception: Interception | undefined;
  readonly #lookUp: LookUp;
  /** What whoever asks has to know, where others than its program can connect. */
  readonly #password: string | undefined;
  readonly #connections = new Set<Duplex>();
  /** Tunnels that end here, and where they would have led. */
  readonly #intercepted = new WeakMap<Duplex, Destination>();
  /** The last answer on each connection. */
  readonly #answers = new WeakMap<Duplex, ServerResponse>();
  readonly #ending = new AbortController();
  readonly #server = createServer({
    maxHeaderSize: longestHeaderBytes,
    headersTimeout: longestHeaderMs,
    // A program may send as slowly as it likes, for as long as it runs.
    requestTimeout: 0,
    insecureHTTPParser: false,
  });

  constructor(
    list: HostList,
    denials: Denials,
    interception?: Interception | undefined,
    lookUp: LookUp = lookUpBySystem,
    password?: string | undefined,
  ) {
    this.#password = password;
    this.#list = list;
    this.#denials = denials;
    this.#interception = interception;
    this.#lookUp = lookUp;
    setMaxListeners(0, this.#ending.signal);
    this.#server.maxConnections = mostConnections;
    // Otherwise some would be left out without a word.
    this.#server.maxHeadersCount = 0;
    this.#server.on('connection', this.#onConnection);
    // Whatever goes wrong is the program's trouble, and must not become the gate's.
    this.#server.on('request', (request, response) => {
      this.#onRequest(request, response).catch(() => response.destroy());
    });
    this.#server.on('connect', (request, socket, head) => {
      this.#onConnect(request, socket, head).catch(() => socket.destroy());
    });
  }

  /** Rejects when nothing can be listened to there. */
  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.on('error', reject);
      this.#server.listen(path, resolve);
    });
  }

  close(): void {
    this.#server.close();
    this.#ending.abort();
    for (const connection of this.#connections) connection.destroy();
  }

  readonly #onConnection = (connection: Duplex): void => {
    this.#connections.add(connection);
    connection.on('close', () => this.#connections.delete(connection)).on('error', ignore);
  };

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Who asks for more before the answer comes could have any number of requests with one connection.
    if (this.#answers.get(request.socket)?.writableFinished === false) {
      request.socket.destroy();
      return;
    }
    this.#answers.set(request.socket, response);
    if (!this.#isKnown(request)) {
      answerWith(response, unknown);
      return;
    }
    const target = this.#targetOf(request);
    if (!target || !isPlain(request)) {
      answerWith(response, { status: 400, reason: 'Only http://host/path is forwarded; for https use CONNECT.' });
      return;
    }
    const way = await this.#reachFor(target);
    if ('status' in way) answerWith(response, way);
    else forward(request, response, target, way, this.#interception?.masks.forTarget(target));
  }

  /** In a tunnel that ends here, it was said when the tunnel was asked for. */
  #isKnown({ headers, socket }: IncomingMessage): boolean {
    if (this.#password === undefined || this.#intercepted.has(socket)) return true;
    return hasPassword(headers['proxy-authorization'], this.#password);
  }

  #targetOf({ url = '', socket }: IncomingMessage): Target | undefined {
    const destination = this.#intercepted.get(socket);
    return destination ? readPath(url, destination) : readAbsoluteTarget(url);
  }

  async #onConnect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!this.#isKnown(request)) {
      socket.resume().end(refusalText(unknown));
      return;
    }
    const destination = readAuthority(request.url ?? '');
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
    if (!destination || hasBody || this.#intercepted.has(request.socket)) {
      socket.resume().end(refusalText({ status: 400, reason: 'CONNECT needs host:port, and has no body.' }));
      return;
    }
    if (this.#interception?.masks.forTarget({ ...destination, isEncrypted: true })) {
      this.#intercept(this.#interception, destination, socket, head);
      return;
    }
    const way = await this.#reach(destination);
    if ('status' in way) {
      socket.resume().end(refusalText(way));
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    way.write(head);
    joinStreams(socket, way);
    if (socket.destroyed) way.destroy();
  }

  /** The tunnel ends here, in the name of the host: what is asked in it is read, and sent on each by itself. */
  #intercept({ authority }: Interception, destination: Destination, socket: Duplex, head: Buffer): void {
    if (!this.#list.has(destination.host, destination.port)) {
      socket.resume().end(refusalText({ status: 403, reason: this.#denials.notListed(destination) }));
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    const secureContext = authority.contextFor(destination.host);
    const secure = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
    this.#intercepted.set(secure, destination);
    this.#server.emit('connection', secure);
  }

  async #reachFor(target: Target): Promise<Duplex | Refusal> {
    const way = await this.#reach(target);
    if ('status' in way || !target.isEncrypted) return way;
    const secure = await startTls(way, target.host, this.#interception?.certificates);
    const shown = showHost(target.host, target.port);
    return secure ?? { status: 502, reason: `${shown} has no trusted certificate` };
  }

  async #reach(destination: Destination): Promise<Socket | Refusal> {
    const { host, port } = destination;
    if (!this.#list.has(host, port)) return { status: 403, reason: this.#denials.notListed(destination) };
    const connected = await connectTo(destination, this.#list, this.#lookUp, this.#ending.signal);
    if (connected.ok) return connected.socket;
    return connected.why === 'forbidden'
      ? { status: 403, reason: this.#denials.leadsAstray(destination, connected.address) }
      : { status: 502, reason: connected.reason };
  }
}

const unknown: Refusal = {
  status: 407,
  reason: 'This proxy belongs to another run. Use the address in HTTP_PROXY, with its name and password.',
};

const ignore = () => undefined;
