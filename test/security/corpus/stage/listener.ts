import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Listener {
  readonly port: number;
  /** How many connections came so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Waits on loopback, answers what looks like HTTP, and counts. */
export async function listen(): Promise<Listener> {
  let count = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    count += 1;
    open.add(socket);
    const silence = setTimeout(() => socket.destroy(), 300);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(silence);
      open.delete(socket);
    });
    socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\nContent-Length: 7\r\n\r\narrived'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
