// Programs that go for what else is on the machine: the gate's own files and ports, other runs, services of the user.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveHttp } from '../../../../src/surfaces/mcp/serve-http.js';
import { localCaller, openSession, openTestGate } from '../../../mcp/fixtures/test-gate.js';
import { temporaryDirectory } from '../../../programs/workspace.js';
import { openArena } from './arena.js';

const networked = { sandbox: { mode: 'required', network: true } };

describe('a service of this machine', { timeout: 60_000 }, () => {
  test('is out of reach, the port of a gate too; with the network it asks for a token', async () => {
    const gate = await openTestGate();
    const server = await serveHttp({ gate, localCaller, openSession, token: 'hush' });
    onTestFinished(async () => {
      await server.close();
      await gate.close();
    });
    const { host, port } = new URL(server.url);
    const asks = String.raw`use Socket; alarm 10; socket S, PF_INET, SOCK_STREAM, 0;
      connect(S, sockaddr_in(${port}, INADDR_LOOPBACK)) or print("out"), exit;
      syswrite S, "POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
      sysread S, my $answer, 100; print $answer =~ /^HTTP\S+ (\d+)/`;
    expect(await (await openArena()).printed('perl', asks)).toBe('out');
    expect(await (await openArena(networked)).printed('perl', asks)).toBe('401');
  });

  test('is out of reach by a socket with a name, as those of agents for keys have', async () => {
    const socket = join(temporaryDirectory(), 'agent');
    const server = createServer((connection) => connection.end('hush')).listen(socket);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const asks = `use Socket; alarm 10; socket S, PF_UNIX, SOCK_STREAM, 0;
      connect(S, sockaddr_un("${socket}")) or print("out"), exit; sysread S, my $answer, 100; print $answer`;
    expect(await (await openArena(networked)).printed('perl', asks)).toBe('out');
  });

  test('is out of reach by a socket without a file, unless network and sockets are let in', async () => {
    const name = `cmdgate-${process.pid}-${Math.random()}`;
    const service = spawn(
      '/usr/bin/perl',
      [
        '-e',
        `use Socket; $| = 1; alarm 60; socket S, PF_UNIX, SOCK_STREAM, 0; bind S, sockaddr_un("\\0${name}"); listen S, 5;
        print "ready"; while (accept C, S) { syswrite C, "hush"; close C }`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void service.kill('SIGKILL'));
    await once(service.stdout, 'data');
    const asks = String.raw`use Socket; alarm 10; socket S, PF_UNIX, SOCK_STREAM, 0;
      connect(S, sockaddr_un("\0${name}")) or print("out"), exit; sysread S, my $answer, 100; print $answer`;
    expect(await (await openArena()).printed('perl', asks)).toBe('out');
    expect(await (await openArena(networked)).printed('perl', asks)).toBe('out');
    const open = { sandbox: { ...networked.sandbox, sockets: true } };
    expect(await (await openArena(open)).printed('perl', asks)).toBe('hush');
  });
});

test('neither the ledger nor what other runs do, print and keep is seen', { timeout: 60_000 }, async () => {
  const { directory, run, printed } = await openArena({ audit: true, ledger: { directory: '.cmdgate' } });
  const secret = `hush-${process.pid}`;
  const other = run(
    'sh',
    `echo ${secret} | tee /tmp/secret /dev/shm/secret; : > started; until [ -e stop ]; do sleep 0.05; done`,
  );
  while (!existsSync(join(directory, 'started'))) await delay(20);
  expect(existsSync(join(directory, '.cmdgate'))).toBe(true);
  const walks = await printed(
    'sh',
    // Not its own arguments, which say what is looked for.
    `part=${secret.slice(0, 6)}; grep -rls "$part"'${secret.slice(6)}' . /tmp /dev/shm /etc /run /var /root /home
    ls -A .cmdgate /tmp/secret /dev/shm /var /run 2>/dev/null; touch .cmdgate/x; rm -rf .cmdgate/*; ls /proc | grep -c '^[0-9]'`,
  );
  writeFileSync(join(directory, 'stop'), '');
  await other;
  const [listed, ...rest] = walks.split('\n').filter((line) => !line.startsWith('touch:'));
  expect([listed, ...rest].join('\n')).toMatch(/^(?:\.cmdgate:\n\n?|\/dev\/shm:\n\n?)*[3-6]\n$/);
});
