// A host has many spellings, and only one of them is compared, looked up and connected to.

import { isIPv4, isIPv6 } from 'node:net';

/** Nothing that a URL would take for the end of a host, or would decode. */
const mayBeName = /^[^\s/?#@:%\\[\]<>^|"\u0000-\u001f\u007f]+$/u;

const name = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/**
 * Lower case, without a dot at the end, in ASCII; an IPv4 address in four decimal numbers, an IPv6 address shortened
 * and without brackets. Undefined for what is no host.
 */
export function canonicalHost(written: string): string | undefined {
  if (/^\[[0-9a-f:.]+\]$/i.test(written)) return canonicalIPv6(written);
  if (!mayBeName.test(written)) return undefined;
  const host = hostOf(written)?.replace(/\.$/, '');
  return host !== undefined && name.test(host) ? host : undefined;
}

/** As the system gives it: without brackets. */
export function canonicalAddress(address: string): string | undefined {
  return isIPv6(address) ? canonicalHost(`[${address}]`) : canonicalHost(address);
}

export function showHost(host: string, port: number): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

function canonicalIPv6(written: string): string | undefined {
  const address = hostOf(written)?.slice(1, -1);
  if (address === undefined) return undefined;
  // An IPv4 address in another dress.
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  return high === undefined || low === undefined ? address : toIPv4(high, low);
}

/** Two groups of an IPv6 address as an IPv4 address. */
export function toIPv4(high: string, low: string): string {
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}

function hostOf(written: string): string | undefined {
  const url = `http://${written}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

export function isAddress(host: string): boolean {
  return isIPv4(host) || isIPv6(host);
}
