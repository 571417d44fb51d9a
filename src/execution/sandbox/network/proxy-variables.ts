// What tells a program where its way out is. Most programs that speak HTTP read these, in one spelling or the other.

import { relayPort } from './relay/start-by-relay.js';

type Variables = Readonly<Record<string, string>>;

const proxy = `http://127.0.0.1:${relayPort}`;

const leading = inBothSpellings({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy });

/** Servers that a program starts itself are beside it, and not behind the proxy. */
const except = inBothSpellings({ NO_PROXY: 'localhost,127.0.0.1,::1' });

/** `variables` with those that lead to the proxy. `isLoopbackListed`: hosts of this machine are behind the proxy. */
export function proxyVariables(variables: Variables, isLoopbackListed: boolean): Variables {
  const others = Object.entries(variables).filter(([name]) => !Object.hasOwn(except, name));
  return {
    ...Object.fromEntries(others),
    ...leading,
    NODE_USE_ENV_PROXY: '1',
    ...(isLoopbackListed ? {} : except),
  };
}

function inBothSpellings(variables: Variables): Variables {
  return { ...variables, ...Object.fromEntries(Object.entries(variables).map(inLowerCase)) };
}

function inLowerCase([name, value]: readonly [string, string]): readonly [string, string] {
  return [name.toLowerCase(), value];
}
