import { expect, test } from 'vitest';
import { proxyVariables } from '../proxy-variables.js';
import { startByRelay, variablesForRelay } from './start-by-relay.js';

const proxy = 'http://127.0.0.1:3128';
const leading = {
  ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy },
  ...{ http_proxy: proxy, https_proxy: proxy, all_proxy: proxy },
  NODE_USE_ENV_PROXY: '1',
};

test('what Node and the loader would read goes past the relay, under another name', () => {
  expect(
    variablesForRelay({ NODE_OPTIONS: '-r x', LD_PRELOAD: 'x.so', SSL_CERT_FILE: 'x', HOME: '/', NODE: 'y' }),
  ).toEqual({
    ...{ _CMDGATE_PROGRAM_NODE_OPTIONS: '-r x', _CMDGATE_PROGRAM_LD_PRELOAD: 'x.so' },
    ...{ _CMDGATE_PROGRAM_SSL_CERT_FILE: 'x', HOME: '/', NODE: 'y' },
  });
});

test('the program and its arguments stand behind all that is the relay’s own', () => {
  const { program, args } = startByRelay('/bin/echo', ['--', '-e', '']);
  expect([program.startsWith('/'), args.slice(-4)]).toEqual([true, ['/bin/echo', '--', '-e', '']]);
});

test('a proxy of the owner’s is replaced, and so are his exceptions', () => {
  const given = { HTTPS_PROXY: 'http://other', NO_PROXY: '*', no_proxy: '*', HOME: '/' };
  const except = 'localhost,127.0.0.1,::1';
  expect(proxyVariables(given, () => false)).toEqual({ ...leading, HOME: '/', NO_PROXY: except, no_proxy: except });
});

test('a name of this machine that is listed is behind the proxy, and the others are the program’s own', () => {
  const own = '127.0.0.1,::1';
  const isListed = (host: string) => host === 'localhost';
  expect(proxyVariables({ NO_PROXY: '*' }, isListed)).toEqual({ ...leading, NO_PROXY: own, no_proxy: own });
  expect(proxyVariables({ NO_PROXY: '*' }, () => true)).toEqual(leading);
});
