// What programs reach from inside of the sandbox when their owner lists hosts, tried with those that people use.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../../src/vocabulary/event.js';
import type { Outcome } from '../../../src/vocabulary/outcome.js';
import { handle, openWorkspace, temporaryDirectory, writeFiles } from '../../programs/workspace.js';

const script = handle('sh', '/bin/sh', ['-c', '{{script}}'], {
  parameters: { type: 'object', properties: { script: { type: 'string' } }, required: ['script'] },
});

async function openSandbox(network: unknown, more: object = {}) {
  const workspace = await openWorkspace([script], { sandbox: { mode: 'required', network }, ...more });
  const sh = async (lines: string, options?: object) =>
    await workspace.gate.run(['sh', '--script', lines.trim().replaceAll(/\n\s*/g, '; ')], options);
  return { ...workspace, sh, printed: async (lines: string) => printedBy(await sh(lines)) };
}

function printedBy(outcome: Outcome): string {
  const shown = outcome.status === 'completed' ? outcome.data : outcome.error.result;
  if (!shown) throw new Error(JSON.stringify(outcome.status === 'failed' && outcome.error));
  const { stdout, stderr } = shown as { stdout: string; stderr: string };
  return stdout + stderr;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A server outside, and how many connections it has had. */
async function openServer(answer: RequestListener = (request, response) => response.end(`got ${request.url}\n`)) {
  const server = createServer(answer);
  let connections = 0;
  server.on('connection', () => connections++);
  return { port: await listen(server), count: () => connections };
}

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));
const installed = (program: string) => existsSync(join('/usr/bin', program));

describe('a host that is listed', () => {
  test('is reached by the programs that people use, and by no other way than the proxy', async () => {
    const { port } = await openServer();
    const { printed } = await openSandbox([`127.0.0.1:${port}`]);
    const url = `http://127.0.0.1:${port}`;
    const direct = `perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); connect(S, sockaddr_in(${port}, INADDR_LOOPBACK)) ? print "direct" : print "no way"'`;
    const lines = [
      [`curl -sS ${url}/curl`, 'got /curl\n'],
      // With a tunnel, as for HTTPS.
      [`curl -sS --proxytunnel ${url}/tunnel`, 'got /tunnel\n'],
      ...(installed('wget') ? [[`wget -qO- ${url}/wget`, 'got /wget\n']] : []),
      ...(python
        ? [
            [
              `${python} -c "import urllib.request as r; print(r.urlopen('${url}/py').read().decode(), end='')"`,
              'got /py\n',
            ],
          ]
        : []),
      [direct, 'no way'],
    ] as const;
    expect(await printed(lines.map(([line]) => line).join('\n'))).toBe(lines.map(([, told]) => told).join(''));
  });

  test('can be a repository', async () => {
    const repository = temporaryDirectory();
    writeFiles(repository, { 'work/file': 'of the repository' });
    const git = (...words: string[]) =>
      spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...words], { cwd: join(repository, 'work') });
    for (const line of ['init -q', 'add .', 'commit -qm x', 'clone -q --bare . ../bare.git']) git(...line.split(' '));
    spawnSync('git', ['update-server-info'], { cwd: join(repository, 'bare.git') });
    const { port } = await openServer((request, response) => {
      const path = join(repository, (request.url ?? '').split('?')[0] ?? '');
      if (existsSync(path)) response.end(readFileSync(path));
      else response.writeHead(404).end();
    });
    const { printed } = await openSandbox([`127.0.0.1:${port}`]);
    expect(await printed(`git clone -q http://127.0.0.1:${port}/bare.git got 2>&1 && cat got/file`)).toBe(
      'of the repository',
    );
  });

  test('is not the servers that a program has itself', async () => {
    const { port, count } = await openServer();
    const { printed } = await openSandbox(['example.invalid:80']);
    const own = `node -e "require('http').createServer((q,s)=>s.end('own')).listen(${port},'127.0.0.1')" &`;
    const wait = `for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20`;
    expect(await printed(`${own} ${wait}; do curl -s http://127.0.0.1:${port}/ && break || sleep 0.2; done`)).toBe(
      'own',
    );
    expect(count()).toBe(0);
  });
});

describe('everything else', () => {
  test('is refused, told to the program, in the events of the run and in its answer', async () => {
    const { port, count } = await openServer();
    const { sh } = await openSandbox(['example.invalid:80'], {});
    const events: RunEvent[] = [];
    const outcome = await sh(
      `curl -sS --noproxy '' http://127.0.0.1:${port}/
       curl -sS --noproxy '' http://0x7f.1:${port}/ >/dev/null
       curl -sS https://registry.example/; exit 3`,
      { onEvent: (event: RunEvent) => void events.push(event) },
    );
    const refused = (host: string) =>
      `The network was refused: ${host}. The owner can add "${host}" to "network" of "sandbox"`;
    const hosts = [`127.0.0.1:${port}`, 'registry.example:443'];
    expect(outcome).toMatchObject({
      error: {
        hint: expect.stringContaining(refused(`127.0.0.1:${port}`)),
        result: { exit_code: 3, stdout: `cmdgate: ${refused(`127.0.0.1:${port}`)}\n` },
      },
      run: { warnings: hosts.map((host) => ({ code: 'NETWORK_REFUSED', message: refused(host) })) },
    });
    expect(events.filter(({ type }) => type === 'log')).toMatchObject(
      hosts.map((host) => ({ level: 'warn', message: refused(host) })),
    );
    expect(count()).toBe(0);
  });

  test('is not there: no other interface, no name server, no socket of the gate but one', async () => {
    const { port, count } = await openServer();
    const abstract = createTcpServer((socket) => socket.end());
    await new Promise<void>((resolve) => abstract.listen('\0cmdgate-network-test', resolve));
    onTestFinished(() => void abstract.close());
    const { printed } = await openSandbox(['example.invalid:80']);
    const connect = (what: string) =>
      `node -e "require('net').connect(${what}).on('connect',()=>console.log('in')).on('error',e=>console.log(e.code))"`;
    expect(
      await printed(
        `tail -n +3 /proc/net/dev | wc -l
         ${connect(`${port},'127.0.0.1'`)}
         ${connect(`80,'10.255.255.1'`)}
         ${connect(`53,'127.0.0.53'`)}
         ${connect(`80,'169.254.169.254'`)}
         ${connect(`{path:'\\\\0cmdgate-network-test'}`)}
         for at in $(find /run /tmp /var /dev/shm /root 2>/dev/null); do [ -S $at ] && echo $at; done
         rm -f /run/cmdgate/network.socket || echo kept`,
      ),
    ).toMatch(
      /^1\nECONNREFUSED\nENETUNREACH\nECONNREFUSED\nENETUNREACH\n(ECONNREFUSED|EINVAL)\n\/run\/cmdgate\/network\.socket\nkept\nrm: .*\n$/,
    );
    expect(count()).toBe(0);
  });
});

describe('a program with a list', () => {
  test('has its name, its variables and its end', async () => {
    const { sh, printed } = await openSandbox(['example.invalid:80']);
    expect(
      await printed(
        'echo $0; env | grep -ci proxy; env | grep -i no_proxy | LC_ALL=C sort; env | grep CMDGATE; cat; echo end',
      ),
    ).toBe('/bin/sh\n9\nNO_PROXY=localhost,127.0.0.1,::1\nno_proxy=localhost,127.0.0.1,::1\nend\n');
    expect(await sh('echo out; echo err >&2; exit 7')).toMatchObject({
      error: { result: { exit_code: 7, signal: null, stdout: 'out\n', stderr: 'err\n' } },
    });
    expect(await sh('kill -SEGV $$')).toMatchObject({ error: { result: { exit_code: null, signal: 'SIGSEGV' } } });
    expect(await sh('kill -TERM 0; sleep 0.2; exit 9')).toMatchObject({ error: { result: { signal: 'SIGTERM' } } });
  });

  test('ends in its own way when it is told to, and takes its connections with it', async () => {
    const server = createTcpServer((socket) => void socket.on('error', () => undefined).resume());
    const port = await listen(server);
    const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    const { sh } = await openSandbox([`127.0.0.1:${port}`], { limits: { graceMs: 20_000 } });
    const canceled = new AbortController();
    const outcome = await sh(
      `(curl -sS --proxytunnel http://127.0.0.1:${port}/ &)
       trap "echo saved; exit 3" TERM; echo ready; while :; do sleep 0.1; done`,
      {
        signal: canceled.signal,
        onEvent: async ({ type }: RunEvent) => {
          if (type !== 'output-delta') return;
          await expect.poll(open, { timeout: 10_000 }).toBe(1);
          canceled.abort();
        },
      },
    );
    expect(outcome).toMatchObject({ error: { code: 'CANCELED', result: { exit_code: 3, stdout: 'ready\nsaved\n' } } });
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
  });

  test('leaves nothing in the directory of the gate', async () => {
    const before = new Set(readdirSync('/tmp'));
    const { sh } = await openSandbox(['example.invalid:80']);
    await sh('true');
    const own = readdirSync('/tmp').filter((name) => name.startsWith('cmdgate-output-') && !before.has(name));
    expect(own.flatMap((name) => readdirSync(join('/tmp', name, 'network')))).toEqual([]);
  });
});
