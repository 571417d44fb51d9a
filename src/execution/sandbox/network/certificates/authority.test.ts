import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type PeerCertificate } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { Authority } from './authority.js';

const hosts = ['api.example.org', '127.0.0.1', '::1'];

/** What a client that trusts the authority says to a server with the authority's certificate for `host`. */
async function meet(authority: Authority, host: string, servername: string): Promise<string | PeerCertificate> {
  const server = createServer({ SNICallback: (_, give) => give(null, authority.contextFor(host)) });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', servername, ca: authority.certificate });
  return await new Promise((resolve) => {
    socket.on('error', (error) => resolve(error.message));
    socket.on('secureConnect', () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
  });
}

test('a host of the list is trusted under its name, and under no other', async () => {
  const authority = new Authority(hosts);
  expect(await meet(authority, 'api.example.org', 'api.example.org')).toMatchObject({
    subjectaltname: 'DNS:api.example.org',
  });
  expect(await meet(authority, 'api.example.org', 'other.example.org')).toContain('does not match');
});

test('the authority is worth nothing for a host that is not on its list', async () => {
  expect(await meet(new Authority(hosts), 'evil.example', 'evil.example')).toBe('permitted subtree violation');
  expect(await meet(new Authority(['127.0.0.1']), 'evil.example', 'evil.example')).toBe('permitted subtree violation');
});

test('OpenSSL finds nothing wrong, and sees what was meant', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-authority-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, 'ca.pem'), new Authority(hosts).certificate);
  const openssl = (...words: string[]) => {
    const { stdout, stderr } = spawnSync('openssl', words, { cwd: directory, encoding: 'utf8' });
    return stdout + stderr;
  };
  expect(openssl('verify', '-x509_strict', '-CAfile', 'ca.pem', 'ca.pem')).toBe('ca.pem: OK\n');
  const text = openssl('x509', '-in', 'ca.pem', '-noout', '-text');
  expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
  expect(text).toMatch(/Key Usage: critical\s+Certificate Sign\n/);
  expect(text).toMatch(
    /Permitted:\s+DNS:api\.example\.org\s+IP:127\.0\.0\.1\/255\.255\.255\.255\s+IP:0:0:0:0:0:0:0:1\/FFFF:[\s\S]*DNS:invalid/,
  );
});

test('a certificate can be read by Node, and says for how long it holds', () => {
  const { certificate } = new Authority(hosts);
  const read = new X509Certificate(certificate);
  expect([read.ca, read.subject, read.verify(read.publicKey)]).toEqual([true, 'CN=the sandbox of cmdgate', true]);
  const days = (Date.parse(read.validTo) - Date.now()) / 86_400_000;
  expect([Date.parse(read.validFrom) < Date.now(), Math.round(days)]).toEqual([true, 397]);
});
