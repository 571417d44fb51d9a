// Who counts as a visitor: listeners outside that count connections, and a look at what listens itself.

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { mkdirSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';

export interface Listeners {
  readonly port: number;
  connections(): number;
  close(): Promise<void>;
}

/** On one port of the loopback, both kinds, and on a socket in the file system. */
export async function listen(host: string, path: string): Promise<Listeners> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const servers = [listener(), listener()] as const;
  function listener(): Server {
    return createServer((socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on('error', () => undefined).resume();
      // A program that got this far may end.
      socket.end('HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nfound');
    });
  }
  mkdirSync(dirname(path), { recursive: true });
  await started(servers[0], { port: 0, host });
  await started(servers[1], { path });
  const { port } = servers[0].address() as { port: number };
  const datagrams = createSocket('udp4', () => {
    connections += 1;
  });
  await new Promise<void>((resolve, reject) => {
    datagrams.once('error', reject).bind(port, host, resolve);
  });
  return {
    port,
    connections: () => connections,
    close: async () => {
      datagrams.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function started(server: Server, where: object): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(where, resolve);
  });
}

/** One of the many of the loopback, so that nobody comes there by chance. */
export function ownAddress(): string {
  return [127, ...Array.from({ length: 3 }, () => randomInt(2, 250))].join('.');
}

export async function isReached(host: string, port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
