// Nothing that is a secret is remembered or shown: not in the audit log, the answer, the events or on stderr.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAcli, type RunEvent } from 'cmdgate';
import { afterAll, describe, expect, test } from 'vitest';
import { quoteWord } from '../../src/command-line/quote.js';
import { bin, cmdgate, makeDirectory, start } from '../cli/process.js';
import { ledgerEntries, ledgerOf } from '../fixtures/ledger-entries.js';
import { texts, tokens } from './tokens.js';

const secret = 'hunter2-CANARY';
const workspace = makeDirectory({ 'input.json': JSON.stringify({ user: 'bob', pin: secret }) });
const file = join(workspace, 'log', 'audit.jsonl');

const login = {
  description: 'Log in',
  arguments: [
    { name: 'user', type: 'string', description: 'Who' },
    { name: '--pin', type: 'string', short: 'p', secret: true, aliases: ['code'], description: 'Secret' },
    { name: '--keys', type: 'array', secret: true, description: 'Secrets' },
    { name: '--extra', type: 'object', secret: true, description: 'A secret object' },
    { name: '--number', type: 'integer', secret: true, description: 'A secret number' },
    { name: '--place', type: 'path', secret: true, description: 'A secret path' },
    { name: '--kind', type: 'string', secret: true, enum: ['a', 'b'], description: 'A secret choice' },
    { name: '--fast', type: 'flag', short: 'f', description: 'Fast' },
    { name: '--max', type: 'integer', description: 'A number' },
  ],
  // As careless as a handler can be.
  handler: (input: unknown) => ({ welcome: input }),
} as const;

const commands = {
  login,
  unlock: {
    description: 'Unlock',
    arguments: [{ name: 'phrase', type: 'string', secret: true, required: true, description: 'Secret' }],
    handler: ({ phrase }: { phrase: string }) => `open: ${phrase}`,
  },
  note: {
    description: 'Note',
    arguments: [{ name: 'text', type: 'string', path: false, description: 'Text' }],
    handler: () => 'noted',
  },
  forbidden: { ...login, description: 'Denied' },
} as const;

const acli = createAcli(commands, { workspace, deny: ['forbidden'], audit: { file } });

afterAll(() => acli.close());

/** Everything that anybody could see of a request. */
async function tracesOf(command: string): Promise<string> {
  const events: RunEvent[] = [];
  const before = sizeOf();
  const result = await acli.execute({ command }, { onEvent: (event) => events.push(event) });
  return [result.content[0].text, JSON.stringify(events), readFileSync(file, 'utf8').slice(before)].join('\n');
}

function sizeOf(): number {
  try {
    return readFileSync(file, 'utf8').length;
  } catch {
    return 0;
  }
}

const inputs = (text: string) => `login --input '${text}'`;

describe('a declared secret', () => {
  test.each([
    ['an option', `login bob --pin ${secret}`],
    ['an option with an equals sign', `login bob --pin=${secret}`],
    ['an alias', `login bob --code ${secret}`],
    ['a short option', `login bob -p ${secret}`],
    ['a short option with its value', `login bob -p${secret}`],
    ['a short option with an equals sign', `login bob -p=${secret}`],
    ['a cluster', `login bob -fp${secret}`],
    ['a cluster and the next word', `login bob -fp ${secret}`],
    ['an array', `login bob --keys a,${secret} --keys ${secret}`],
    ['an object', `login bob --extra '{ "a" : "${secret}" }'`],
    ['a positional', `unlock ${secret}`],
    ['a positional after the end of options', `unlock -- ${secret}`],
    ['quoted in parts', `login bob --pin 'hunter2'-"CANARY"`],
    ['the input', inputs(`{"user":"bob","pin":"${secret}"}`)],
    ['the input with blanks', inputs(`{ "pin" : "${secret}" }`)],
    ['an array in the input', inputs(`{"keys":["a", "${secret}"]}`)],
    ['an object in the input', inputs(`{"extra": { "a" : "${secret}" } }`)],
    ['an input file', 'login --input-file input.json'],
  ])('given as %s is never seen', async (_how, command) => {
    const traces = await tracesOf(command);
    expect(traces).toContain('"success":true');
    expect(traces).not.toContain(secret);
    expect(traces).not.toContain('CANARY');
  });

  test('with an escape in the input is never seen either', async () => {
    expect(await tracesOf(inputs(String.raw`{"pin":"hunter2-CANAR\u0059"}`))).not.toContain('hunter2');
  });

  test.each([
    ['a dry run', `login bob --pin ${secret} --dry-run`, undefined],
    ['help', `login bob --pin ${secret} --help`, undefined],
    ['a quote without its end', `login bob --pin ${secret} "`, 'PARSE_ERROR'],
    ['a quote without its end around the secret', `login bob --pin "${secret}`, 'PARSE_ERROR'],
    ['a quote without its end after a cluster', `login bob -fp${secret} "`, 'PARSE_ERROR'],
    ['a quote without its end after a positional', `unlock ${secret} "`, 'PARSE_ERROR'],
    ['a quote without its end after an input', `login --input '{"pin":"${secret}"}`, 'PARSE_ERROR'],
    ['too many characters', `login bob --pin ${secret} ${'x'.repeat(10_000)}`, 'PARSE_ERROR'],
    ['too many words', `login bob --pin ${secret}${' x'.repeat(100)}`, 'PARSE_ERROR'],
    ['a mistyped command', `lgin bob --pin ${secret}`, 'COMMAND_NOT_FOUND'],
    ['a mistyped command and a short option', `lgin bob -p ${secret}`, 'COMMAND_NOT_FOUND'],
    ['a mistyped command with a positional secret', `unlok ${secret}`, 'COMMAND_NOT_FOUND'],
    ['a denied command', `forbidden bob --pin ${secret}`, 'PERMISSION_DENIED'],
    ['a denied command with an input', `forbidden --input '{"pin":"${secret}"}'`, 'PERMISSION_DENIED'],
    ['a denied command with a cluster', `forbidden bob -fp${secret}`, 'PERMISSION_DENIED'],
    ['another argument that is wrong', `login bob --pin ${secret} --max many`, 'VALIDATION_ERROR'],
    ['another option that does not exist', `login bob --pin ${secret} --nothing`, 'VALIDATION_ERROR'],
    ['a repeated secret', `login bob --pin one --pin ${secret}`, 'VALIDATION_ERROR'],
    ['a value that starts with a dash', `login bob --pin -${secret}`, 'VALIDATION_ERROR'],
    ['a mistyped secret option', `login bob --pinn ${secret}`, 'VALIDATION_ERROR'],
    ['a mistyped secret option with an equals sign', `login bob --pinn=${secret}`, 'VALIDATION_ERROR'],
    ['a cluster with an unknown letter', `login bob -xp${secret}`, 'VALIDATION_ERROR'],
    ['a secret that is no integer', `login bob --number ${secret}`, 'VALIDATION_ERROR'],
    ['a secret that is no choice', `login bob --kind ${secret}`, 'VALIDATION_ERROR'],
    ['a secret that is no JSON', `login bob --extra ${secret}`, 'VALIDATION_ERROR'],
    ['a secret path out of the workspace', `login bob --place ../${secret}`, 'PATH_TRAVERSAL_BLOCKED'],
    ['an input of another type', inputs(`{"number":"${secret}"}`), 'VALIDATION_ERROR'],
    ['an input that is no JSON', inputs(`{"pin":"${secret}",,}`), 'VALIDATION_ERROR'],
    ['an input that is no JSON at the secret', inputs(`{"pin": ${secret}}`), 'VALIDATION_ERROR'],
    ['an input with a mistyped field', inputs(`{"pinn":"${secret}"}`), 'VALIDATION_ERROR'],
    ['a secret that is given twice', `login --pin one --input '{"pin":"${secret}"}'`, 'VALIDATION_ERROR'],
    ['a secret phrase without its quotes', `unlock first ${secret}`, 'VALIDATION_ERROR'],
  ])('in a request with %s is never seen', async (_what, command, code) => {
    const traces = await tracesOf(command);
    if (code === undefined) expect(traces).toContain('"success":true');
    else expect(traces).toContain(`"code":"${code}"`);
    expect(traces).not.toContain('CANARY');
  });
});

test.each(Object.entries(tokens))('%s is known by its shape', async (_what, token) => {
  for (const command of [`note ${token}`, `note 'please use ${token} for it'`, `note --input '{"text":"${token}"}'`]) {
    expect(await tracesOf(command)).not.toContain(token);
  }
});

test.each([
  ['a command', (token: string) => token],
  ['an argument of an unknown command', (token: string) => `nte ${token}`],
  ['an option', (token: string) => `login bob --${token}`],
  ['a value that is no number', (token: string) => `login bob --max ${token}`],
  ['an unexpected argument', (token: string) => `note a ${token}`],
  ['part of an unexpected argument', (token: string) => `note a x=${token}`],
  ['a field of the input', (token: string) => `note --input '{"${token}":1}'`],
  ['a value of the input that is no number', (token: string) => `login --input '{"max":["${token}"]}'`],
  ['a value with a quote without its end', (token: string) => `note "${token}`],
  ['an argument of a denied command', (token: string) => `forbidden ${token}`],
  ['a path out of the workspace', (token: string) => `login ../../${token}`],
  ['an argument of a dry run', (token: string) => `note ${token} --dry-run`],
])('no token is seen as %s', async (_where, write) => {
  const known = Object.entries(tokens).slice(0, 11);
  const seen: string[] = [];
  for (const [what, token] of known) if ((await tracesOf(write(token))).includes(token)) seen.push(what);
  expect(seen).toEqual([]);
});

test.each(texts)('%s is not seen', async (_what, text, hidden) => {
  expect(await tracesOf(`note -- ${quoteWord(text)}`)).not.toContain(hidden);
  expect(await tracesOf(`note a ${quoteWord(text)}`)).not.toContain(hidden);
});

test.each(['--password', '--api-key', '--db_password', '--access-token', '--client-secret'])(
  'the value of an option that is called %s is not seen, known or not',
  async (option) => {
    expect(await tracesOf(`note a ${option} CANARY-1`)).not.toContain('CANARY-1');
    expect(await tracesOf(`note a ${option}=CANARY-2`)).not.toContain('CANARY-2');
    expect(await tracesOf(`unknown ${option} CANARY-3`)).not.toContain('CANARY-3');
    expect(await tracesOf(`note "a ${option} CANARY-4`)).not.toContain('CANARY-4');
  },
);

test('ordinary values are not taken for secrets', async () => {
  for (const value of [
    '0123456789abcdef0123456789abcdef01234567',
    'v1.2.3',
    'https://example.com/a@b',
    'skate-board',
    'monkey',
  ]) {
    expect(await tracesOf(`note ${value}`)).toContain(value);
  }
});

describe('on a command line', () => {
  const source = `export const commands = {
    login: {
      description: 'Log in',
      arguments: [{ name: '--pin', type: 'string', short: 'p', secret: true, description: 'Secret' }],
      handler: (input) => ({ welcome: input }),
    },
  };`;
  const files = { 'commands.mjs': source, 'cmdgate.config.json': '{"commands":["commands.mjs"]}' };
  const token = tokens['a personal GitHub token'] ?? '';

  test.each([
    ['a run', ['run', 'login', '--pin', 'CANARY'], files],
    ['a mistyped option', ['run', 'login', '--pn', 'CANARY'], files],
    ['a mistyped command', ['run', 'lgin', '--pin', 'CANARY'], files],
    ['a command without the word run', ['login', '--password', 'CANARY'], files],
    ['a token without the word run', ['login', token], files],
    ['a caller that is not known', ['--caller', 'x', 'run', 'login', '--password', 'CANARY'], files],
    ['a broken configuration', ['run', 'login', '--password', 'CANARY', token], { 'cmdgate.config.json': '{' }],
    ['text for a person', ['run', 'login', '--pin', 'CANARY', '--max', token, '--format', 'text'], files],
  ])('%s shows no secret and records none', async (_what, words, written) => {
    const cwd = makeDirectory(written);
    const { stdout, stderr } = await cmdgate(words, { cwd });
    const log = JSON.stringify(ledgerEntries(cwd));
    for (const seen of [stdout, stderr, log]) {
      expect(seen).not.toContain('CANARY');
      expect(seen).not.toContain(token);
    }
  });

  test('the history of the REPL holds none', async () => {
    const cwd = makeDirectory(files);
    const inside = `stty cols 200 rows 24; exec '${process.execPath}' '${bin}' repl`;
    const args =
      process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', inside] : ['-qec', inside, '/dev/null'];
    const child = start('script', args, { cwd });
    let screen = '';
    const prompts = () => screen.split('> ').length - 1;
    child.stdout.on('data', (chunk: Buffer) => {
      screen += chunk.toString();
    });
    const lines = [
      'login --pin CANARY',
      'login -pCANARY',
      'lgin --pin CANARY',
      'login --pn CANARY',
      'login --pin -CANARY',
      `login --input '{"pin":"CANARY"}'`,
      `login --input '{"pin":CANARY}'`,
      `login ${token}`,
      token,
      'login',
    ];
    await expect.poll(prompts, { timeout: 20_000 }).toBeGreaterThan(0);
    for (const line of lines) {
      const answered = screen.length;
      child.stdin.write(`${line}\r`);
      // The answer, and after it the next prompt.
      await expect
        .poll(() => /(?:welcome|hint:)[\s\S]*> $/.test(stripped(screen.slice(answered))), { timeout: 20_000 })
        .toBe(true);
    }
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin.write('exit\r');
    await ended;
    const history = readFileSync(join(ledgerOf(cwd), 'history'), 'utf8');
    expect(history.trimEnd().split('\n').at(-1)).toBe('login');
    expect(history).not.toContain('CANARY');
    expect(history).not.toContain(token);
    expect(JSON.stringify(ledgerEntries(cwd))).not.toMatch(new RegExp(`CANARY|${token}`));
  });
});

function stripped(screen: string): string {
  // biome-ignore lint/complexity/useRegexLiterals: escape characters are easier to read as a text
  return screen.replace(new RegExp('\\u001b\\[[0-9;?]*[A-Za-z]', 'g'), '');
}
