// HTTP, and credentials. The servers are the check's own, on this machine; nothing else is asked.
import type { Answer } from '../answer.js';
import { type Check, caseCheck, look } from '../check.js';
import { fillIn } from '../fill-in.js';
import { asObject, brief, isText } from '../json.js';
import { deadAddress, withServer } from '../loopback-server.js';
import { unknownOption } from '../probe-words.js';

const token = 'contract-token-0815';
const isHidden = ({ stdout, stderr }: Answer) => !`${stdout}${stderr}`.includes(token);

/** The report must not have it, either. */
const withoutToken = (answer: Answer): Answer => ({ ...answer, ran: answer.ran.replaceAll(token, '<the token>') });

export const networkChecks: readonly Check[] = [
  caseCheck(
    'F-036',
    'fetches',
    'HTTP_PROXY and HTTPS_PROXY get the request, the latter as CONNECT; NO_PROXY goes past them; a certificate authority of its own is not looked at',
    async ({ call }, { target }) =>
      await withServer(
        async (proxy) =>
          await withServer(async (server) => {
            const through = (url: string, environment: Record<string, string>) =>
              target.call(fillIn(call, { url }), { ...target.newPlace(), environment });
            const plain = await through('http://contract.invalid/a', { HTTP_PROXY: proxy.url });
            const secure = await through('https://contract.invalid/b', { HTTPS_PROXY: proxy.url });
            const direct = await through(`${server.url}/c`, { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' });
            const saw = brief(`the proxy: ${proxy.asked.join(', ')}; the server: ${server.asked.join(', ')}`);
            return [
              look(plain, plain.ok && proxy.asked.includes('GET http://contract.invalid/a'), 'GET at the proxy', saw),
              look(secure, proxy.asked.includes('CONNECT contract.invalid:443'), 'CONNECT at the proxy', saw),
              look(direct, direct.ok && server.asked.includes('GET /c'), 'GET at the server', saw),
            ];
          }),
      ),
  ),
  caseCheck(
    'F-037',
    'fetches',
    'where nobody listens: exit code 12, error.network_context with proxy_used null, ssl_verify and a suggestion; another error has none',
    async ({ call }, { target }) => {
      const url = await deadAddress();
      const dead = await target.call(fillIn(call, { url }), target.newPlace());
      const wrong = await target.call([...fillIn(call, { url }), unknownOption], target.newPlace());
      const context = asObject(dead.error.network_context);
      const told = context.proxy_used === null && typeof context.ssl_verify === 'boolean';
      return [
        look(dead, dead.code === 12 && told && isText(context.suggestion), 'exit code 12 and network_context'),
        look(wrong, wrong.code === 2 && !('network_context' in wrong.error), 'no network_context'),
      ];
    },
  ),
  caseCheck(
    'C-012',
    'fetches',
    'a server that never answers: --timeout 1s ends it with 10',
    async ({ call }, { target }) =>
      await withServer(async ({ url }) => {
        const late = await target.call([...fillIn(call, { url: `${url}/hang` }), '--timeout', '1s'], target.newPlace());
        return [look(late, late.code === 10, 'exit code 10')];
      }),
  ),
  caseCheck(
    'F-063',
    'credentials',
    'exit codes 8, 8 and 7, three codes of their own; expires_at and a command that renews what has expired, the permission that is lacking',
    async ({ missing, expired, forbidden }, { target }) =>
      await withServer(async ({ url }) => {
        const run = (words: readonly string[], path: string) =>
          target.call(fillIn(words, { url: `${url}/${path}` }), target.newPlace());
        const none = await run(missing, 'missing');
        const old = await run(expired, 'expired');
        const small = await run(forbidden, 'forbidden');
        const apart = new Set([none, old, small].map(({ error }) => error.code)).size === 3;
        const all = ({ error, data }: Answer) => JSON.stringify({ error, data });
        const renews = isText(old.error.refresh_command ?? old.error.fix_command) && /expire[sd]_at/.test(all(old));
        return [
          look(none, none.code === 8 && apart && isText(none.error.suggestion), 'exit code 8 and what to do'),
          look(old, old.code === 8 && renews, 'exit code 8, expires_at and refresh_command'),
          look(
            small,
            small.code === 7 && /required_(?:permission|scope)/.test(all(small)),
            'exit code 7 and the permission',
          ),
        ];
      }),
  ),
  caseCheck(
    'C-021',
    'signs-in',
    'without a token: exit code 4, and the answer names the variable; with it: exit code 0, and the token is on no stream; the manifest names the variable',
    async ({ call, variable }, { target, declared }) => {
      const { answer, manifest } = await declared();
      const none = await target.call(call, target.newPlace());
      const given = await target.call(call, { ...target.newPlace(), environment: { [variable]: token } });
      return [
        look(none, none.code === 4 && JSON.stringify(none.error).includes(variable), `exit code 4 and ${variable}`),
        look(withoutToken(given), given.ok && isHidden(given), 'exit code 0, and no token'),
        look(answer, JSON.stringify(manifest.commands ?? {}).includes(variable), `${variable} in the manifest`),
      ];
    },
  ),
  caseCheck(
    'O-033',
    'signs-in',
    '--headless --token-env-var NAME reads that variable; without it exit code 4; a pipe has the same end as --headless',
    async ({ call }, { target }) => {
      const words = [...call, '--headless', '--token-env-var', 'CONTRACT_TOKEN'];
      const none = await target.call(words, target.newPlace());
      const given = await target.call(words, { ...target.newPlace(), environment: { CONTRACT_TOKEN: token } });
      const headless = await target.call([...call, '--headless'], target.newPlace());
      const piped = await target.call(call, target.newPlace());
      return [
        look(none, none.code === 4, 'exit code 4'),
        look(withoutToken(given), given.ok && isHidden(given), 'exit code 0, and no token'),
        look(piped, piped.code === headless.code && piped.code === 4, 'exit code 4, as with --headless'),
      ];
    },
  ),
];
