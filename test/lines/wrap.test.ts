import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks } from '../security/corpus/attacks/index.js';
import { harmless } from '../security/corpus/harmless/index.js';
import { type Way, type Wrappable, ways } from './wrap.js';

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'wrap-'));
  mkdirSync(join(directory, 'a b'));
  writeFileSync(join(directory, 'a b', 'here.txt'), '');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LC_ALL: 'C.UTF-8' };

function start(program: string, words: readonly string[], cwd: string, input = '') {
  const { status, stdout, stderr } = spawnSync(program, [...words], { cwd, env: environment, input, encoding: 'utf8' });
  // A substitution takes newlines off the end.
  return { status, output: `${stdout}${stderr}`.replace(/\n+$/, '') };
}

const everyByte = String.fromCharCode(...Array.from({ length: 127 }, (_, index) => index + 1));
const print = (...parameters: string[]): Wrappable => ({
  command: '/usr/bin/printf',
  parameters: ['<%s>\\n', ...parameters],
});

const requests: Readonly<Record<string, Wrappable>> = {
  'plain words': print('a', 'b', '--flag', '-n', 'x=y'),
  'nothing but the program': { command: 'pwd', parameters: [] },
  'every byte': print(everyByte),
  'every byte but the newline': print(everyByte.replace('\n', '')),
  blanks: print('a b', '', '  ', '\t', ' x '),
  newlines: print('\n', 'a\nb', '\nc\n', 'EOF', 'x\nEOF\ny'),
  quotes: print(`it's`, `"q"`, `'`, `''`, `"`, '`id`', '$(id)', '${HOME}', '\\', '\\\\', `\\'`),
  'what means something to a shell': print('*', '?', '~', '{a,b}', '[a]', '!', '#', '&', ';', '|', '>', '<', '(', ')'),
  'what means something to find and xargs': print('{}', ';', '+', '@@', '\\;'),
  unicode: print('ä€', '日本', '😀', 'e\u0301'),
  input: { command: 'cat', parameters: ['-'], stdin: `it's "input" $HOME\n\\n %s` },
  'input with a NUL': { command: 'tr', parameters: ['\\0', 'n'], stdin: '-a\0b%s\\n\0' },
  'a directory': { command: 'ls', parameters: ['-a'], directory: 'a b' },
  'a directory and input': { command: 'cat', parameters: [], directory: 'a b', stdin: 'x' },
  'an exit code': { command: 'sh', parameters: ['-c', 'echo out; exit 1'] },
  'a program that is also a builtin': { command: 'printf', parameters: ['%s|', 'a', '', "b'"] },
};

const expectedStatus = {
  kept: (status: number | null) => status,
  inverted: (status: number | null) => (status ? 0 : 1),
};

describe.each(Object.entries(requests))('%s', (_, request) => {
  it.each(ways.map((way): [string, Way] => [way.name, way]))('means the same: %s', (_name, way) => {
    const line = way.wrap(request);
    // Whether it can be said at all is looked at below.
    if (line === undefined) return;
    const { command, parameters, stdin } = request;
    const direct = start(command, parameters, join(directory, request.directory ?? '.'), stdin);
    const wrapped = start('/bin/bash', ['-c', line], directory);
    expect(wrapped.output).toBe(direct.output);
    if (way.exitCode !== 'lost') expect(wrapped.status).toBe(expectedStatus[way.exitCode](direct.status));
  });
});

describe('text for a shell', () => {
  const request: Wrappable = {
    command: 'echo',
    parameters: ['a', '&&', 'echo', '"b  c"', ';', 'echo $((1+1)) # x'],
    shell: true,
  };

  it.each(ways.map((way): [string, Way] => [way.name, way]))('stays text for a shell: %s', (_name, way) => {
    const line = way.wrap(request);
    expect(line).toBeDefined();
    expect(start('/bin/bash', ['-c', line ?? ''], directory).output).toBe('a\nb  c\n2');
  });
});

it('leaves out a way only where the request cannot be said in it', () => {
  const missing = Object.entries(requests).flatMap(([name, request]) => {
    const left = ways.filter((way) => way.wrap(request) === undefined).map((way) => way.name);
    return left.length === 0 ? [] : [[name, left]];
  });
  const ownInput = ['input from nowhere', 'xargs', 'xargs with a here-string', 'xargs -I'];
  expect(Object.fromEntries(missing)).toEqual({
    'nothing but the program': ['braces'],
    'every byte': ['xargs with a here-string'],
    newlines: ['xargs with a here-string'],
    'what means something to a shell': ['find -exec'],
    'what means something to find and xargs': ['xargs -I', 'find -exec'],
    input: ownInput,
    'input with a NUL': ownInput,
    'a directory and input': ['input from nowhere', 'braces', 'xargs', 'xargs with a here-string', 'xargs -I'],
  });
});

it('says every request of the corpora in at least forty ways', () => {
  expect(new Set(ways.map(({ name }) => name)).size).toBe(ways.length);
  const few = [...attacks, ...harmless].filter(
    (request) => ways.filter((way) => way.wrap(request) !== undefined).length < 40,
  );
  expect(few.map(({ id }) => id)).toEqual([]);
});

it.each(ways.map((way): [string, Way] => [way.name, way]))('bash reads every request of the corpora: %s', (_, way) => {
  const words = [...attacks, ...harmless].filter((entry) => !('shell' in entry));
  const lines = words.flatMap((request) => way.wrap(request) ?? []);
  const { status, output } = start('/bin/bash', ['-n'], directory, `${lines.join('\n')}\n`);
  expect(output).toBe('');
  expect(status).toBe(0);
});
