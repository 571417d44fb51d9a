import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listeningPorts, parseSockets } from './listening-ports.js';

test('sockets that listen are read from the table of the system, and no others', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0',
    '   1: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 20 4 30 10 -1',
  ];
  expect(parseSockets(`${table.join('\n')}\n`)).toEqual([{ port: 3000, inode: '4711' }]);
  expect(parseSockets('')).toEqual([]);
});

test.runIf(process.platform === 'linux')('a process listens on its own ports, and not on those of others', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  expect(listeningPorts(['/proc/self'])).toContain(port);
  expect(listeningPorts(['/proc/1'])).not.toContain(port);
  expect(listeningPorts(['/proc/nobody'])).toEqual([]);
});
