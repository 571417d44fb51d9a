// Commands that sign in, and what others say when nobody has, as a process.

import { describe, expect, test } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';
import { ask, fixture, startNetworkCli, startService } from './network-cli.js';

describe('REQ-F-063: a service that lets nobody in', () => {
  const challenge = (status: number, header: string) =>
    startService((_, response) => response.writeHead(status, { 'www-authenticate': header }).end());
  const environment = { DEMO_TOKEN: 'token-CANARY' };
  const line = `node ${fixture} login`;

  test('because credentials have expired: 8, and how to renew them', async () => {
    const service = await challenge(401, 'Bearer error="invalid_token", error_description="The token expired"');
    const { code, envelope } = await ask(['whoami', service], environment);
    expect([code, envelope.error]).toEqual([
      8,
      {
        code: 'CREDENTIALS_EXPIRED',
        message: 'The credentials have expired',
        hint: "Run 'login', then send this again",
        suggestion: "Run 'login', then send this again",
        phase: 'execution',
        retryable: false,
        fix_required: 'The credentials have expired',
        fix_command: line,
        exit_code: 8,
        refresh_command: line,
        reauth_command: line,
      },
    ]);
  });

  test('and since when, where a command knows it', async () => {
    const { code, envelope } = await ask(['expired']);
    const expires_at = '2026-01-02T03:04:05.000Z';
    expect([code, envelope.error]).toEqual([
      8,
      expect.objectContaining({ code: 'CREDENTIALS_EXPIRED', expires_at, expired_at: expires_at, fix_command: line }),
    ]);
  });

  test('the line that renews them is one that runs', async () => {
    const { envelope } = await ask(['expired']);
    const [program = '', ...words] = envelope.error.refresh_command.split(' ');
    const child = start(program, words, { cwd: makeDirectory(), environment });
    child.stdin.end();
    const { code, stdout } = await finish(child);
    expect([code, JSON.parse(stdout).data]).toEqual([0, { signed_in: true, characters: 12 }]);
  });

  test('because there is no token: 8, and nothing is asked for', async () => {
    const { code, envelope } = await ask(['whoami', await startService()]);
    expect([code, envelope.error]).toEqual([
      8,
      expect.objectContaining({
        ...{
          code: 'TOKEN_MISSING',
          retryable: false,
          fix_required: expect.any(String),
          fix_command: line,
          refresh_command: line,
        },
        token_variables: ['DEMO_TOKEN', 'DEMO_PAT'],
      }),
    ]);
  });

  test('because it wants credentials, or others: 8', async () => {
    const codes = [];
    for (const header of ['Bearer realm="demo"', 'Bearer error="invalid_token"']) {
      const { code, envelope } = await ask(['whoami', await challenge(401, header)], environment);
      codes.push([code, envelope.error.code]);
    }
    expect(codes).toEqual([
      [8, 'TOKEN_MISSING'],
      [8, 'UNAUTHENTICATED'],
    ]);
  });

  test('because they do not allow it: 7, and what would', async () => {
    const service = await challenge(403, 'Bearer error="insufficient_scope", scope="notes:write"');
    const { code, envelope } = await ask(['whoami', service], environment);
    expect([code, envelope.error]).toEqual([
      7,
      expect.objectContaining({
        ...{ code: 'FORBIDDEN', message: 'The credentials do not allow this: they need notes:write' },
        ...{ required_permission: 'notes:write', retryable: false },
      }),
    ]);
  });
});

describe('REQ-C-021: signing in without a person', () => {
  test('without a token ends with 4 and names the variables', async () => {
    const { code, envelope } = await ask(['login']);
    expect([code, envelope.error]).toEqual([
      4,
      {
        code: 'INPUT_REQUIRED',
        message: 'Nobody is there to sign in, and there is no token in DEMO_TOKEN or DEMO_PAT',
        hint: 'Set DEMO_TOKEN or DEMO_PAT, then send this again',
        suggestion: 'Set DEMO_TOKEN or DEMO_PAT, then send this again',
        phase: 'validation',
        retryable: false,
        fix_required: 'Nobody is there to sign in, and there is no token in DEMO_TOKEN or DEMO_PAT',
        exit_code: 4,
        token_variables: ['DEMO_TOKEN', 'DEMO_PAT'],
      },
    ]);
  });

  test.each(['DEMO_TOKEN', 'DEMO_PAT'])('with a token in %s succeeds', async (name) => {
    const { code, envelope } = await ask(['login'], { [name]: 'token-CANARY' });
    expect([code, envelope.data]).toEqual([0, { signed_in: true, characters: 12 }]);
  });

  test('what it would do can be asked without one', async () => {
    expect((await ask(['login', '--dry-run'])).code).toBe(0);
    expect((await ask(['login', '--validate-only'])).code).toBe(4);
  });

  test('an empty variable is none', async () => {
    expect((await ask(['login'], { DEMO_TOKEN: ' ', DEMO_PAT: '' })).code).toBe(4);
  });

  test('is declared, with its variables and options', async () => {
    const schema = (await ask(['login', '--schema'])).envelope.data;
    expect([schema.auth, schema.environment]).toEqual([
      {
        ...{ token_variables: ['DEMO_TOKEN', 'DEMO_PAT'], token_variable_flag: '--token-env-var' },
        ...{ signs_in: true, headless_flag: '--headless' },
      },
      { DEMO_TOKEN: 'A token for signing in without a person', DEMO_PAT: 'A token for signing in without a person' },
    ]);
    const { commands } = (await ask(['manifest'])).envelope.data;
    expect(Object.keys(commands.login.flags)).toEqual(['headless', 'token-env-var', 'leak']);
    expect(Object.keys(commands.whoami.flags)).toEqual(['token-env-var']);
    expect(commands.whoami.auth).toMatchObject({ login: 'login' });
  });
});

describe('REQ-O-033: --headless and --token-env-var', () => {
  test('it reads the variable that it names, and no other', async () => {
    const words = ['login', '--headless', '--token-env-var', 'OTHER_TOKEN'];
    expect((await ask(words, { OTHER_TOKEN: 'abc' })).envelope.data).toEqual({ signed_in: true, characters: 3 });
    expect((await ask(words, { DEMO_TOKEN: 'abc' })).code).toBe(4);
  });

  test('off a terminal it is headless by itself', async () => {
    const child = startNetworkCli(['login']);
    expect((await finish(child)).code).toBe(4);
  });

  const atTerminal = (words: string) => {
    const inside = `exec '${process.execPath}' '${fixture}' ${words}`;
    return start('script', ['-qec', inside, '/dev/null'], { cwd: makeDirectory() });
  };

  test.skipIf(process.platform === 'darwin')('at a terminal a command may ask, unless it is told not to', async () => {
    const asked = atTerminal('login');
    const finished = finish(asked);
    asked.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Token:')) asked.stdin.write('typed\n');
    });
    const { code, stdout } = await finished;
    expect([code, stdout]).toEqual([0, expect.stringContaining('5')]);
    expect((await finish(atTerminal('login --headless'))).code).toBe(4);
  });

  test('other commands do not have them', async () => {
    const { code, envelope } = await ask(['broken', '--headless', '--token-env-var', 'X']);
    const fields = envelope.error.details.map(({ field }: { field: string }) => field);
    expect([code, fields]).toEqual([2, ['--headless', '--token-env-var']]);
  });
});

describe('REQ-F-064: limits of fields', () => {
  test('what is too long is refused before anything is written', async () => {
    const { code, envelope, stderr } = await ask(['note', 'x'.repeat(500)]);
    expect([code, envelope.error.details[0].message, stderr]).toEqual([
      ...[2, 'The text argument has 500 bytes; at most 255 are allowed'],
      expect.not.stringContaining('written'),
    ]);
  });

  test('bytes are counted, not characters', async () => {
    expect((await ask(['note', 'ä'.repeat(127)])).code).toBe(0);
    expect((await ask(['note', 'ä'.repeat(128)])).code).toBe(2);
  });

  test('the limit is declared', async () => {
    expect((await ask(['note', '--schema'])).envelope.data.parameters[0]).toMatchObject({ max_bytes: 255 });
    const { commands } = (await ask(['manifest'])).envelope.data;
    expect(commands.note.positionals[0]).toMatchObject({ max_bytes: 255 });
  });

  test('what was cut is told, with its field and both sizes', async () => {
    const { code, envelope } = await ask(['read']);
    expect([code, envelope.meta.truncated, envelope.warnings]).toEqual([
      0,
      true,
      [
        {
          code: 'FIELD_TRUNCATED',
          message: 'body is 500 bytes; the answer has 255 of them',
          context: { field: 'body', original_bytes: 500, kept_bytes: 255 },
        },
      ],
    ]);
  });
});
