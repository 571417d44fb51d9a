// A connection to a host of the list. Its name is looked up once, and the addresses that gives are judged and used:
// a second look could give others.

import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { canonicalAddress, showHost } from './canonical-host.js';
import type { HostList } from './host-list.js';

export interface Destination {
  /** Canonical. */
  readonly host: string;
  readonly port: number;
}

export type Connected =
  | { readonly ok: true; readonly socket: Socket }
  /** The name leads to an address that it may not lead to. */
  | { readonly ok: false; readonly why: 'forbidden'; readonly address: string }
  | { readonly ok: false; readonly why: 'unreachable'; readonly reason: string };

/** The addresses of a name, as the system writes them. */
export type LookUp = (host: string) => Promise<readonly string[]>;

const longestConnectMs = 10_000;
const mostAddresses = 4;

export async function connectTo(
  { host, port }: Destination,
  list: HostList,
  lookUp: LookUp,
  signal: AbortSignal,
): Promise<Connected> {
  // What has no canonical form, such as an address that is only good on one cable, is left out.
  const found = (await lookUp(host)).flatMap((address) => canonicalAddress(address) ?? []);
  const allowed = found.filter((address) => list.mayLeadTo(host, address, port));
  const [forbidden] = found;
  if (forbidden === undefined) return unreachable(`${host} is unknown`);
  if (allowed.length === 0) return { ok: false, why: 'forbidden', address: forbidden };
  for (const address of allowed.slice(0, mostAddresses)) {
    const socket = await open(address, port, signal);
    if (socket) return { ok: true, socket };
  }
  return unreachable(`${showHost(host, port)} cannot be reached`);
}

export async function lookUpBySystem(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);
  } catch {
    return [];
  }
}

function open(host: string, port: number, signal: AbortSignal): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true, signal });
    const fail = () => {
      socket.destroy();
      resolve(undefined);
    };
    socket.setTimeout(longestConnectMs, fail).on('error', fail);
    socket.once('connect', () => {
      // From here on, whoever uses it listens.
      socket.setTimeout(0).off('timeout', fail).off('error', fail);
      resolve(socket);
    });
  });
}

function unreachable(reason: string): Connected {
  return { ok: false, why: 'unreachable', reason };
}
