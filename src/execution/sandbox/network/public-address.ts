// Addresses that anybody may reach. All others lead to this machine, to its neighbours or to who rents it out, and
// trust whoever comes from there.

import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress, toIPv4 } from './canonical-host.js';

const notPublic = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  // Groups, and what nobody has.
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(address, bits, 'ipv4');
}

/** Of IPv6 only one eighth was given to anybody. */
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

/** Ways through other machines to an IPv4 address that stands somewhere in them. */
const detours = new BlockList();
detours.addSubnet('2001::', 32, 'ipv6');
detours.addSubnet('2002::', 16, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The address is canonical. */
export function isPublic(address: string): boolean {
  if (isOwn(address)) return false;
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  const inside = translated(address);
  if (inside !== undefined) return isPublic(inside);
  return given.check(address, 'ipv6') && !detours.check(address, 'ipv6');
}

export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Networks that only have IPv6 give the hosts of the older one such an address. */
function translated(address: string): string | undefined {
  const [, high, low] = /^64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(address) ?? [];
  return low === undefined ? undefined : toIPv4(high ?? '0', low);
}

/** What listens here may trust whoever comes from here, by whichever address. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((one) => canonicalAddress(one.address) === address),
  );
}
