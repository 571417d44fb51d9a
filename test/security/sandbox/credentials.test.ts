// Secrets that programs use and never have: tried with real ones, through connections that are encrypted.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '../../../src/vocabulary/outcome.js';
import { handle, openWorkspace } from '../../programs/workspace.js';

const script = handle('sh', '/bin/sh', ['-c', '{{script}}'], {
  parameters: { type: 'object', properties: { script: { type: 'string' } }, required: ['script'] },
});

let keys: string;

beforeAll(() => {
  keys = mkdtempSync(join(tmpdir(), 'cmdgate-keys-'));
  writeFileSync(join(keys, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  const usual = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const openssl = (...words: string[]) => {
    const { status, stderr } = spawnSync('openssl', words, { cwd: keys, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  openssl('req', '-x509', ...usual, '-subj', '/CN=test authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...usual, '-subj', '/CN=test server', '-keyout', 'server.key', '-out', 'server.csr');
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...by, '-out', 'server.pem');
  openssl('req', '-x509', ...usual, '-subj', '/CN=localhost', '-keyout', 'stranger.key', '-out', 'stranger.pem');
});

afterAll(() => rmSync(keys, { recursive: true, force: true }));

/** An encrypted server outside, and the tokens that it was shown. */
async function openServer(answer: RequestListener, name = 'server') {
  const shown: string[] = [];
  const file = (kind: string) => readFileSync(join(keys, `${name}.${kind}`));
  const server = createServer({ key: file('key'), cert: file('pem') }, (request, response) => {
    shown.push(tokenOf(request));
    answer(request, response);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, shown };
}

function tokenOf({ headers: { authorization = '', 'x-api-key': key = '' } }: IncomingMessage): string {
  const [, basic] = /^Basic (.*)$/.exec(authorization) ?? [];
  return basic === undefined ? `${authorization}${key}` : `basic ${Buffer.from(basic, 'base64')}`;
}

/** Tells everything that it was asked. */
const echo: RequestListener = ({ url = '', headers, rawHeaders }, response) => {
  // git says who it is only when it is asked.
  if (url.startsWith('/repository') && headers.authorization === undefined) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    return;
  }
  response.setHeader(
    'x-echo',
    rawHeaders.filter((_, index) => index % 2 === 1),
  );
  response.end(JSON.stringify({ url, rawHeaders }));
};

async function openSandbox(hosts: readonly string[], ofSecret: readonly string[]) {
  const secret = `hf_${randomBytes(16).toString('hex')}`;
  vi.stubEnv('SERVICE_TOKEN', secret);
  vi.stubEnv('ALSO', secret);
  vi.stubEnv('SSL_CERT_FILE', join(keys, 'ca.pem'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const workspace = await openWorkspace([script], {
    handles: [{ files: ['handles.json'], pass: ['SERVICE_TOKEN', 'ALSO'], newlines: true }],
    sandbox: { mode: 'required', network: hosts, credentials: { SERVICE_TOKEN: { hosts: ofSecret } } },
  });
  const run = async (lines: readonly string[]) => await workspace.gate.run(['sh', '--script', lines.join('\n')]);
  return { ...workspace, secret, run };
}

function printedBy(outcome: Outcome): string {
  const shown = outcome.status === 'completed' ? outcome.data : outcome.error.result;
  if (!shown) throw new Error(JSON.stringify(outcome.status === 'failed' && outcome.error));
  const { stdout, stderr } = shown as { stdout: string; stderr: string };
  return stdout + stderr;
}

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));
const hasWget = existsSync('/usr/bin/wget');

test('a program uses a secret that is nowhere inside: not in variables, processes, files or answers', async () => {
  const { port, shown } = await openServer(echo);
  const { secret, run } = await openSandbox([`localhost:${port}`], [`localhost:${port}`]);
  const url = `https://localhost:${port}`;
  const outcome = await run([
    'echo "$SERVICE_TOKEN" | sed s/[^_]/x/3g',
    'test "$ALSO" = "$SERVICE_TOKEN" && echo same',
    `curl -sSi -H "Authorization: Bearer $SERVICE_TOKEN" ${url}/curl`,
    `curl -sSi -u "user:$SERVICE_TOKEN" ${url}/basic`,
    ...(hasWget ? [`wget -qO- --header "X-Api-Key: $SERVICE_TOKEN" ${url}/wget`] : []),
    ...(python
      ? [
          `${python} -c "import os, urllib.request as r; print(r.urlopen(r.Request('${url}/py', headers={'Authorization': 'Bearer ' + os.environ['SERVICE_TOKEN']})).read())"`,
        ]
      : []),
    `git ls-remote https://x:$SERVICE_TOKEN@localhost:${port}/repository 2>/dev/null`,
    // The gate takes the secret out of what is printed: written backwards it would be seen.
    'cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline /run/cmdgate/* 2>/dev/null | rev',
  ]);
  const printed = printedBy(outcome);
  expect(printed).toMatch(/^hf_x{32}\nsame\n/);
  expect(printed).not.toContain('REDACTED');
  expect(printed).not.toContain(secret);
  expect(printed).not.toContain([...secret].reverse().join(''));
  expect(printed).not.toContain(Buffer.from(`user:${secret}`).toString('base64'));
  expect(printed.match(/"url":"\/(?:curl|basic|wget|py)"/g)).toHaveLength(2 + Number(hasWget) + Number(!!python));
  const expected = [...[`Bearer ${secret}`, `basic user:${secret}`], ...(hasWget ? [secret] : []), `basic x:${secret}`];
  // Two send the same, and git asks more than once.
  expect([...new Set(shown.filter((token) => token !== ''))]).toEqual(expected);
});

test('other hosts get the placeholder, and are not listened to', async () => {
  const [own, other] = [await openServer(echo), await openServer(echo)];
  const { secret, run } = await openSandbox(
    [`localhost:${own.port}`, `127.0.0.1:${other.port}`],
    [`localhost:${own.port}`],
  );
  const printed = printedBy(
    await run([
      `curl -sS -H "Authorization: Bearer $SERVICE_TOKEN" https://127.0.0.1:${other.port}/ >/dev/null`,
      `for host in localhost:${own.port} 127.0.0.1:${other.port}; do`,
      `  curl -sv https://$host/ 2>&1 | grep issuer`,
      'done',
      // A name that leads to the same server is another host.
      `curl -sS --resolve x:1:127.0.0.1 https://127.0.0.1:${own.port}/ 2>&1 | tail -c 40`,
    ]),
  );
  expect(other.shown[0]).toMatch(/^Bearer hf_\w{32}$/);
  expect(other.shown[0]).not.toContain(secret);
  expect(own.shown).toEqual(['']);
  expect(printed).toMatch(/issuer: CN=the sandbox of cmdgate\n.*issuer: CN=test authority\n.*403\n$/);
});

test('what could hide a secret in an answer is not let through', async () => {
  const { port } = await openServer((request, response) => {
    const { url, headers } = request;
    const secret = String(headers.authorization);
    if (url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(secret));
    else if (url === '/part') response.end(headers.range ? secret.slice(0, 20) : secret);
    else if (url === '/slow') {
      response.write(secret.slice(0, 20));
      setTimeout(() => response.end(secret.slice(20)), 50);
    } else response.end(String(headers['accept-encoding']));
  });
  const { run } = await openSandbox([`localhost:${port}`], [`localhost:${port}`]);
  const curl = `curl -sS --compressed -H "Authorization: Bearer $SERVICE_TOKEN" https://localhost:${port}`;
  const outcome = await run([
    `${curl}/encoding; echo`,
    `${curl}/gzip`,
    `test "$(${curl}/part -r 0-9)" = "Bearer $SERVICE_TOKEN" && echo whole`,
    `test "$(${curl}/slow)" = "Bearer $SERVICE_TOKEN" && echo masked`,
  ]);
  expect(printedBy(outcome)).toBe(
    `identity\ncmdgate: localhost:${port} gave no answer that can be read\nwhole\nmasked\n`,
  );
});

test('a host that cannot prove who it is gets nothing, not even the placeholder', async () => {
  const stranger = await openServer(echo, 'stranger');
  const { run } = await openSandbox([`localhost:${stranger.port}`], [`localhost:${stranger.port}`]);
  const printed = printedBy(
    await run([`curl -sS -H "Authorization: Bearer $SERVICE_TOKEN" https://localhost:${stranger.port}/`]),
  );
  expect(printed).toBe(`cmdgate: localhost:${stranger.port} has no certificate that is trusted\n`);
  expect(stranger.shown).toEqual([]);
});

test('where the network is off, there is neither the secret nor anything in its place', async () => {
  vi.stubEnv('SERVICE_TOKEN', 'tok_of_the_service');
  vi.stubEnv('ALSO', 'https://x:tok_of_the_service@localhost/');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { gate } = await openWorkspace([script], {
    handles: [{ files: ['handles.json'], pass: ['SERVICE_TOKEN', 'ALSO'], sandbox: { network: false } }],
    sandbox: { mode: 'required', network: ['localhost:1'], credentials: { SERVICE_TOKEN: { hosts: ['localhost:1'] } } },
  });
  expect(printedBy(await gate.run(['sh', '--script', 'env | grep -c tok_; env | grep -c SERVICE_TOKEN']))).toBe(
    '0\n0\n',
  );
});
