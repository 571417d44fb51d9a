// Completion in the shells themselves, help at a terminal, and the documents that go with a program.

import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { baseEnvironment, bin, makeDirectory } from './process.js';

const library = pathToFileURL(join(bin, '../../dist/index.js')).href;

const cwd = makeDirectory({
  'some-file.txt': '',
  'cmdgate.config.json': JSON.stringify({ commands: ['hello.mjs'], audit: false }),
  'hello.mjs': `export const hello = { description: 'Hello', danger: 'safe', handler: () => 'hello' };`,
  'orders.mjs': `
    console.error('orders are loaded');
    export const list = { description: 'List orders', danger: 'safe', handler: () => 'listed' };`,
  'broken.mjs': `throw new Error('no such luck');`,
  'lazy.mjs': `
    import { runCli } from ${JSON.stringify(library)};
    const orders = { description: 'Orders', aliases: ['o'], load: () => import('./orders.mjs') };
    const broken = { description: 'Broken', load: () => import('./broken.mjs') };
    await runCli({ name: 'lazy', commands: { orders, broken } });`,
  'shop.mjs': `
    import { runCli } from ${JSON.stringify(library)};
    const handler = () => 'done';
    const state = { name: '--state', type: 'string', enum: ['open', 'paid by card'], description: 'Only these' };
    const file = { name: '--file', type: 'path', description: 'From a file' };
    const complete = () => [{ value: 'o1', description: 'Ann' }, 'o2', 'odd $(touch owned)'];
    const id = { name: 'id', type: 'string', required: true, description: 'Which', complete };
    const orders = {
      description: 'Orders of the shop',
      subcommands: {
        list: { description: 'List orders', danger: 'safe', examples: ['orders list'], arguments: [state, file], handler },
        remove: { description: 'Remove one', danger: 'mutating', arguments: [id], handler },
      },
    };
    const customers = { description: 'List customers', danger: 'safe', category: 'People', handler };
    const report = { description: 'Write the report', danger: 'safe', aliases: ['rep'], handler };
    const inner = { description: 'Not for everybody', hidden: true, danger: 'safe', handler };
    const reference = { description: 'A command of its own', danger: 'safe', handler: () => 'own' };
    const theirs = process.env.OWN_REFERENCE ? { reference } : {};
    await runCli({ name: 'shop', version: '1.2.3', commands: { orders, customers, report, inner, ...theirs } });`,
});

for (const [name, script] of [
  ['shop', join(cwd, 'shop.mjs')],
  ['cmdgate', bin],
] as const) {
  writeFileSync(join(cwd, name), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  chmodSync(join(cwd, name), 0o755);
}

const environment = { ...baseEnvironment(), PATH: `${cwd}:${process.env.PATH}`, TERM: 'xterm' };

function run(program: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr, status } = spawnSync(program, words, {
    ...{ cwd, env: { ...environment, ...more }, encoding: 'utf8', input: '', timeout: 30_000, killSignal: 'SIGKILL' },
  });
  return { stdout, stderr, status };
}

test('bash completes words, options, values and paths, and quotes what an author returns', () => {
  const ask = `
    for name in shop cmdgate; do source <($name completion bash); done
    ask() {
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
      compopt() { :; }
      _$1_completion
      printf '[%s]' "\${COMPREPLY[@]}"; echo
    }
    ask shop ''; ask shop re; ask shop in; ask shop orders ''; ask shop orders list --st
    ask shop orders list --state = pa; ask shop orders list --state '"pa'
    ask shop orders list --file some; ask shop orders remove o; ask cmdgate audi; ask cmdgate run hel`;

  expect(run('bash', ['--norc', '-c', ask]).stdout.trim().split('\n')).toEqual([
    '[customers][help][orders][report]',
    '[reference][repl][report]',
    '[]',
    '[list][remove]',
    '[--state]',
    '[paid\\ by\\ card]',
    '[paid by card]',
    '[some-file.txt]',
    '[o1][o2][odd\\ \\$\\(touch\\ owned\\)]',
    '[audit]',
    '[hello][help]',
  ]);
});

test('fish completes with descriptions', () => {
  const ask = (line: string) => `complete -C '${line}'`;
  const lines = [
    'shop completion fish | source',
    ask('shop orders '),
    ask('shop orders remove o'),
    ask('shop orders list --file so'),
  ];

  expect(
    run('fish', ['--no-config', '-c', lines.join('; ')])
      .stdout.trim()
      .split('\n'),
  ).toEqual(['list\tList orders', 'remove\tRemove one', 'o1\tAnn', 'o2', 'odd $(touch owned)', 'some-file.txt']);
});

test('zsh gives its own completion the words with descriptions, and the paths', () => {
  // Outside of the prompt zsh completes nothing: what it would be given is shown instead.
  const ask = `
    compdef() { :; }; compset() { :; }
    _describe() { print -rl -- "\${(@P)4}"; }
    _files() { print files; }
    source <(shop completion zsh)
    ask() { words=("$@") CURRENT=$#; _shop_completion; }
    ask shop orders ''; ask shop orders remove o; ask shop orders list --state '"pa'; ask shop orders list --file so`;

  expect(run('zsh', ['-f', '-c', ask])).toEqual({
    status: 0,
    stderr: '',
    stdout: `${[
      ...['list:List orders', 'remove:Remove one', 'o1:Ann', 'o2', 'odd $(touch owned)'],
      ...['paid by card', 'files'],
    ].join('\n')}\n`,
  });
});

test('help fits a screen, begins with the commands of the author, and is text for a pager, too', () => {
  const shown = ['shop -h', 'shop orders remove -h', 'shop --help | cat', 'cmdgate --help', 'shop orders 2>&1'];
  const lines = ['stty cols 80 rows 24', shown.join('; echo =; ')];
  const { stdout } = run('script', ['-qec', `sh -c '${lines.join('; ')}'`, '/dev/null']);
  const [whole = '', one, paged, own = '', refused] = stdout.replaceAll('\r', '').split('=\n');

  expect(whole.trim().split('\n').length).toBeLessThan(24);
  expect(whole).toMatch(
    /^shop — [^\n]*\n\nUsage: shop <command> \[arguments\]\n\nCommands:\n {2}orders +Orders of the shop\n/,
  );
  expect(whole).toMatch(/\n\nPeople:\n {2}customers {2}List customers\n\nExamples:\n {2}shop orders list\n/);
  expect(whole).not.toMatch(/inner|generate-skills/);
  expect(one).toMatch(/\n\nUsage: shop orders remove <id>\n/);
  expect(paged).toBe(whole);
  // A prompt needs the last line of the screen.
  expect(own.trim().split('\n').length).toBeLessThan(24);
  expect(own).toMatch(/\n\nCommands:\n {2}init [\s\S]*\n\nMore commands:\n[\s\S]*\n\nOptions:\n {2}--config <file> /);
  expect(refused).toContain("'shop help orders'");
});

test('-h and -V mean --help and --version, and off a terminal they are JSON', () => {
  const [help, long, group, longGroup] = [['-h'], ['--help'], ['orders', '-h'], ['orders', '--help']].map((words) => {
    const { data } = JSON.parse(run('shop', words).stdout);
    return data;
  });
  expect(help).toEqual(long);
  expect(group).toEqual(longGroup);
  expect(JSON.parse(run('shop', ['-V']).stdout).data).toEqual({ name: 'shop', version: '1.2.3' });
  expect(JSON.parse(run('shop', ['inner']).stdout).data).toEqual({ value: 'done' });
});

test('the man page has no mistakes, the Markdown has every command, and a command of its own by that name is stronger', () => {
  const page = run('shop', ['reference', 'man']).stdout;
  writeFileSync(join(cwd, 'shop.1'), page);
  const shown = run('groff', ['-man', '-Tascii', '-ww', '-P-c', 'shop.1']);
  expect(shown).toMatchObject({ status: 0, stderr: '' });
  expect(shown.stdout).toMatch(/shop orders remove <id>/);
  const headings = [...run('shop', ['reference', 'markdown']).stdout.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(['shop orders', 'shop orders list', 'shop orders remove', 'shop customers', 'shop report']);
  expect(JSON.parse(run('shop', ['reference'], { OWN_REFERENCE: '1' }).stdout).data).toEqual({ value: 'own' });
});

test('a lazy group is listed without its module, loaded by its name or alias, and tells what kept it from loading', () => {
  const lazy = (...words: string[]) => {
    const { stdout, stderr } = run(process.execPath, ['lazy.mjs', ...words]);
    const { data, error } = JSON.parse(stdout);
    return { data, problems: error?.details?.slice(0, 1), isLoaded: stderr.includes('orders are loaded') };
  };
  const listed = { commands: ['orders', 'broken'].map((name) => expect.objectContaining({ name })) };

  expect(lazy('--help')).toMatchObject({ data: listed, isLoaded: false });
  expect(lazy('help')).toMatchObject({ data: listed, isLoaded: false });
  expect(lazy('o', 'list')).toEqual({ data: { value: 'listed' }, problems: undefined, isLoaded: true });
  expect(lazy('help', 'orders').data).toMatchObject({ subcommands: [{ name: 'list', description: 'List orders' }] });
  expect(lazy('broken')).toMatchObject({
    problems: [{ field: 'broken', message: expect.stringContaining('it could not be loaded. no such luck') }],
    isLoaded: false,
  });
});
