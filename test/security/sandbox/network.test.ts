// What programs reach from inside of the sandbox when their owner lists hosts, tried with those that people use.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../../src/vocabulary/event.js';
import { writeFiles } from '../../programs/workspace.js';
import { listen, type OpenSandbox, openSandbox } from './open-sandbox.js';

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));
const hasWget = existsSync('/usr/bin/wget');

let repository: string;
/** Listed for `sh`; `alone` has a list without it. */
let port: number;
let silentPort: number;
let sandbox: OpenSandbox;

let requests = 0;
const server = createServer(({ url = '' }, response) => {
  requests++;
  const file = join(repository, url.split('?')[0] ?? '');
  if (!url.startsWith('/bare.git/')) response.end(`got ${url}\n`);
  else if (existsSync(file)) response.end(readFileSync(file));
  else response.writeHead(404).end();
});

/** It says nothing, and keeps every connection. */
const silent = createTcpServer((socket) => void socket.on('error', () => undefined).resume());

beforeAll(async () => {
  repository = mkdtempSync(join(tmpdir(), 'cmdgate-repository-'));
  writeFiles(repository, { 'work/file': 'of the repository' });
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...words], { cwd: join(repository, 'work') });
  for (const line of ['init -q', 'add .', 'commit -qm x', 'clone -q --bare . ../bare.git']) git(...line.split(' '));
  spawnSync('git', ['update-server-info'], { cwd: join(repository, 'bare.git') });
  [port, silentPort] = [await listen(server), await listen(silent)];
  sandbox = await openSandbox({ network: [`127.0.0.1:${port}`, `127.0.0.1:${silentPort}`] }, [
    { files: ['sh.json'], newlines: true },
    { files: ['alone.json'], newlines: true, sandbox: { network: ['example.invalid:80'] } },
  ]);
});

afterAll(async () => {
  await sandbox?.close();
  server.close();
  silent.close();
  rmSync(repository, { recursive: true, force: true });
});

describe('a host that is listed', () => {
  test('is reached by the programs that people use, and by no other way than the proxy', async () => {
    const url = `http://127.0.0.1:${port}`;
    const direct = `perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); connect(S, sockaddr_in(${port}, INADDR_LOOPBACK)) ? print "direct" : print "no way"'`;
    const read = `import urllib.request as r; print(r.urlopen('${url}/python').read().decode(), end='')`;
    const lines = [
      [`curl -sS ${url}/curl`, 'got /curl\n'],
      // With a tunnel, as for HTTPS.
      [`curl -sS --proxytunnel ${url}/tunnel`, 'got /tunnel\n'],
      ...(hasWget ? [[`wget -qO- ${url}/wget`, 'got /wget\n']] : []),
      ...(python ? [[`${python} -c "${read}"`, 'got /python\n']] : []),
      [`git clone -q ${url}/bare.git got 2>&1 && cat got/file`, 'of the repository'],
      [direct, 'no way'],
    ];
    expect(await sandbox.printed(lines.map(([line]) => line ?? ''))).toBe(lines.map(([, told]) => told).join(''));
  });

  test('is not the servers that a program has itself', async () => {
    const before = requests;
    const own = `require('http').createServer((q, s) => s.end('own')).listen(${port}, '127.0.0.1')`;
    const tried = `curl -s --retry 100 --retry-delay 1 --retry-connrefused http://127.0.0.1:${port}/`;
    expect(await sandbox.printed([`node -e "${own}" &`, tried], 'alone')).toBe('own');
    expect(requests).toBe(before);
  });
});

describe('everything else', () => {
  test('is refused, told to the program, in the events of the run and in its answer', async () => {
    const before = requests;
    const events: RunEvent[] = [];
    const outcome = await sandbox.run(
      [
        `curl -sS --noproxy '' http://127.0.0.1:${port}/`,
        `curl -sS --noproxy '' http://0x7f.1:${port}/ > /dev/null`,
        'curl -sS https://registry.example/',
        'exit 3',
      ],
      { onEvent: (event: RunEvent) => void events.push(event) },
      'alone',
    );
    const refused = (host: string) =>
      `The network was refused: ${host}. The owner can add "${host}" to "network" of "sandbox"`;
    const hosts = [`127.0.0.1:${port}`, 'registry.example:443'];
    expect(outcome).toMatchObject({
      error: {
        // All of them at once.
        hint: expect.stringContaining(`The network was refused: ${hosts.join(', ')}. The owner can add`),
        result: { exit_code: 3, stdout: `cmdgate: ${refused(`127.0.0.1:${port}`)}\n` },
      },
      run: { warnings: hosts.map((host) => ({ code: 'NETWORK_REFUSED', message: refused(host) })) },
    });
    expect(events.filter(({ type }) => type === 'log')).toMatchObject(
      hosts.map((host) => ({ level: 'warn', message: refused(host) })),
    );
    expect(requests).toBe(before);
  });

  test('is not there: no other interface, no name server, no socket of the gate but one', async () => {
    const abstract = createTcpServer((socket) => socket.end());
    await new Promise<void>((resolve) => abstract.listen('\0cmdgate-network-test', resolve));
    onTestFinished(() => void abstract.close());
    const before = requests;
    const connect = `for (const to of [[${port}, '127.0.0.1'], [80, '10.255.255.1'], [53, '127.0.0.53'], [80, '169.254.169.254'], ['\\0cmdgate-network-test']]) require('net').connect(...to).on('connect', () => console.log('in')).on('error', ({ code }) => console.log(code))`;
    expect(
      await sandbox.printed(
        [
          'tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "',
          `node -e "${connect}" | sort -u`,
          'for at in $(find /run /tmp /var /dev/shm /root 2>/dev/null); do [ -S $at ] && echo $at; done',
          'rm -f /run/cmdgate/network.socket 2>/dev/null || echo kept',
        ],
        'alone',
      ),
    ).toBe('lo\nEAFNOSUPPORT\nECONNREFUSED\nENETUNREACH\n/run/cmdgate/network.socket\nkept\n');
    expect(requests).toBe(before);
  });
});

describe('a program with a list', () => {
  test('has its name, its variables and its end', async () => {
    const lines = [
      'echo $0',
      'env | grep -ci proxy',
      'env | grep -i no_proxy | LC_ALL=C sort',
      'env | grep CMDGATE',
      'cat',
    ];
    expect(await sandbox.printed(lines, 'alone')).toBe(
      '/bin/sh\n9\nNO_PROXY=localhost,127.0.0.1,::1\nno_proxy=localhost,127.0.0.1,::1\n',
    );
    expect(await sandbox.run(['echo out', 'echo err >&2', 'exit 7'])).toMatchObject({
      error: { result: { exit_code: 7, signal: null, stdout: 'out\n', stderr: 'err\n' } },
    });
    expect(await sandbox.run(['kill -SEGV $$'])).toMatchObject({
      error: { result: { exit_code: null, signal: 'SIGSEGV' } },
    });
    expect(await sandbox.run(['kill -TERM 0', 'sleep 5', 'exit 9'])).toMatchObject({
      error: { result: { signal: 'SIGTERM' } },
    });
  });

  test('ends in its own way when it is told to, and takes its connections and its socket with it', async () => {
    const open = () => new Promise<number>((resolve) => silent.getConnections((_, count) => resolve(count)));
    const canceled = new AbortController();
    const outcome = await sandbox.run(
      [
        `curl -sS --proxytunnel http://127.0.0.1:${silentPort}/ &`,
        'trap "echo saved; exit 3" TERM',
        'tr "\\0" "\\n" < /proc/1/cmdline | grep output.*socket',
        'while :; do sleep 0.1; done',
      ],
      {
        signal: canceled.signal,
        onEvent: async ({ type }: RunEvent) => {
          if (type !== 'output-delta') return;
          await expect.poll(open, { timeout: 10_000 }).toBe(1);
          canceled.abort();
        },
      },
    );
    expect(outcome).toMatchObject({ error: { code: 'CANCELED', result: { exit_code: 3 } } });
    const { stdout } = (outcome.status === 'failed' ? outcome.error.result : {}) as { stdout: string };
    const [, socket = ''] = /^(\/.*\.socket)\nsaved\n$/.exec(stdout) ?? [];
    expect([existsSync(join(socket, '..')), existsSync(socket)]).toEqual([true, false]);
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
  });
});
