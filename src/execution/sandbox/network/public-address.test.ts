import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isLoopback, isPublic } from './public-address.js';

test.each(['8.8.8.8', '140.82.112.3', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '64:ff9b::808:808'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

test.each([
  ...['0.0.0.0', '127.0.0.1', '127.255.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
  ...['169.254.169.254', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.0.192'],
  ...['::', '::1', 'fe80::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '2002:7f00:1::', '2001::1', '::7f00:1'],
  ...['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::1'],
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

test('no address of this machine is public', () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  expect(own.filter(({ address }) => isPublic(address))).toEqual([]);
});

test('loopback is known in both families', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '10.0.0.1', '::2'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
