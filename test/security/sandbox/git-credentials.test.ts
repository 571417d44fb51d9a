// git pushes to and fetches from a service that wants a token, and never has the token: a real git over HTTPS, to a
// server on this machine that is git's own (git http-backend).

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createShell } from '../../../src/index.js';
import { temporaryDirectory, writeFiles } from '../../programs/workspace.js';
import { listen } from './open-sandbox.js';

const backend = join(spawnSync('git', ['--exec-path'], { encoding: 'utf8' }).stdout.trim(), 'git-http-backend');
const secret = `ghp_${randomBytes(18).toString('hex')}`;

function inDirectory(directory: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Keys for localhost, and who vouches for them. */
function makeKeys(): string {
  const keys = temporaryDirectory();
  const openssl = (...words: readonly string[]) => inDirectory(keys, 'openssl', ...words);
  const usual = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  writeFileSync(join(keys, 'names'), 'subjectAltName=DNS:localhost\n');
  openssl('req', '-x509', ...usual, '-subj', '/CN=test authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...usual, '-subj', '/CN=test server', '-keyout', 'server.key', '-out', 'server.csr');
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...by, '-out', 'server.pem');
  return keys;
}

/** Serves the repositories of a directory to whoever has the token, and remembers what it was shown. */
async function serve(root: string, keys: string) {
  const shown: string[] = [];
  const file = (name: string) => readFileSync(join(keys, name));
  const server = createServer({ key: file('server.key'), cert: file('server.pem') }, (request, response) => {
    const given = request.headers.authorization ?? '';
    if (given !== '') shown.push(Buffer.from(given.replace(/^Basic /, ''), 'base64').toString());
    if (!given.endsWith(Buffer.from(`x-access-token:${secret}`).toString('base64'))) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
    } else answer(root, request, response);
  });
  onTestFinished(() => void server.close());
  return { port: await listen(server), shown };
}

function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'https://localhost');
  const { 'content-type': type = '', 'content-length': length, 'content-encoding': encoding } = request.headers;
  const child = spawn(backend, {
    env: {
      ...{ GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'test', PATH: process.env.PATH },
      ...{ REQUEST_METHOD: request.method, PATH_INFO: pathname, QUERY_STRING: search.slice(1), CONTENT_TYPE: type },
      ...(length !== undefined && { CONTENT_LENGTH: length }),
      ...(encoding !== undefined && { HTTP_CONTENT_ENCODING: encoding }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const headers = all
      .subarray(0, end)
      .toString('latin1')
      .split('\r\n')
      .map((line) => line.split(': '));
    const status = Number(headers.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
    for (const [name = '', value = ''] of headers) if (name !== 'Status') response.setHeader(name, value);
    response.writeHead(status).end(all.subarray(end + 4));
  });
}

test.skipIf(!existsSync(backend))(
  'git pushes and fetches with a token that it never has',
  { timeout: 120_000 },
  async () => {
    const keys = makeKeys();
    const [store, workspace, other] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
    inDirectory(store, 'git', 'init', '-q', '--bare', '-b', 'main', 'project.git');
    inDirectory(store, 'git', '--git-dir=project.git', 'config', 'http.receivepack', 'true');
    inDirectory(workspace, 'git', 'init', '-q', '-b', 'main');
    writeFiles(workspace, { 'a.txt': 'one\n' });
    const identity = ['-c', 'user.name=n', '-c', 'user.email=e@example.org'];
    inDirectory(workspace, 'git', 'add', '.');
    inDirectory(workspace, 'git', ...identity, 'commit', '-qm', 'first');
    const { port, shown } = await serve(store, keys);
    vi.stubEnv('SSL_CERT_FILE', join(keys, 'ca.pem'));
    vi.stubEnv('SERVICE_TOKEN', secret);
    onTestFinished(() => void vi.unstubAllEnvs());
    const hosts = [`localhost:${port}`];
    const shell = createShell({
      workspace,
      sandbox: { mode: 'required', network: hosts, credentials: { SERVICE_TOKEN: { hosts } } },
      approve: async () => ({ answer: 'approve', by: 'test' }),
    });
    onTestFinished(() => shell.close());
    const git = async (...parameters: readonly string[]) => {
      const { exitCode, stdout, stderr, error } = await shell.run({ command: 'git', parameters });
      return { exitCode, printed: stdout + stderr, hint: error?.hint };
    };

    const address = `https://localhost:${port}/project.git`;
    expect(await git('remote', 'add', 'origin', address)).toMatchObject({ exitCode: 0 });
    expect(await git('push', '-u', 'origin', 'main')).toMatchObject({ exitCode: 0 });
    expect(inDirectory(store, 'git', '--git-dir=project.git', 'log', '--format=%s')).toBe('first\n');
    expect(new Set(shown)).toEqual(new Set([`x-access-token:${secret}`]));

    inDirectory(other, 'git', 'clone', '-q', join(store, 'project.git'), '.');
    inDirectory(other, 'git', ...identity, 'commit', '-q', '--allow-empty', '-m', 'second');
    inDirectory(other, 'git', 'push', '-q', 'origin', 'main');
    expect(await git('pull', '-q')).toMatchObject({ exitCode: 0 });
    expect(inDirectory(workspace, 'git', 'log', '--format=%s')).toBe('second\nfirst\n');

    // Nothing in there knows the token, and nothing of it is left.
    const { stdout } = await shell.run({
      command: 'node',
      parameters: ['-e', 'console.log(process.env.SERVICE_TOKEN)'],
    });
    expect(stdout.trim()).toHaveLength(secret.length);
    expect(stdout).not.toContain(secret);
    const { stdout: settings } = await shell.run({ command: 'git', parameters: ['config', '--list', '--show-origin'] });
    expect(settings).toContain(`credential.https://localhost:${port}.helper`);
    expect(settings).not.toContain(stdout.trim());
    expect(spawnSync('grep', ['-rq', secret, workspace]).status).toBe(1);
  },
);

const nc = spawnSync('nc', ['-h'], { encoding: 'utf8' });
const hasSsh = ['ssh', 'ssh-agent', 'ssh-add', 'ssh-keygen'].every((name) => existsSync(join('/usr/bin', name)));
const canTell = hasSsh && /-X/.test(`${nc.stdout}${nc.stderr}`);

test.skipIf(!canTell)(
  'git reaches a host by ssh, with a key that stays in the agent',
  { timeout: 60_000 },
  async () => {
    const [workspace, own] = [temporaryDirectory(), temporaryDirectory()];
    const socket = join(own, 'agent.sock');
    const agent = spawn('/usr/bin/ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    onTestFinished(() => void agent.kill());
    await expect.poll(() => existsSync(socket), { timeout: 20_000 }).toBe(true);
    inDirectory(own, 'ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', 'key of the test', '-f', 'key');
    const added = spawnSync('/usr/bin/ssh-add', ['key'], { cwd: own, env: { ...process.env, SSH_AUTH_SOCK: socket } });
    expect(added.status).toBe(0);
    // It hears who comes, and ends: what ssh says after that is for ssh alone.
    const heard: string[] = [];
    const server = createTcpServer((connection) => {
      connection.write('SSH-2.0-test\r\n');
      connection.on('data', (bytes) => {
        heard.push(bytes.toString('latin1'));
        connection.destroy();
      });
      connection.on('error', () => undefined);
    });
    onTestFinished(() => void server.close());
    const port = await listen(server);
    const shell = createShell({
      workspace,
      environment: {
        SSH_AUTH_SOCK: socket,
        GIT_SSH_COMMAND: "ssh -o ProxyCommand='nc -X connect -x 127.0.0.1:3128 %h %p'",
      },
      sandbox: { mode: 'required', network: [`localhost:${port}`], sockets: [socket] },
      approve: async () => ({ answer: 'approve', by: 'test' }),
    });
    onTestFinished(() => shell.close());
    const list = "console.log(child_process.execFileSync('ssh-add', ['-l'], { encoding: 'utf8' }))";
    const listed = await shell.run({ command: 'node', parameters: ['-e', list] });
    expect(listed.stdout + listed.stderr).toContain('key of the test');
    const address = `ssh://git@localhost:${port}/project.git`;
    // ssh would wait for a server that says more than its name.
    const ending = new AbortController();
    const request = { command: 'git', parameters: ['ls-remote', address] };
    const running = shell.run(request, { signal: ending.signal });
    await expect.poll(() => heard.join(''), { timeout: 20_000 }).toMatch(/^SSH-2\.0-OpenSSH/);
    ending.abort();
    await running;
  },
);
