// What tells a program where its way out is. Most programs that speak HTTP read these, in one spelling or the other.

import { relayPort } from './relay/start-by-relay.js';

type Variables = Readonly<Record<string, string>>;

const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Servers that a program starts itself are beside it, and not behind the proxy. */
const itself = 'localhost,127.0.0.1,::1';

/** `variables` with those that lead to the proxy. `isLoopbackListed`: hosts of this machine are behind the proxy. */
export function proxyVariables(variables: Variables, isLoopbackListed: boolean): Variables {
  const proxy = `http://127.0.0.1:${relayPort}`;
  const leading = inBothSpellings(names.map((name) => [name, proxy]));
  const except = inBothSpellings([['NO_PROXY', itself]]);
  const others = Object.entries(variables).filter(([name]) => !(name in except));
  return {
    ...Object.fromEntries(others),
    ...leading,
    NODE_USE_ENV_PROXY: '1',
    ...(isLoopbackListed ? {} : except),
  };
}

function inBothSpellings(variables: readonly (readonly [string, string])[]): Variables {
  return Object.fromEntries(
    variables.flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );
}
