// How a handler reaches services, as a process: through proxies or not, and what it says when it cannot.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { finish } from '../cli/process.js';
import {
  ask,
  authority,
  closedPort,
  echo,
  startNetworkCli,
  startProxy,
  startService,
  startSilence,
  startTlsService,
} from './network-cli.js';

const bodyOf = (answer: Awaited<ReturnType<typeof ask>>) => JSON.parse(answer.envelope.data.body);

describe('REQ-F-036: proxies', () => {
  test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])('%s is asked for plain addresses', async (name) => {
    const [service, proxy] = [await startService(), await startProxy()];
    const answer = await ask(['get', `${service}/a?b=c`], { [name]: `http://${proxy.address}` });
    expect([bodyOf(answer).name, proxy.asked]).toEqual(['proxy', [`GET ${service}/a?b=c`]]);
  });

  test.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])('%s passes on what is encrypted', async (name) => {
    const [service, proxy] = [await startTlsService(), await startProxy()];
    const environment = { [name]: `http://user:p%40ss@${proxy.address}`, SSL_CERT_FILE: authority };
    const answer = await ask(['get', `${service}/a`], environment);
    expect(bodyOf(answer)).toMatchObject({ name: 'service', url: '/a', headers: { 'x-own': 'yes' } });
    expect(bodyOf(answer).headers).not.toHaveProperty('proxy-authorization');
    expect([proxy.asked, proxy.authorizations]).toEqual([
      [`CONNECT ${new URL(service).host}`],
      [`Basic ${Buffer.from('user:p@ss').toString('base64')}`],
    ]);
  });

  test.each(['127.0.0.1', '*', 'example.com, 127.0.0.1', '127.0.0.1:PORT'])('NO_PROXY=%s goes around', async (list) => {
    const [service, proxy] = [await startService(), await startProxy()];
    const NO_PROXY = list.replace('PORT', new URL(service).port);
    const answer = await ask(['get', service], { HTTP_PROXY: proxy.address, NO_PROXY });
    expect([bodyOf(answer).name, proxy.asked]).toEqual(['service', []]);
  });

  test('without a variable nobody is asked', async () => {
    expect(bodyOf(await ask(['get', await startService()])).name).toBe('service');
  });

  test.each(['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])('%s is trusted', async (name) => {
    const answer = await ask(['get', await startTlsService()], { [name]: authority });
    expect(bodyOf(answer).name).toBe('service');
  });

  test('the variables that are read are in the manifest', async () => {
    const { environment } = (await ask(['manifest'])).envelope.data;
    expect(Object.keys(environment)).toEqual(
      expect.arrayContaining(['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY', 'SSL_CERT_FILE']),
    );
  });
});

describe('REQ-F-037: a failure of the network', () => {
  test('says where it was, and how to see it for oneself', async () => {
    const port = await closedPort();
    const { code, envelope } = await ask(['get', `http://127.0.0.1:${port}/path-CANARY?token=query-CANARY`]);
    const suggestion = `curl -v -m 10 http://127.0.0.1:${port}/`;
    expect([code, envelope.error]).toEqual([
      12,
      {
        code: 'NETWORK_ERROR',
        message: `127.0.0.1:${port} refuses connections`,
        hint: `Check that the service is running, and its address. To check yourself: ${suggestion}`,
        suggestion: `Check that the service is running, and its address. To check yourself: ${suggestion}`,
        phase: 'execution',
        retryable: true,
        exit_code: 12,
        network_context: {
          ...{ reason: 'refused', host: '127.0.0.1', port, proxy_used: null, ssl_verify: true, suggestion },
        },
      },
    ]);
    expect(JSON.stringify(envelope.error)).not.toContain('CANARY');
  });

  test('is known when it comes from the fetch of Node', async () => {
    const port = await closedPort();
    const { code, envelope } = await ask(['plain', `http://127.0.0.1:${port}/path-CANARY`]);
    expect([code, envelope.error.code, envelope.error.network_context]).toEqual([
      12,
      'NETWORK_ERROR',
      {
        ...{ reason: 'refused', host: '127.0.0.1', port, proxy_used: null, ssl_verify: true },
        suggestion: `curl -v -m 10 telnet://127.0.0.1:${port}`,
      },
    ]);
    expect(JSON.stringify(envelope.error)).not.toContain('CANARY');
  });

  test('that is a name without an address is not worth another try, unless nobody could be asked', async () => {
    const { code, envelope } = await ask(['get', 'http://no-such-host.invalid/']);
    const { reason, host, port } = envelope.error.network_context;
    expect([code, host, port]).toEqual([12, 'no-such-host.invalid', 80]);
    expect([reason, envelope.error.retryable]).toEqual(reason === 'name' ? ['name', false] : ['lookup', true]);
  });

  test.each(['get', 'plain'])('that is a certificate which nobody trusts is one for %s', async (command) => {
    const { code, envelope } = await ask([command, await startTlsService()]);
    expect([code, envelope.error.retryable, envelope.error.hint, envelope.error.network_context]).toEqual([
      ...[12, false, expect.stringContaining('SSL_CERT_FILE')],
      expect.objectContaining({ reason: 'tls', ssl_verify: true, proxy_used: null }),
    ]);
  });

  test('says where certificates are not checked', async () => {
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { envelope } = await ask(['get', `https://127.0.0.1:${await closedPort()}/`], environment);
    expect(envelope.error.network_context.ssl_verify).toBe(false);
  });

  test('that is silence is a timeout', async () => {
    const { code, envelope } = await ask(['get', await startSilence(), '--wait', '300']);
    expect([code, envelope.error.code, envelope.error.network_context]).toEqual([
      ...[10, 'TIMEOUT'],
      expect.objectContaining({ reason: 'timeout', host: '127.0.0.1', proxy_used: null }),
    ]);
  });

  test.each(['http', 'https'])('names the proxy without its credentials, for %s', async (scheme) => {
    const [service, proxy] = [await startService(), await startProxy('refuses')];
    const { code, envelope, stderr } = await ask(['get', service.replace('http', scheme)], {
      ALL_PROXY: `http://user-CANARY:password-CANARY@${proxy.address}`,
    });
    expect([code, envelope.error.retryable, envelope.error.network_context]).toEqual([
      ...[12, false],
      expect.objectContaining({ reason: 'proxy', proxy_used: `http://${proxy.address}` }),
    ]);
    expect(envelope.error.network_context.suggestion).toContain(`--proxy http://${proxy.address} `);
    expect(JSON.stringify(envelope) + stderr).not.toContain('CANARY');
  });

  test('of a proxy that is not there names the proxy', async () => {
    const proxy = `127.0.0.1:${await closedPort()}`;
    const { code, envelope } = await ask(['get', await startTlsService()], { https_proxy: proxy });
    expect([code, envelope.error.network_context]).toEqual([
      12,
      expect.objectContaining({ reason: 'refused', proxy_used: `http://${proxy}` }),
    ]);
  });

  test.each([
    ['HTTP_PROXY', 'socks5://user:CANARY@127.0.0.1:1080'],
    ['HTTP_PROXY', 'http://CANARY:not a port'],
    ['SSL_CERT_FILE', '/CANARY/no/such/file'],
  ])('that is a wrong %s names the variable and not what it holds', async (name, value) => {
    const { code, envelope, stderr } = await ask(['get', await startService()], { [name]: value });
    expect([code, envelope.error.message, envelope.error.hint]).toEqual([
      12,
      expect.stringContaining(name),
      expect.stringContaining(name),
    ]);
    expect(JSON.stringify(envelope) + stderr).not.toContain('CANARY');
  });

  test('leaves other errors as they are', async () => {
    const { code, envelope } = await ask(['broken']);
    expect([code, envelope.error.code, 'network_context' in envelope.error]).toEqual([5, 'NOT_FOUND', false]);
  });
});

describe('an answer', () => {
  test('is marked as coming from outside by whoever says so', async () => {
    const { data } = (await ask(['get', await startService()])).envelope;
    expect(data).toMatchObject({ _source: 'the service', _trusted: false, status: 200 });
  });

  test('may be packed', async () => {
    const text = 'x'.repeat(10_000);
    const service = await startService((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
      response.end(gzipSync(text));
    });
    expect((await ask(['get', service])).envelope.data).toMatchObject({ type: 'text/plain', body: text });
  });

  test('is not read without end, packed or not', async () => {
    const huge = gzipSync(Buffer.alloc(5_000_000));
    const packed = await startService((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(huge);
    });
    const plain = await startService((_, response) => response.end(Buffer.alloc(2_000_000)));
    for (const service of [packed, plain]) {
      const { code, envelope } = await ask(['get', service]);
      expect([code, envelope.error.code, envelope.error.network_context.reason]).toEqual([12, 'NETWORK_ERROR', 'size']);
    }
  });

  test('that breaks off is a failure of the network', async () => {
    const service = await startService((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('a part');
      setTimeout(() => response.destroy(), 50);
    });
    const { code, envelope } = await ask(['get', service]);
    expect([code, envelope.error.network_context.reason]).toEqual([12, 'closed']);
  });

  test('without a body is one', async () => {
    const service = await startService((_, response) => response.writeHead(204).end());
    expect((await ask(['get', service])).envelope.data).toMatchObject({ status: 204, body: '' });
  });
});

describe('a redirect', () => {
  test('is followed, and a request with a body goes on as one without', async () => {
    const target = await startService();
    const service = await startService((_, response) => response.writeHead(302, { location: `${target}/there` }).end());
    const answer = await ask(['get', service, '--body', 'text']);
    expect(bodyOf(answer)).toMatchObject({ name: 'service', method: 'GET', url: '/there', body: '' });
  });

  test('that keeps the method keeps the body', async () => {
    const there = echo('service');
    const service = await startService((request, response) => {
      if (request.url === '/there') there(request, response);
      else response.writeHead(307, { location: '/there' }).end();
    });
    expect(bodyOf(await ask(['get', service, '--body', 'text']))).toMatchObject({ method: 'POST', body: 'text' });
  });

  test('that never ends, or leads to what is not encrypted, is refused', async () => {
    const circle = await startService((_, response) => response.writeHead(302, { location: '/' }).end());
    const plain = await startService();
    const downwards = await startTlsService((_, response) => response.writeHead(302, { location: plain }).end());
    for (const service of [circle, downwards]) {
      const { code, envelope } = await ask(['get', service], { SSL_CERT_FILE: authority });
      expect([code, envelope.error.network_context.reason]).toEqual([12, 'redirect']);
    }
  });
});

describe('a request', () => {
  test.each([
    ['a signal', ['hang'], 143],
    ['the time of its command', ['hang', '--timeout', '2s'], 10],
    ['the end of a command that does not wait for it', ['hang', '--leave'], 0],
  ])('ends with %s', async (_, [command, ...rest], expected) => {
    let closed = 0;
    const service = await startSilence(undefined, () => closed++);
    const child = startNetworkCli([command as string, service, ...rest]);
    if (expected === 143) {
      child.stderr.on('data', (chunk: Buffer) => {
        if (chunk.includes('ready')) child.kill('SIGTERM');
      });
    }
    expect((await finish(child)).code).toBe(expected);
    for (const last = Date.now() + 10_000; closed === 0 && Date.now() < last; ) await sleep(20);
    expect(closed).toBe(1);
  });
});

test('the certificates of these tests are valid for long', async () => {
  const { X509Certificate } = await import('node:crypto');
  expect(Date.parse(new X509Certificate(readFileSync(authority)).validTo)).toBeGreaterThan(Date.UTC(2100, 0));
});
