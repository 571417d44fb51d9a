// A token that a command finds for itself is seen nowhere, and an agent cannot have it read another variable.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAcli, type RunEvent } from 'cmdgate';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { finish, makeDirectory } from '../cli/process.js';
import { startNetworkCli, startService } from '../cli-contract/network-cli.js';

const token = 'qX7-"CANARY"-1';

/** Everything that a process leaves: both streams, and its ledger. */
async function tracesOf(words: readonly string[], environment: Record<string, string> = { DEMO_TOKEN: token }) {
  const LEDGER = join(makeDirectory(), 'ledger');
  const finished = await finish(startNetworkCli(words, { environment: { ...environment, LEDGER } }));
  const files = readdirSync(LEDGER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const kept = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1'));
  return { ...finished, kept: kept.join('\n') };
}

describe('a token from a variable', () => {
  test.each([
    ['a result', ['login', '--leak']],
    ['a result as text', ['login', '--leak', '--format', 'text']],
    ['a result as ACLI', ['login', '--leak', '--format', 'acli']],
    ['a result with all messages', ['login', '--leak', '--debug']],
    ['a result that nobody masks', ['login', '--leak', '--unmask', '--verbose']],
    ['a dry run', ['login', '--leak', '--dry-run']],
    ['an error', ['fail']],
    ['an error of another kind', ['fail', '--unexpected', '--debug']],
    ['a stream', ['stream']],
    ['a stream as lines', ['stream', '--format', 'jsonl']],
    ['a part of the answer', ['login', '--leak', '--fields', 'nested.header']],
    ['a counted answer', ['login', '--leak', '--token-limit', '1000']],
  ])('is not seen in %s', async (_, words) => {
    const { stdout, stderr, kept, code } = await tracesOf(words);
    expect([code === 0 || words[0] === 'fail', kept.length > 0]).toEqual([true, true]);
    expect(stdout + stderr + kept).not.toContain('CANARY');
  });

  test('cannot be read in parts', async () => {
    const parts = ['--token-limit', '1', '--token-offset'];
    const read = async (offset: number) => (await tracesOf(['login', '--leak', ...parts, String(offset)])).stdout;
    const shown = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(read));
    expect(shown.map((text) => JSON.parse(text).data).join()).not.toMatch(/qX7|CAN|ARY/);
  });

  test('is what it would be where it is used', async () => {
    const service = await startService((request, response) => response.end(JSON.stringify(request.headers)));
    const { stdout, stderr, kept } = await tracesOf(['whoami', service]);
    // The service says it back, and even then it is not seen.
    expect(JSON.parse(stdout).data.authorization).toBe('Bearer [REDACTED]');
    expect(stdout + stderr + kept).not.toContain('CANARY');
  });

  test.each(['hunter2CANARY', 'not/a/name-CANARY', 'CANARY with blanks'])(
    'is not seen where somebody gives %s as the name of its variable',
    async (mistake) => {
      for (const words of [['login'], ['fail']]) {
        const { code, stdout, stderr, kept } = await tracesOf([...words, '--token-env-var', mistake], {});
        expect([code === 0, (stdout + stderr + kept).includes('CANARY')]).toEqual([false, false]);
      }
    },
  );
});

describe('behind other doors', () => {
  const seen: (string | undefined)[] = [];
  const commands = {
    login: {
      description: 'Sign in',
      auth: { variables: ['CMDGATE_TEST_TOKEN'] },
      handler: (_: unknown, context: { token(): string | undefined }) => {
        seen.push(context.token());
        return { token: context.token() };
      },
    },
  } as const;
  const acli = createAcli(commands, { workspace: makeDirectory() });

  afterAll(() => acli.close());
  afterEach(() => {
    seen.length = 0;
    for (const name of ['CMDGATE_TEST_TOKEN', 'CMDGATE_TEST_FOREIGN']) delete process.env[name];
  });

  async function send(command: string): Promise<string> {
    const events: RunEvent[] = [];
    const { content } = await acli.execute({ command }, { onEvent: (event) => events.push(event) });
    return content[0].text + JSON.stringify(events);
  }

  test('the declared variable of the gate is read', async () => {
    process.env.CMDGATE_TEST_TOKEN = token;
    const traces = await send('login --token-env-var CMDGATE_TEST_TOKEN');
    expect([seen, traces.includes('CANARY')]).toEqual([[token], false]);
  });

  test('no other variable is', async () => {
    process.env.CMDGATE_TEST_FOREIGN = token;
    const answer = await send('login --token-env-var CMDGATE_TEST_FOREIGN');
    expect([seen, answer]).toEqual([[], expect.stringContaining('"code":"FOREIGN_VARIABLE"')]);
    expect(answer).not.toContain('CANARY');
  });

  test('whether another variable is set is not told', async () => {
    const answers = [];
    for (const value of [token, undefined]) {
      if (value === undefined) delete process.env.CMDGATE_TEST_FOREIGN;
      else process.env.CMDGATE_TEST_FOREIGN = value;
      answers.push((await send('login --token-env-var CMDGATE_TEST_FOREIGN')).replace(/run_\w+/g, 'run'));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  test('a line of a plan reads no other variable either', async () => {
    process.env.CMDGATE_TEST_FOREIGN = token;
    const line = JSON.stringify({ _cmd: 'login', _opts: { 'token-env-var': 'CMDGATE_TEST_FOREIGN' } });
    await send(`exec --input '${line}'`);
    expect(seen).toEqual([]);
  });

  test('without a token the owner is asked for one, not the agent', async () => {
    expect(await send('login')).toContain('Ask the owner to set CMDGATE_TEST_TOKEN');
    expect(seen).toEqual([]);
  });
});

describe('a redirect', () => {
  const secretHeaders = ['--authorization', 'Bearer header-CANARY'];

  async function follow(location: (own: string) => string) {
    const arrived: string[] = [];
    const target = await startService((request, response) => {
      arrived.push(JSON.stringify(request.headers));
      response.end('{}');
    });
    let own = '';
    own = await startService((request, response) => {
      if (request.url === '/there') {
        arrived.push(JSON.stringify(request.headers));
        response.end('{}');
      } else response.writeHead(302, { location: location(own) || target }).end();
    });
    const { code } = await finish(startNetworkCli(['get', own, ...secretHeaders]));
    expect(code).toBe(0);
    return arrived.join();
  }

  test('to another host does not take along who asks', async () => {
    const headers = await follow(() => '');
    expect(headers).toContain('"user-agent"');
    expect(headers).not.toMatch(/CANARY|x-own/);
  });

  test('on the same host does', async () => {
    expect(await follow((own) => `${own}/there`)).toContain('CANARY');
  });
});
