// Attacks, as data. Each would leave a trace if it worked: a file, a changed prototype, a byte on the terminal.

import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAcli } from 'cmdgate';
import { afterAll, describe, expect, test } from 'vitest';
import { quoteWord } from '../../src/command-line/quote.js';
import { redactText } from '../../src/vocabulary/look-alikes.js';
import { cmdgate, finish, makeDirectory, startCmdgate } from '../cli/process.js';

const outside = makeDirectory({ 'secret.txt': 'CANARY' });
const workspace = makeDirectory({ 'inside/file.txt': 'inside', 'wide/file.txt': 'x' });
symlinkSync(outside, join(workspace, 'link'));
symlinkSync(join(outside, 'secret.txt'), join(workspace, 'inside', 'link.txt'));
symlinkSync(join(outside, 'not-there-yet.txt'), join(workspace, 'dangling'));
symlinkSync('loop-b', join(workspace, 'loop-a'));
symlinkSync('loop-a', join(workspace, 'loop-b'));
symlinkSync('inside', join(workspace, 'good-link'));
mkdirSync(join(workspace, '.cmdgate'));
writeFileSync(join(workspace, '.cmdgate', 'audit.jsonl'), '');

const path = { type: 'path', description: 'A path' } as const;
const text = { type: 'string', description: 'A text' } as const;

let received: unknown;
const keep = (args: unknown) => {
  received = args;
  return 'done';
};

const commands = {
  read: { description: 'Read', arguments: [{ ...path, name: 'file', required: true }], handler: keep },
  copy: {
    description: 'Copy',
    arguments: [
      { name: '--files', type: 'array', items: 'path', description: 'Paths' },
      { name: '--list', type: 'array', path: true, description: 'Paths, too' },
      { ...path, name: '--to' },
      { name: '--names', type: 'array', description: 'Texts' },
      { name: '--tree', type: 'object', description: 'An object' },
      { ...text, name: '--title' },
      { ...text, name: '--free', path: false },
      { ...text, name: '--declared', path: true },
    ],
    handler: keep,
  },
  many: { description: 'Many', arguments: [{ ...path, name: 'files', variadic: true }], handler: keep },
  note: { description: 'Note', arguments: [{ ...text, name: 'words', variadic: true, path: false }], handler: keep },
} as const;

const acli = createAcli(commands, { workspace });

afterAll(() => acli.close());

const respond = async (command: string) => JSON.parse((await acli.execute({ command })).content[0].text);

describe('shell metacharacters', () => {
  const canary = join(outside, 'pwned');

  test.each([
    `; touch ${canary}`,
    `&& touch ${canary}`,
    `| touch ${canary}`,
    `$(touch ${canary})`,
    `\`touch ${canary}\``,
    `> ${canary}`,
    `\ntouch ${canary}\n`,
    `' ; touch ${canary} ; '`,
    `\${IFS}touch\${IFS}${canary}`,
    `{touch,${canary}}`,
    `%0atouch ${canary}`,
  ])('%j is a text and nothing else', async (attack) => {
    expect(await respond(`note ${quoteWord(attack)}`)).toMatchObject({ success: true });
    expect(received).toEqual({ words: [attack] });
    await respond(`note ${attack}`);
    await respond(attack);
    await respond(`note --input '{"words":${JSON.stringify([attack]).replaceAll("'", '\\u0027')}}'`);
    expect(existsSync(canary)).toBe(false);
  });
});

describe('path traversal', () => {
  const traversals = [
    '..',
    '../x',
    '../../../etc/passwd',
    'inside/../../x',
    'inside/..',
    './../x',
    './/..//x',
    '..\\x',
    'inside\\..\\..\\x',
    '..%2fx',
    '%2e%2e/x',
    '%2E%2E%2Fx',
    '.%2e/x',
    'inside/%2e%2e/%2e%2e/x',
    '%2e%2e%5cx',
  ];
  const absolutes = [
    '/etc/passwd',
    '//server/share',
    '\\\\server\\share',
    '\\x',
    'C:\\x',
    'c:x',
    'C:/x',
    '~',
    '~root/x',
  ];
  const links = [
    'link',
    'link/secret.txt',
    'inside/link.txt',
    'dangling',
    'good-link/link.txt',
    'loop-a',
    'link/../link/x',
  ];
  const own = ['.cmdgate', '.cmdgate/audit.jsonl', './.cmdgate/x', 'inside/../.cmdgate'];

  const blocked = { success: false, error: { code: 'PATH_TRAVERSAL_BLOCKED' } };

  test.each([...traversals, ...absolutes, ...links, ...own])('a declared path cannot be %j', async (attack) => {
    const word = quoteWord(attack);
    received = undefined;
    expect(await respond(`read ${word}`)).toMatchObject(blocked);
    expect(await respond(`read -- ${word}`)).toMatchObject(blocked);
    expect(await respond(`copy --to ${word}`)).toMatchObject(blocked);
    expect(await respond(`copy --to=${word}`)).toMatchObject(blocked);
    expect(await respond(`copy --declared ${word}`)).toMatchObject(blocked);
    expect(await respond(`many inside/file.txt ${word}`)).toMatchObject(blocked);
    expect(await respond(`read --input ${quoteWord(JSON.stringify({ file: attack }))}`)).toMatchObject(blocked);
    expect(await respond(`read ${word} --dry-run`)).toMatchObject(blocked);
    expect(await respond(`read ${word} --validate-only`)).toMatchObject(blocked);
    expect(received).toBeUndefined();
  });

  test.each([...traversals, ...absolutes, ...links, ...own])('an array of paths cannot hold %j', async (attack) => {
    received = undefined;
    for (const name of ['files', 'list']) {
      const object = JSON.stringify({ [name]: ['inside/file.txt', attack] });
      // In a list a backslash and a comma would have another meaning.
      expect(await respond(`copy --${name} inside/file.txt --${name} ${quoteWord(attack)}`)).toMatchObject(blocked);
      expect(await respond(`copy --input ${quoteWord(object)}`)).toMatchObject(blocked);
    }
    expect(received).toBeUndefined();
  });

  test.each(traversals)('a text cannot look like %j unless the owner says that it is no path', async (attack) => {
    const word = quoteWord(attack);
    received = undefined;
    expect(await respond(`copy --title ${word}`)).toMatchObject(blocked);
    expect(await respond(`copy --names a,${word}`)).toMatchObject(blocked);
    expect(await respond(`copy --tree ${quoteWord(JSON.stringify({ deep: [{ er: attack }] }))}`)).toMatchObject(
      blocked,
    );
    expect(await respond(`copy --input ${quoteWord(JSON.stringify({ title: attack }))}`)).toMatchObject(blocked);
    expect(received).toBeUndefined();
    expect(await respond(`copy --free ${word}`)).toMatchObject({ success: true });
  });

  test.each([...traversals, ...absolutes, ...links, ...own])('an input file cannot be %j', async (attack) => {
    expect(await respond(`note --input-file ${quoteWord(attack)}`)).toMatchObject(blocked);
  });

  test.each([
    'inside/file.txt',
    './inside/file.txt',
    'good-link/file.txt',
    'new/dir/file',
    '...',
    'a..b',
    '.hidden',
    'x%20y',
  ])('a path inside, such as %j, is accepted', async (good) => {
    expect(await respond(`read ${quoteWord(good)}`)).toMatchObject({ success: true });
  });

  test.each(['1..5', 'see ../README for more', 'wait...', 'a/b', '/usr/bin', '100%', 'https://x.example/a/b'])(
    'an ordinary text, such as %j, is accepted',
    async (good) => {
      expect(await respond(`copy --title ${quoteWord(good)}`)).toMatchObject({ success: true });
    },
  );
});

describe('prototype pollution', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];

  test.each(names)('nothing called %s reaches a prototype', async (name) => {
    const payload = `{"polluted":"CANARY"}`;
    for (const command of [
      name,
      `help ${name}`,
      `schema ${name}`,
      `read ${name} ${name}`,
      `note --${name} x`,
      `note --${name}.polluted=CANARY`,
      `note --input '{"${name}":${payload}}'`,
      `copy --tree '{"${name}":${payload}}'`,
      `copy --input '{"tree":{"${name}":${payload}}}'`,
    ]) {
      const response = await respond(command);
      expect(response.success === true || typeof response.error.code === 'string').toBe(true);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((Object as unknown as Record<string, unknown>).polluted).toBeUndefined();
    expect(await respond('note still-here')).toMatchObject({ success: true });
  });

  test('an argument that is called like a property of every object is absent when it is absent', async () => {
    let seen: Record<string, unknown> = {};
    const odd = createAcli(
      {
        odd: {
          description: 'Odd',
          arguments: [
            { name: '--constructor', type: 'string', description: 'Odd' },
            { name: '--valueOf', type: 'string', description: 'Odd' },
          ],
          handler: (args: Record<string, unknown>) => {
            seen = args;
            return 'done';
          },
        },
      },
      { workspace },
    );
    await odd.execute({ command: 'odd --valueOf x' });
    expect(Object.entries(seen)).toEqual([['valueOf', 'x']]);
    expect(JSON.parse((await odd.execute({ command: 'odd --dry-run' })).content[0].text).data.would_run.input).toEqual(
      {},
    );
    await odd.close();
  });
});

describe('oversized requests', () => {
  const wide = createAcli(commands, {
    workspace,
    limits: { characters: 3_000_000, argumentCharacters: 3_000_000, arguments: 1_000_000 },
  });
  afterAll(() => wide.close());
  const answer = async (command: string) => (await wide.execute({ command })).content[0].text;

  const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
  const deepList = nested('[', ']', 100_000);
  const deepObject = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;

  test.each([
    ['lists in the input', `copy --input '{"tree":{"a":${deepList}}}'`],
    ['objects in the input', `copy --input '{"tree":${deepObject}}'`],
    ['objects in an option', `copy --tree '${deepObject}'`],
    ['objects in a dry run', `copy --tree '${'{"a":'.repeat(4_000)}1${'}'.repeat(4_000)}' --dry-run`],
    ['an input that is only depth', `copy --input '${deepList}'`],
    ['an unknown field of depth', `copy --input '{"unknown":${deepList}}'`],
    ['a wrong value of depth', `copy --input '{"title":${deepList}}'`],
    ['an array of depth', `copy --input '{"names":${deepList}}'`],
    ['a file of depth', 'copy --input-file deep.json'],
  ])('%s get an answer', async (_what, command) => {
    writeFileSync(join(workspace, 'deep.json'), `{"tree":${deepObject}}`);
    expect(JSON.parse(await answer(command))).toHaveProperty('success');
    expect(JSON.parse(await answer('note still-here'))).toMatchObject({ success: true });
  });

  test.each([
    ['a long word', `note --${'x'.repeat(1_000_000)}`],
    ['a long unexpected word', `read a ${'x'.repeat(1_000_000)}`],
    ['a long unknown command', 'x'.repeat(1_000_000)],
    ['a long value', `copy --tree ${'x'.repeat(1_000_000)}`],
    ['a long field', `copy --input '{"${'x'.repeat(1_000_000)}":1}'`],
    ['a long value of another type', `copy --input '{"title":["${'x'.repeat(1_000_000)}"]}'`],
    ['a long path', `read ../${'x'.repeat(1_000_000)}`],
    [
      'many unknown fields',
      `copy --input '{${Array.from({ length: 100_000 }, (_, index) => `"f${index}":1`).join(',')}}'`,
    ],
    ['many wrong items', `copy --input '{"names":[${Array.from({ length: 100_000 }, () => '1').join(',')}]}'`],
    ['many unexpected words', `read a${' b'.repeat(100_000)}`],
    ['many unknown options', `read a${' --b'.repeat(100_000)}`],
  ])('the error about %s is shorter than what caused it', async (_what, command) => {
    const response = JSON.parse(await answer(command));
    expect(response.success).toBe(false);
    expect(JSON.stringify(response.error).length).toBeLessThan(100_000);
  });

  test('are refused by their limits, not by a crash', async () => {
    for (const command of ['x'.repeat(10_001), `note${' x'.repeat(100)}`, `note ${'\n'.repeat(9_999)}`]) {
      const { success, error } = await respond(command);
      expect({ success, code: error.code }).toEqual({ success: false, code: 'PARSE_ERROR' });
    }
  });

  test('a file that is too large is not taken as an input', async () => {
    writeFileSync(join(workspace, 'large.json'), `{"words":["${'x'.repeat(17 * 1024 * 1024)}"]}`);
    expect(await respond('note --input-file large.json')).toMatchObject({
      success: false,
      error: { code: 'VALIDATION_ERROR', details: [{ code: 'TOO_LARGE' }] },
    });
  });
});

test('a file with a key twice is refused, and the key is not quoted', async () => {
  writeFileSync(join(workspace, 'twice.json'), '{"CANARY":1,"CANARY":2}');
  const response = await respond('note --input-file twice.json');
  expect(response).toMatchObject({
    success: false,
    error: { details: [{ code: 'REPEATED_KEY', message: expect.stringContaining('at character 13') }] },
  });
  expect(JSON.stringify(response)).not.toContain('CANARY');
});

test('a file that is no input is not quoted', async () => {
  writeFileSync(join(workspace, 'notes.txt'), '{password: CANARY');
  const response = await respond('note --input-file notes.txt');
  expect(response).toMatchObject({ success: false, error: { details: [{ code: 'INVALID_JSON' }] } });
  expect(JSON.stringify(response)).not.toContain('CANARY');
});

describe('inputs that make expressions slow', () => {
  /** The least of several times, which is what the machine needs when nobody disturbs it. */
  function timeOf(action: () => unknown): number {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 7; round++) {
      const start = performance.now();
      action();
      least = Math.min(least, performance.now() - start);
    }
    return least;
  }

  const patterns = {
    blanks: ' ',
    'tabs and newlines': '\t\n',
    'beginnings of web tokens': 'eyJ-',
    'beginnings of web tokens with points': 'eyJaaaaaaaa.',
    'bearer and nothing': 'Bearer ',
    'beginnings of keys': '-----BEGIN ',
    'private keys without end': '-----BEGIN A PRIVATE KEY-----',
    'addresses without end': '://a:',
    colons: ':',
    'dashes and letters': '--a-',
    'names of secrets': '--token ',
    'names of secrets in quotes': "--token '",
    'long names of secrets': '--a-b-c-password-',
    'mail keys': 'SG.aaaaaaaaaaaaaaaaaaaa.',
    'api keys': 'sk-',
  };

  test.each(Object.entries(patterns))(
    '%s are looked through in a time that grows with their length',
    (_what, pattern) => {
      const ofLength = (length: number) => pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);
      const [short, long] = [ofLength(2_000), ofLength(20_000)];
      const growth =
        timeOf(() => redactText(long)) /
        Math.max(
          timeOf(() => redactText(short)),
          0.02,
        );
      // Ten times the length: ten times the time when it grows evenly, a hundred times when it does not.
      expect(growth).toBeLessThan(40);
    },
  );

  test.each(Object.entries(patterns))('%s in a request are answered soon', async (_what, pattern) => {
    const attack = pattern.repeat(Math.ceil(9_900 / pattern.length)).slice(0, 9_900);
    const start = performance.now();
    await respond(`note ${quoteWord(attack)}`);
    await respond(`note "${attack}`);
    await respond(`help --search ${quoteWord(attack)}`);
    await respond(attack);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('a search for many words stays quick', async () => {
    const start = performance.now();
    await respond(`help --search ${Array.from({ length: 95 }, (_, index) => `word${index}`).join(' ')}`);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('a terminal', () => {
  const sequence = '\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202e\u200b';
  // What may never arrive raw: escape characters, C1 controls, overrides, invisible characters.
  const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e]/u;
  const source = `
  const sequence = ${JSON.stringify(sequence)};
  export const commands = {
    data: { description: 'Data', handler: (_args, context) => { context.message(sequence); return { [sequence]: [sequence, { [sequence]: sequence }] }; } },
    table: { description: 'Table', handler: () => [{ [sequence]: sequence }] },
    text: { description: 'Text', handler: () => sequence },
    log: { description: 'Log', handler: (_args, context) => { context.log.warn(sequence); context.log.error(sequence); return 1; } },
    fail: { description: 'Fail', handler: () => { throw new Error(sequence); } },
    stream: { description: 'Stream', handler: async function* () { yield sequence; yield { [sequence]: sequence }; } },
    number: { description: 'Number', arguments: [{ name: '--max', type: 'integer', description: 'Max' }], handler: () => 1 },
  };`;
  const cwd = makeDirectory({ 'commands.mjs': source, 'cmdgate.config.json': '{"commands":["commands.mjs"]}' });

  test.each([
    ['data', ['data']],
    ['a table', ['table']],
    ['a text', ['text']],
    ['a log', ['log']],
    ['an error', ['fail']],
    ['a stream', ['stream']],
    ['an unknown command', [sequence]],
    ['a wrong value', ['number', '--max', sequence]],
    ['an unknown option', ['number', `--${sequence}`]],
    ['an unexpected argument', ['number', sequence]],
    ['a field of the input', ['number', '--input', JSON.stringify({ [sequence]: 1 })]],
    ['input that is no JSON', ['number', '--input', sequence]],
  ])('is not steered by %s', async (_what, words) => {
    const { stdout, stderr } = await cmdgate(['run', ...words, '--format', 'text'], { cwd });
    expect(stdout + stderr).not.toBe('');
    expect(stdout).not.toMatch(steering);
    expect(stderr).not.toMatch(steering);
  });

  test('is not steered by a word that is no command of the program, or by a wrong caller', async () => {
    for (const words of [
      [sequence, '--format', 'text'],
      ['--caller', sequence, 'run', 'text', '--format', 'text'],
    ]) {
      const { stdout, stderr } = await cmdgate(words, { cwd });
      expect(stdout + stderr).not.toMatch(steering);
    }
  });

  test('is not steered by what a client sends to a server', async () => {
    const child = startCmdgate(['serve'], { cwd });
    const finished = finish(child);
    child.stdin.end(
      [
        sequence,
        `{"jsonrpc":"2.0","id":1,"method":"${JSON.stringify(sequence).slice(1, -1)}"}`,
        `{"jsonrpc":"2.0","method":"notifications/${JSON.stringify(sequence).slice(1, -1)}"}`,
        `{"${sequence}`,
        '',
      ].join('\n'),
    );
    expect((await finished).stderr).not.toMatch(steering);
  });
});

test('two callers with one token, or one name twice, are refused when the configuration is read', async () => {
  const callers = '{"a":{"token":"env:A"},"b":{"token":"env:B"}}';
  const twice = '{"a":{"token":"env:A"},"a":{"token":"env:B","may":[]}}';
  for (const [text, environment] of [
    [callers, { A: 'the-same-token', B: 'the-same-token' }],
    [twice, { A: 'one-token-0123', B: 'another-token-0123' }],
  ] as const) {
    const cwd = makeDirectory({ 'cmdgate.config.json': `{"callers":${text}}` });
    const { code, stdout } = await cmdgate(['run', 'version'], { cwd, environment });
    expect({ code, error: JSON.parse(stdout).error?.code }).toEqual({ code: 4, error: 'CONFIGURATION_ERROR' });
    expect(stdout).not.toContain('the-same-token');
  }
});
