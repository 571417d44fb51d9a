import { expect, test } from 'vitest';
import type { Caller } from '../../vocabulary/request.js';
import { checkHost, checkOrigin, isLoopbackHost, TokenCheck, urlHost } from './http-guard.js';

const caller = (name: string): Caller => ({ name, may: 'everything' });

test('loopback addresses are known by every name', () => {
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]']) {
    expect([host, isLoopbackHost(host)]).toEqual([host, true]);
  }
  for (const host of ['0.0.0.0', '::', '192.168.0.1', '127.0.0.1.example', '127.example', '::ffff:10.0.0.1', '']) {
    expect([host, isLoopbackHost(host)]).toEqual([host, false]);
  }
});

test('a URL names the address a client can reach', () => {
  expect(['127.0.0.1', '::1', '[::1]', '0.0.0.0', '::', 'gate.local'].map(urlHost)).toEqual([
    '127.0.0.1',
    '[::1]',
    '[::1]',
    '127.0.0.1',
    '[::1]',
    'gate.local',
  ]);
});

test('the Host header must be a name of this server with its port', () => {
  const rules = { host: '192.168.0.7', port: 80, allowedHosts: ['Gate.Example', '[fd00::1]:9000'] };
  const accepted = ['localhost', 'localhost:80', 'LOCALHOST', '192.168.0.7', 'gate.example:1', '[FD00::1]:9000'];
  for (const header of accepted) expect([header, checkHost(header, rules)]).toEqual([header, undefined]);
  const refused = [undefined, '', 'evil', 'localhost:81', '[fd00::1]:9001', 'localhost@evil', 'a b', 'localhost:80:80'];
  for (const header of refused) expect([header, checkHost(header, rules)?.status]).toEqual([header, 403]);
});

test('a server on every address has no name of its own', () => {
  const rules = { host: '0.0.0.0', port: 8080, allowedHosts: [] };
  expect(checkHost('0.0.0.0:8080', rules)?.status).toBe(403);
  expect(checkHost('localhost:8080', rules)).toBeUndefined();
});

test('an Origin must be of this machine or listed, scheme and port included', () => {
  const allowed = ['https://app.example', 'http://dev.example:3000/'];
  for (const origin of [undefined, 'http://localhost', 'http://dev.example:3000', 'https://APP.example']) {
    expect([origin, checkOrigin(origin, allowed)]).toEqual([origin, undefined]);
  }
  for (const origin of ['', 'null', 'file://', 'http://dev.example', 'https://app.example.evil', 'localhost']) {
    expect([origin, checkOrigin(origin, allowed)?.status]).toEqual([origin, 403]);
  }
});

test('a token is its caller’s and nobody else’s', () => {
  const tokens = new TokenCheck([
    { caller: caller('first'), token: 'aaa' },
    { caller: caller('second'), token: 'bbb' },
  ]);
  expect(tokens.isOn).toBe(true);
  expect(tokens.identify('Bearer aaa')).toEqual(caller('first'));
  expect(tokens.identify('bearer  bbb')).toEqual(caller('second'));
  for (const header of [undefined, '', 'aaa', 'Bearer', 'Bearer ', 'Bearer aaa bbb', 'Bearer aab', 'Basic aaa']) {
    expect([header, tokens.identify(header)]).toEqual([header, expect.objectContaining({ status: 401 })]);
  }
  expect(new TokenCheck([]).isOn).toBe(false);
});
