import { describe, expect, test } from 'vitest';
import { chooseProxy } from './choose-proxy.js';

const choose = (url: string, variables: Record<string, string>) => chooseProxy(new URL(url), variables)?.shown;

const proxies = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'http://secure:2', ALL_PROXY: 'http://all:3' };

describe('which proxy', () => {
  test.each([
    ['http://example.com', proxies, 'http://plain:1'],
    ['https://example.com', proxies, 'http://secure:2'],
    ['https://example.com', { ALL_PROXY: 'all:3' }, 'http://all:3'],
    ['https://example.com', { HTTPS_PROXY: '', ALL_PROXY: 'all:3' }, 'http://all:3'],
    ['https://example.com', { https_proxy: 'lower:4', HTTPS_PROXY: 'upper:5' }, 'http://lower:4'],
    ['https://example.com', { HTTP_PROXY: 'http://plain:1' }, undefined],
    ['https://example.com', { HTTPS_PROXY: 'https://user:pass@secure/' }, 'https://secure'],
    ['https://example.com', {}, undefined],
  ])('%s with %j goes through %s', (url, variables, expected) => {
    expect(choose(url, variables as Record<string, string>)).toBe(expected);
  });

  test('credentials are for the proxy alone', () => {
    const proxy = chooseProxy(new URL('http://example.com'), { http_proxy: 'http://u%20ser:p%3Aw@proxy:1' });
    expect([proxy?.shown, proxy?.authorization]).toEqual([
      'http://proxy:1',
      `Basic ${Buffer.from('u ser:p:w').toString('base64')}`,
    ]);
  });

  test.each(['socks5://proxy:1080', 'http://', 'http://a:b:c', 'http://%zz:x@proxy', 'file:///etc/passwd'])(
    '%s is none, and is not shown',
    (text) => {
      const read = () => chooseProxy(new URL('http://example.com'), { HTTP_PROXY: text });
      expect(read).toThrow('HTTP_PROXY is not the address of an HTTP proxy');
    },
  );
});

describe('NO_PROXY', () => {
  test.each([
    ['example.com', 'http://example.com', 'around'],
    ['example.com', 'http://EXAMPLE.com.', 'around'],
    ['EXAMPLE.COM', 'http://api.example.com', 'around'],
    ['.example.com', 'http://api.example.com', 'around'],
    ['*.example.com', 'http://api.example.com', 'around'],
    ['.example.com', 'http://example.com', 'around'],
    ['example.com', 'http://badexample.com', 'through'],
    ['example.com', 'http://example.com.evil.org', 'through'],
    ['example.com:8080', 'http://example.com:8080', 'around'],
    ['example.com:8080', 'http://example.com', 'through'],
    ['example.com:80', 'http://example.com', 'around'],
    ['example.com:443', 'https://example.com', 'around'],
    ['a.org,  b.org c.org', 'http://b.org', 'around'],
    ['*', 'http://example.com', 'around'],
    ['::1', 'http://[::1]:8080', 'around'],
    ['[::1]:8080', 'http://[::1]:8080', 'around'],
    ['[::1]:8081', 'http://[::1]:8080', 'through'],
    ['127.0.0.1', 'http://127.0.0.1', 'around'],
    ['0.0.1', 'http://127.0.0.1', 'through'],
    ['', 'http://example.com', 'through'],
    [' , ', 'http://example.com', 'through'],
    ['.', 'http://example.com', 'through'],
    ['com', 'http://example.com', 'around'],
  ])('%j: %s goes %s', (list, url, way) => {
    const found = choose(url, { ALL_PROXY: 'proxy:1', NO_PROXY: list });
    expect(found).toBe(way === 'around' ? undefined : 'http://proxy:1');
  });
});
