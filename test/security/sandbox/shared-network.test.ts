// Runs of a session share a network while one is in the background. What one of them may reach, or is given, must not
// become another's by that. The attacks know all that a run can find out: every port that somebody listens on.

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGate } from '../../../src/surfaces/library/create-gate.js';
import { createShell, type ShellOptions } from '../../../src/surfaces/library/create-shell.js';
import { writeFiles } from '../../programs/workspace.js';
import { listen, script } from './open-sandbox.js';
import { printedBy } from './printed-by.js';

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));

let state: string;
let port: number;
let requests: string[] = [];

const server = createServer(({ url = '' }, response) => {
  requests.push(url);
  response.end(`got ${url}\n`);
});

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), 'cmdgate-shared-'));
  vi.stubEnv('XDG_STATE_HOME', state);
  port = await listen(server);
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
  rmSync(state, { recursive: true, force: true });
});

function newWorkspace(files: Parameters<typeof writeFiles>[1]): string {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-shared-')));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  writeFiles(workspace, files);
  return workspace;
}

/** Asks every port that somebody listens on for the host outside, as a proxy, in every way that it is told. */
const thief = `
const { readFileSync } = require('node:fs');
const { connect } = require('node:net');
const { HTTP_PROXY = '' } = process.env;
const own = HTTP_PROXY === '' ? undefined : new URL(HTTP_PROXY);
const ports = readFileSync('/proc/net/tcp', 'latin1').split('\\n').slice(1)
  .map((line) => line.trim().split(/\\s+/))
  .filter(([, , , state]) => state === '0A')
  .map(([, address]) => Number.parseInt(address.split(':')[1], 16))
  .filter((one) => one !== Number(own?.port));
const basic = (text) => 'Basic ' + Buffer.from(text).toString('base64');
const fields = [undefined, basic(''), basic('run:'), basic('run:x'), basic(own ? own.username + ':' + own.password : 'x:y'), 'Bearer x'];
const host = '127.0.0.1:' + process.argv[2];
const heads = fields.flatMap((field) => ['GET http://' + host + '/stolen HTTP/1.1', 'CONNECT ' + host + ' HTTP/1.1'].map((line) =>
  [line, 'host: ' + host, ...(field ? ['proxy-authorization: ' + field] : []), '', ''].join('\\r\\n')));
const ask = (port, head) => new Promise((resolve) => {
  let got = '';
  connect(port, '127.0.0.1').on('data', (bytes) => (got += bytes)).on('error', () => resolve('')).on('close', () => resolve(got.split('\\r\\n')[0]))
    .end(head);
});
Promise.all(ports.flatMap((port) => heads.map((head) => ask(port, head))))
  .then((answers) => console.log(JSON.stringify({ ports: ports.length, answers: [...new Set(answers)] })));
`;

const wait = 'until [ -e end ]; do sleep 0.1; done';

/** A shell in which `sh` has a way out that nobody else has, and runs in the background until the test ends. */
async function openArena(sandbox: ShellOptions['sandbox'] & object, lines: string) {
  const workspace = newWorkspace({ 'thief.js': thief, 'work.sh': `${lines}\ntouch done\n${wait}\n` });
  const approve: ShellOptions['approve'] = async () => ({ answer: 'approve', by: 'test' });
  const shell = createShell({ workspace, approve, sandbox: { mode: 'required', ...(sandbox as object) } });
  onTestFinished(() => shell.close());
  const started = await shell.run({ command: 'sh', parameters: ['work.sh'], background: true });
  const run = (command: string, ...parameters: readonly string[]) => shell.run({ command, parameters });
  const whenDone = () => expect.poll(() => existsSync(join(workspace, 'done'))).toBe(true);
  const written = (name: string) => readFileSync(join(workspace, name), 'utf8');
  return { shell, workspace, started, run, whenDone, written };
}

test('the way out of one run is no way out for another', async () => {
  requests = [];
  const address = `http://127.0.0.1:${port}`;
  const read = `import urllib.request as r; print(r.urlopen('${address}/python').read().decode(), end='')`;
  const { run, whenDone, written } = await openArena(
    { commands: { 'shell sh': { network: [`127.0.0.1:${port}`] } } },
    [
      `curl -sS ${address}/curl > got`,
      `curl -sS --proxytunnel ${address}/tunnel >> got`,
      // It says its password only when it is asked for it.
      `curl -sS --proxy-anyauth ${address}/asked >> got`,
      ...(python ? [`${python} -c "${read}" >> got`] : []),
      `git ls-remote ${address}/git > git 2>&1`,
      'echo "$HTTP_PROXY"',
    ].join('\n'),
  );
  await whenDone();
  expect(written('got')).toBe(`got /curl\ngot /tunnel\ngot /asked\n${python ? 'got /python\n' : ''}`);
  expect(requests.filter((url) => url.startsWith('/git/info/refs'))).toHaveLength(1);
  const before = requests.length;
  const { stdout, stderr } = await run('node', 'thief.js', String(port));
  expect([stderr, JSON.parse(stdout)]).toEqual([
    '',
    { ports: 1, answers: ['HTTP/1.1 407 Proxy Authentication Required'] },
  ]);
  // Nor is its own: nothing is listed for it.
  expect((await run('curl', '-sS', '--noproxy', '', `${address}/own`)).stdout).toContain('The network was refused');
  expect(requests.slice(before)).toEqual([]);
});

test('what a run prints does not tell how to use its way out', async () => {
  const { shell, started, whenDone } = await openArena(
    { commands: { 'shell sh': { network: [`127.0.0.1:${port}`] } } },
    'echo "$HTTP_PROXY" "$https_proxy"',
  );
  await whenDone();
  const caller = { name: 'local', may: 'everything' } as const;
  const output = shell.gate.find(caller, started.runId)?.output;
  expect((await output?.preview('stdout', 1_000))?.text).toMatch(/^http:\/\/run:[^0-9a-f]*@127\.0\.0\.1:\d+ http:/);
});

describe('who has something that others have not', () => {
  const listener = `node -e "require('http').createServer((q, s) => s.end('server')).listen(3000, '127.0.0.1', () => fs.writeFileSync('listens', ''))" &\nuntil [ -e listens ]; do sleep 0.1; done`;
  const ask = ['-sS', '--max-time', '5', 'http://127.0.0.1:3000/'] as const;

  test('stays out of the shared network where it has that of the machine', async () => {
    const { run, whenDone } = await openArena({ commands: { 'shell curl': { network: true } } }, listener);
    await whenDone();
    expect(await run('curl', ...ask)).toMatchObject({ exitCode: 7 });
    const get = `fetch('http://127.0.0.1:3000/').then((one) => one.text()).then(console.log)`;
    expect(await run('node', '-e', get)).toMatchObject({ stdout: 'server\n' });
  });

  test('stays out of it where it may use sockets of others, and says so', async () => {
    const named = { sockets: ['agent.socket'] };
    const { run, whenDone, shell } = await openArena(
      { commands: { 'shell curl': named, 'shell node': named } },
      listener,
    );
    await whenDone();
    expect(await run('curl', ...ask)).toMatchObject({ exitCode: 7 });
    const told = await shell.run({ command: 'node', parameters: ['-e', '1'], background: true });
    expect(told.warnings).toEqual([
      {
        code: 'NOT_REACHABLE',
        message:
          'Later calls cannot reach a server that this run starts: it may use Unix sockets of other programs, and such a run keeps a network of its own.',
      },
    ]);
  });

  test('shares it only with those who have the same secrets', async () => {
    const directory = newWorkspace({
      'sh.json': script('sh'),
      'alone.json': { ...script('alone'), security: { scheme: 'x-env', environment: { TOKEN: 'service' } } },
    });
    const handles = [
      { files: ['sh.json'], newlines: true },
      { files: ['alone.json'], newlines: true },
    ];
    const gate = await createGate({
      config: { handles, audit: false, credentials: { service: 'env:SERVICE_TOKEN' }, sandbox: { mode: 'required' } },
      directory,
      environment: { ...process.env, SERVICE_TOKEN: 'for-the-service-alone' },
    });
    onTestFinished(() => gate.close());
    const started = await gate.run(['sh', '--script', `${listener}\n${wait}`, '--background']);
    expect(started.status).toBe('completed');
    await expect.poll(() => existsSync(join(directory, 'listens'))).toBe(true);
    const printed = async (name: string) => printedBy(await gate.run([name, '--script', `curl ${ask.join(' ')}`]));
    expect(await printed('sh')).toBe('server');
    expect(await printed('alone')).toContain('Failed to connect');
  });
});

test('in the shared network, nobody sees the traffic of others, or reaches them by another kind of socket', async () => {
  const { run, whenDone } = await openArena({}, 'true');
  await whenDone();
  const tries = [
    'use Socket;',
    'print socket(A, 17, 3, 768) ? "packets" : "none", "\\n";',
    'print socket(B, PF_INET, 3, 6) ? "raw" : "none", "\\n";',
    'print socket(C, PF_UNIX, SOCK_STREAM, 0) ? "unix" : "none", "\\n";',
  ];
  expect(await run('perl', '-e', tries.join(' '))).toMatchObject({ stdout: 'none\nnone\nnone\n' });
});
