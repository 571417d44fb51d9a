// A way to the server that can be made to lose everything, or to end.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  /** The same database by this way. */
  readonly url: string;
  /** Both sides stay connected, and nothing arrives any more. */
  loseEverything(): void;
  /** All connections end, as they do when the server is started again. */
  cutAll(): void;
  close(): void;
}

export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  const { port, hostname } = target;
  const sockets = new Set<Socket>();
  let loses = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!loses) to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    loseEverything: () => {
      loses = true;
    },
    cutAll,
    close: () => {
      cutAll();
      server.close();
    },
  };
}
