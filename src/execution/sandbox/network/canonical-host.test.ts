import { expect, test } from 'vitest';
import { canonicalAddress, canonicalHost, showHost } from './canonical-host.js';

test.each([
  ['Example.ORG', 'example.org'],
  ['example.org.', 'example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['ｅｘａｍｐｌｅ。org', 'example.org'],
  ['under_score.example', 'under_score.example'],
  ['127.0.0.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f.0.0.0x1', '127.0.0.1'],
  ['0177.0.0.01', '127.0.0.1'],
  ['①②⑦.0.0.1', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['[::1]', '::1'],
  ['[0:0:0:0:0:0:0:1]', '::1'],
  ['[2001:DB8::0:1]', '2001:db8::1'],
  ['[::ffff:127.0.0.1]', '127.0.0.1'],
  ['[::FFFF:7f00:1]', '127.0.0.1'],
])('%s is %s', (written, canonical) => {
  expect(canonicalHost(written)).toBe(canonical);
});

test.each([
  '',
  '.',
  'example.org..',
  '.example.org',
  'a..b',
  'exa mple.org',
  'example.org\n',
  'example.org\0',
  'user@example.org',
  'example.org:80',
  'example.org/path',
  'example.org?x',
  'example.org#x',
  'example.org\\x',
  '%65xample.org',
  '*.example.org',
  '256.1.1.1',
  '1.2.3.4.5',
  '[::1',
  '[fe80::1%eth0]',
  '[::1]x',
  '::1',
  `${'a'.repeat(64)}.org`,
  Array(130).fill('aa').join('.'),
])('%j is no host', (written) => {
  expect(canonicalHost(written)).toBeUndefined();
});

test('addresses that the system gives have no brackets, and are shown with them where a port follows', () => {
  expect(canonicalAddress('::1')).toBe('::1');
  expect(canonicalAddress('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(canonicalAddress('fe80::1%eth0')).toBeUndefined();
  expect(showHost('::1', 80)).toBe('[::1]:80');
  expect(showHost('example.org', 443)).toBe('example.org:443');
});
