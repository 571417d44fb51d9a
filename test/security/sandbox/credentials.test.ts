// Secrets that programs use and never have: tried with real ones, through connections that are encrypted.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type OpenSandbox, openSandbox } from './open-sandbox.js';

const secret = `hf_${randomBytes(16).toString('hex')}`;
const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));
const hasWget = existsSync('/usr/bin/wget');

let keys: string;
let sandbox: OpenSandbox;
/** Both are to get the secret; the second cannot prove who it is. */
let own: TestServer;
let stranger: TestServer;
let other: TestServer;

beforeAll(async () => {
  keys = mkdtempSync(join(tmpdir(), 'cmdgate-keys-'));
  makeKeys();
  [own, other, stranger] = [await openServer('server'), await openServer('server'), await openServer('stranger')];
  const hosts = [`localhost:${own.port}`, `localhost:${stranger.port}`];
  sandbox = await openSandbox(
    { network: [...hosts, `127.0.0.1:${other.port}`], credentials: { SERVICE_TOKEN: { hosts } } },
    [
      { files: ['sh.json'], newlines: true, pass: ['SERVICE_TOKEN', 'ALSO'] },
      { files: ['alone.json'], newlines: true, pass: ['SERVICE_TOKEN', 'ALSO'], sandbox: { network: false } },
    ],
    { SERVICE_TOKEN: secret, ALSO: `https://x:${secret}@localhost/`, SSL_CERT_FILE: join(keys, 'ca.pem') },
  );
});

afterAll(async () => {
  await sandbox?.close();
  for (const { close } of [own, other, stranger]) close();
  rmSync(keys, { recursive: true, force: true });
});

function makeKeys(): void {
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
}

/** An encrypted server outside, and the tokens that it was shown. */
async function openServer(name: string) {
  const shown: string[] = [];
  const file = (kind: string) => readFileSync(join(keys, `${name}.${kind}`));
  const server = createServer({ key: file('key'), cert: file('pem') }, (request, response) => {
    shown.push(tokenOf(request));
    answer(request, response);
  });
  server.on('tlsClientError', () => undefined);
  return { port: await listen(server), shown, close: () => void server.close() };
}

type TestServer = Awaited<ReturnType<typeof openServer>>;

function tokenOf({ headers: { authorization = '', 'x-api-key': key = '' } }: IncomingMessage): string {
  const [, basic] = /^Basic (.*)$/.exec(authorization) ?? [];
  return basic === undefined ? `${authorization}${key}` : `basic ${Buffer.from(basic, 'base64')}`;
}

/** Tells everything that it was asked, in ways that could hide it. */
const answer: RequestListener = ({ url = '', headers, rawHeaders }, response) => {
  const { authorization = '', range } = headers;
  if (url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(authorization));
  else if (url === '/part') response.end(range ? authorization.slice(0, 20) : authorization);
  else if (url === '/slow') {
    response.write(authorization.slice(0, 20));
    setTimeout(() => response.end(authorization.slice(20)), 50);
  } else if (url.startsWith('/repository') && authorization === '') {
    // git says who it is only when it is asked.
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  } else {
    response.setHeader('x-echo', rawHeaders);
    response.end(JSON.stringify({ url, rawHeaders }));
  }
};

test('a program uses a secret that is nowhere inside: not in variables, processes, files or answers', async () => {
  const url = `https://localhost:${own.port}`;
  const headers = `headers={'Authorization': 'Bearer ' + os.environ['SERVICE_TOKEN']}`;
  const read = `import os, urllib.request as r; print(r.urlopen(r.Request('${url}/python', ${headers})).read())`;
  const printed = await sandbox.printed([
    'echo "$SERVICE_TOKEN" | sed "s/[^_]/x/3g"',
    'test "$ALSO" = "https://x:$SERVICE_TOKEN@localhost/" && echo masked',
    `curl -sSi -H "Authorization: Bearer $SERVICE_TOKEN" ${url}/curl`,
    `curl -sSi -u "user:$SERVICE_TOKEN" ${url}/basic`,
    ...(hasWget ? [`wget -qO- --header "X-Api-Key: $SERVICE_TOKEN" ${url}/wget`] : []),
    ...(python ? [`${python} -c "${read}"`] : []),
    `git ls-remote https://x:$SERVICE_TOKEN@localhost:${own.port}/repository 2>/dev/null`,
    // The gate takes the secret out of what is printed: written backwards it would be seen.
    'cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline /run/cmdgate/* 2>/dev/null | rev',
  ]);
  expect(printed).toMatch(/^hf_x{32}\nmasked\n/);
  const forms = [secret, [...secret].reverse().join(''), Buffer.from(`user:${secret}`).toString('base64'), 'REDACTED'];
  expect(forms.filter((form) => printed.includes(form))).toEqual([]);
  expect(printed.match(/"url":"\/(?:curl|basic|wget|python)"/g)).toHaveLength(2 + Number(hasWget) + Number(!!python));
  // Two send the same, and git asks more than once.
  expect([...new Set(own.shown.filter((token) => token !== ''))]).toEqual([
    ...[`Bearer ${secret}`, `basic user:${secret}`],
    ...(hasWget ? [secret] : []),
    `basic x:${secret}`,
  ]);
});

test('other hosts get the placeholder, and are not listened to', async () => {
  const printed = await sandbox.printed([
    `curl -sS -H "Authorization: Bearer $SERVICE_TOKEN" https://127.0.0.1:${other.port}/ >/dev/null`,
    `for host in localhost:${own.port} 127.0.0.1:${other.port}; do curl -sv https://$host/ 2>&1 | grep issuer; done`,
    // Another name of the same server is another host.
    `curl -sS https://127.0.0.1:${own.port}/ 2>&1 | tail -c 40`,
  ]);
  expect(other.shown[0]).toMatch(/^Bearer hf_\w{32}$/);
  expect(other.shown[0]).not.toContain(secret);
  expect(printed).toMatch(/issuer: CN=the sandbox of cmdgate\n.*issuer: CN=test authority\n.*403\n$/);
});

test('what could hide a secret in an answer is not let through', async () => {
  const curl = `curl -sS --compressed -H "Authorization: Bearer $SERVICE_TOKEN" https://localhost:${own.port}`;
  expect(
    await sandbox.printed([
      `${curl}/ | grep -o '"accept-encoding","identity"'`,
      `${curl}/gzip`,
      `test "$(${curl}/part -r 0-9)" = "Bearer $SERVICE_TOKEN" && echo whole`,
      `test "$(${curl}/slow)" = "Bearer $SERVICE_TOKEN" && echo masked`,
    ]),
  ).toBe(`"accept-encoding","identity"\ncmdgate: localhost:${own.port} gave an invalid answer\nwhole\nmasked\n`);
});

test('a host that cannot prove who it is gets nothing, not even the placeholder', async () => {
  const url = `https://localhost:${stranger.port}/`;
  expect(await sandbox.printed([`curl -sS -H "Authorization: Bearer $SERVICE_TOKEN" ${url}`])).toBe(
    `cmdgate: localhost:${stranger.port} has no trusted certificate\n`,
  );
  expect(stranger.shown).toEqual([]);
});

test('where the network is off, there is neither the secret nor anything in its place', async () => {
  expect(await sandbox.printed(['env | grep -c hf_', 'env | grep -cE "SERVICE_TOKEN|ALSO"'], 'alone')).toBe('0\n0\n');
});
