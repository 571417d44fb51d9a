import { describe, expect, test } from 'vitest';
import { HostList, type ReadEntry, readHostEntry, showEntry } from './host-list.js';

function listOf(...texts: string[]): HostList {
  return new HostList(texts.map((text) => (readHostEntry(text) as Extract<ReadEntry, { ok: true }>).entry));
}

test.each([
  ['API.Example.org.:443', 'api.example.org:443'],
  ['*.example.org:8443', '*.example.org:8443'],
  ['bücher.example:80', 'xn--bcher-kva.example:80'],
  ['0x7f.1:80', '127.0.0.1:80'],
  ['[::1]:8080', '[::1]:8080'],
  ['localhost:5432', 'localhost:5432'],
])('%s means %s', (text, meaning) => {
  const read = readHostEntry(text);
  expect(read.ok && showEntry(read.entry)).toBe(meaning);
});

test.each([
  ['example.org', 'Has no port. Write "example.org:443".'],
  ['[::1]', 'Has no port. Write "[::1]:443".'],
  ['https://example.org/x', 'Must be a host and a port, without the other parts of a URL. Write "example.org:443".'],
  ['http://example.org', 'Must be a host and a port, without the other parts of a URL. Write "example.org:80".'],
  ['example.org:0', 'There is no port 0. For example: "api.example.org:443".'],
  ['example.org:65536', 'There is no port 65536. For example: "api.example.org:443".'],
  ['*:443', 'A * can only stand for the names before a host. For example: "*.example.org:443" or "[::1]:8080".'],
  [
    'api.*.org:443',
    'A * can only stand for the names before a host. For example: "*.example.org:443" or "[::1]:8080".',
  ],
  ['*.org:443', 'A * here matches too much. For example: "*.example.org:443".'],
  ['*.1.2:443', 'A * here matches too much. For example: "*.example.org:443".'],
  ['user@example.org:443', 'Must be a host and a port. For example: "*.example.org:443" or "[::1]:8080".'],
  ['', 'Must be a host and a port. For example: "*.example.org:443" or "[::1]:8080".'],
  [':443', 'Must be a host and a port. For example: "*.example.org:443" or "[::1]:8080".'],
])('%j is refused, with what to write', (text, told) => {
  const read = readHostEntry(text);
  expect(read.ok ? read.entry : `${read.message} ${read.fix}`).toBe(told);
});

describe('a list', () => {
  test('has a host with its port, and nothing else', () => {
    const list = listOf('example.org:443', '127.0.0.1:80');
    expect(list.has('example.org', 443)).toBe(true);
    expect(list.has('127.0.0.1', 80)).toBe(true);
    expect(list.has('example.org', 80)).toBe(false);
    expect(list.has('api.example.org', 443)).toBe(false);
    expect(list.has('notexample.org', 443)).toBe(false);
    expect(list.has('example.org.evil.net', 443)).toBe(false);
  });

  test('has everything below a star, at any depth, and not the name itself', () => {
    const list = listOf('*.example.org:443');
    expect(
      ['a.example.org', 'a.b.example.org', 'example.org', 'aexample.org'].map((host) => list.has(host, 443)),
    ).toEqual([true, true, false, false]);
  });

  test('lets a name lead to public addresses, and to others only where they are named', () => {
    const list = listOf('intern.example:443', '10.0.0.5:443', 'localhost:80');
    expect(list.mayLeadTo('intern.example', '8.8.8.8', 443)).toBe(true);
    expect(list.mayLeadTo('intern.example', '10.0.0.5', 443)).toBe(true);
    expect(list.mayLeadTo('intern.example', '10.0.0.6', 443)).toBe(false);
    expect(list.mayLeadTo('intern.example', '169.254.169.254', 443)).toBe(false);
    expect(list.mayLeadTo('intern.example', '127.0.0.1', 443)).toBe(false);
    expect(list.mayLeadTo('localhost', '127.0.0.1', 80)).toBe(true);
    expect(list.mayLeadTo('localhost', '10.0.0.6', 80)).toBe(false);
  });

  test('knows whether it names a host, by any port', () => {
    expect(listOf('localhost:1').names('localhost')).toBe(true);
    expect(listOf('[::1]:1').names('::1')).toBe(true);
    expect(listOf('10.0.0.1:1', '*.example.org:1').names('127.0.0.1')).toBe(false);
    expect(listOf('*.example.org:1').names('example.org')).toBe(false);
  });
});
