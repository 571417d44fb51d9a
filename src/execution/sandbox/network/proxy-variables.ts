// What tells a program where its way out is. Most programs that speak HTTP read these, in one spelling or the other.

import type { ProxyDoor } from '../session-network/session-networks.js';
import { proxyUser } from './proxy-password.js';
import { relayPort } from './relay/start-by-relay.js';

type Variables = Readonly<Record<string, string>>;

/** Where nobody else is in the network. */
const usual = leadingTo(`http://127.0.0.1:${relayPort}`);

/** Servers that a program starts itself are beside it, and not behind the proxy. */
const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * `variables` with those that lead to the proxy. `isListed`: a name of the loopback that the owner lists means this machine,
 * outside of the sandbox, and is behind the proxy. `door`: others share the network.
 */
export function proxyVariables(variables: Variables, isListed: (host: string) => boolean, door?: ProxyDoor): Variables {
  const others = Object.entries(variables).filter(([name]) => name.toLowerCase() !== 'no_proxy');
  const own = loopback.filter((host) => !isListed(host));
  return {
    ...Object.fromEntries(others),
    ...(door ? leadingTo(`http://${proxyUser}:${door.password}@127.0.0.1:${door.port}`) : usual),
    NODE_USE_ENV_PROXY: '1',
    ...(own.length > 0 && inBothSpellings({ NO_PROXY: own.join(',') })),
  };
}

function leadingTo(proxy: string): Variables {
  return inBothSpellings({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy });
}

function inBothSpellings(variables: Variables): Variables {
  return { ...variables, ...Object.fromEntries(Object.entries(variables).map(inLowerCase)) };
}

function inLowerCase([name, value]: readonly [string, string]): readonly [string, string] {
  return [name.toLowerCase(), value];
}
