import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { explainFailure, recogniseNetworkError } from './explain-failure.js';

const failWith = (fields: object) => Object.assign(new Error('secret-CANARY'), fields);

const to = { origin: 'https://h', host: 'h', port: 443, proxy: null, verifiesCertificates: true };

test.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'name'],
  ['EAI_AGAIN', 'lookup'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ECONNRESET', 'closed'],
  ['ETIMEDOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['HPE_INVALID_CONSTANT', 'not-http'],
  ['SOMETHING_ELSE', 'closed'],
])('%s is %s', (code, reason) => {
  const error = explainFailure(failWith({ code }), to);
  expect(error.about).toMatchObject({ network_context: { reason } });
  expect(JSON.stringify({ ...error, message: error.message, hint: error.hint })).not.toContain('CANARY');
});

test('a host name that a shell would run is quoted in the suggestion', () => {
  const host = '$(reboot).example.com';
  const { about } = explainFailure(failWith({ code: 'ECONNREFUSED' }), { ...to, origin: `https://${host}`, host });
  expect(about?.network_context).toMatchObject({ suggestion: `curl -v -m 10 'https://${host}/'` });
});

test('a connection of any kind that was refused is recognised', async () => {
  const error = await new Promise<unknown>((resolve) => connect(1, '127.0.0.1').on('error', resolve));
  expect(recogniseNetworkError(error, true)?.about).toEqual({
    network_context: {
      ...{ reason: 'refused', host: '127.0.0.1', port: 1, proxy_used: null, ssl_verify: true },
      suggestion: 'curl -v -m 10 telnet://127.0.0.1:1',
    },
  });
});

test.each([
  ['an error without a code', new Error('x')],
  ['a mistake that names a code', failWith({ code: 'ECONNREFUSED' })],
  ['a socket of this machine', failWith({ code: 'ECONNREFUSED', syscall: 'connect', address: '/run/x.sock' })],
  ['a pipe that was closed', failWith({ code: 'EPIPE', syscall: 'write' })],
  ['a file that is not there', failWith({ code: 'ENOENT', syscall: 'open' })],
  ['a text', 'ECONNREFUSED'],
  ['nothing', undefined],
])('%s is none of the network', (_, error) => {
  expect(recogniseNetworkError(error, true)).toBeUndefined();
});
