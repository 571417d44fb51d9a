// The fixture that talks to services, as a process, and services and proxies on this machine for it to talk to.

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { fileURLToPath } from 'node:url';
import { finish, makeDirectory, type ProcessOptions, start } from '../cli/process.js';
import { afterEachFile } from '../fixtures/after-each-file.js';
import { type Answer, readDocument } from './contract-cli.js';

const inFixtures = (path: string) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));

export const fixture = inFixtures('network-cli.mjs');
/** Whoever trusts it trusts the services that speak TLS here. */
export const authority = inFixtures('network/authority.pem');

export function startNetworkCli(words: readonly string[], options: Partial<ProcessOptions> = {}) {
  const { cwd = makeDirectory(), ...rest } = options;
  const child = start(process.execPath, [fixture, ...words], { cwd, ...rest });
  child.stdin.end();
  return child;
}

/** Runs it to its end, with nothing on its standard input. */
export async function ask(words: readonly string[], environment: Record<string, string> = {}): Promise<Answer> {
  const finished = await finish(startNetworkCli(words, { environment }));
  return { ...finished, envelope: readDocument(finished.stdout) };
}

const servers: (Server | NetServer)[] = [];
const silent = new Set<Socket>();

afterEachFile(() => {
  for (const socket of silent) socket.destroy();
  silent.clear();
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server | NetServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Answers with the name it is given and what it was sent. */
export const echo =
  (name: string): RequestListener =>
  async (request, response) => {
    const { method, url, headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.end(JSON.stringify({ name, method, url, headers, body: Buffer.concat(chunks).toString() }));
  };

export const startService = async (listener: RequestListener = echo('service')): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}`;

export async function startTlsService(listener: RequestListener = echo('service')): Promise<string> {
  const read = (name: string) => readFileSync(inFixtures(`network/${name}.pem`));
  const port = await listen(createTlsServer({ key: read('server-key'), cert: read('server') }, listener));
  return `https://localhost:${port}`;
}

/** Takes connections and says nothing. */
export async function startSilence(onOpen: () => void = () => undefined, onClose: () => void = () => undefined) {
  const server = createNetServer((socket) => {
    silent.add(socket);
    onOpen();
    socket.on('close', onClose).on('error', () => undefined);
    socket.resume();
  });
  const port = await listen(server);
  return `http://127.0.0.1:${port}`;
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createNetServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface TestProxy {
  readonly address: string;
  /** What it was asked for: `CONNECT host:port`, or the method and the whole address. */
  readonly asked: string[];
  readonly authorizations: (string | undefined)[];
}

/** `refuses`: it answers with 407. */
export async function startProxy(manners: 'helps' | 'refuses' = 'helps'): Promise<TestProxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    authorizations.push(headers['proxy-authorization']);
  };
  const server = createServer((request, response) => {
    note(request);
    if (manners === 'refuses') response.writeHead(407);
    response.end(JSON.stringify({ name: 'proxy', headers: request.headers }));
  });
  server.on('connect', (request, socket) => {
    note(request);
    socket.on('error', () => undefined);
    if (manners === 'refuses') {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [host, port] = (request.url ?? '').split(':');
    const inner = connect(Number(port), host === 'localhost' ? '127.0.0.1' : host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
  });
  return { address: `127.0.0.1:${await listen(server)}`, asked, authorizations };
}
