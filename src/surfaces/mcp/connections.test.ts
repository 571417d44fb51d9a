import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from './connections.js';

// More than the buffers between two sockets hold.
const size = 30_000_000;

test('a client that leaves its answer untouched is given up, and one that reads slowly is not', async () => {
  const closed = new Set<string | undefined>();
  const server = createServer((request, response) => {
    connections.busy(request.socket);
    response.on('close', () => closed.add(request.url));
    response.end(Buffer.alloc(size));
  });
  const connections = new Connections(server, { connections: 10, stalledMs: 300 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return socket;
  };

  const deaf = open('/deaf').pause();
  const slow = open('/slow');
  let received = 0;
  slow.on('data', (chunk: Buffer) => {
    received += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 3);
  });

  await expect.poll(() => closed.has('/deaf'), { timeout: 10_000 }).toBe(true);
  await once(slow, 'end');
  expect(received).toBeGreaterThan(size);
  deaf.destroy();
  server.close();
  await once(server, 'close');
});

test('a call that has nothing to say yet keeps its connection', async () => {
  const server = createServer((request, response) => {
    connections.busy(request.socket);
    setTimeout(() => response.end('late'), 400);
  });
  const connections = new Connections(server, { connections: 10, stalledMs: 50 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(await answer.text()).toBe('late');
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
