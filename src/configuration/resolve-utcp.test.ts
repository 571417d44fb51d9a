import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { writeFiles } from '../../test/fixtures/configuration/write-files.js';
import { ConfigurationError } from './configuration-error.js';
import { loadConfiguration } from './load-configuration.js';

const files = { 'a.json': '{}', 'b.yaml': '', 'manuals/one.json': '', 'manuals/two.yml': '', 'manuals/notes.md': '' };

async function load(utcp: readonly unknown[], environment: Record<string, string> = {}) {
  const directory = writeFiles({
    ...files,
    secret: 'of-a-file\n',
    'cmdgate.config.json': JSON.stringify({ utcp }, null, 1),
  });
  const configuration = await loadConfiguration({ directory, environment });
  if (!configuration) throw new Error('There is no configuration.');
  return { configuration, directory };
}

/** The problems of a list of manuals: `key | message | fix`. */
async function problemsOf(utcp: readonly unknown[], environment: Record<string, string> = {}): Promise<string[]> {
  const error: unknown = await load(utcp, environment).catch((reason: unknown) => reason);
  if (!(error instanceof ConfigurationError)) throw new Error('It was not refused.', { cause: error });
  expect(error.problems.map(({ line }) => typeof line)).toEqual(error.problems.map(() => 'number'));
  return error.problems.map(({ key, message, fix }) => `${key} | ${message} | ${fix}`);
}

test('files are found by paths and globs, each entry with its own name', async () => {
  const { configuration, directory } = await load([
    'manuals/*',
    { file: 'b.yaml', name: 'office' },
    { file: 'manuals/*.{json,yml}', paths: 'any' },
  ]);
  const at = (...names: string[]) => names.map((name) => join(directory, name));
  expect(configuration.utcp.map(({ name, from, paths }) => ({ name, from, paths }))).toEqual([
    { name: undefined, from: { files: at('manuals/one.json', 'manuals/two.yml') }, paths: 'workspace' },
    { name: 'office', from: { files: at('b.yaml') }, paths: 'workspace' },
    { name: undefined, from: { files: at('manuals/one.json', 'manuals/two.yml') }, paths: 'any' },
  ]);
});

test('variables of the manual come before those of all, and texts, variables and files all give values', async () => {
  const { configuration } = await load(
    [
      { variables: { REGION: 'for all', SHARED: 'env:SHARED', LAST: 'first' }, environment: ['LANG', 'TZ'] },
      { file: 'a.json', variables: { REGION: 'own', KEY: 'file:secret' }, environment: ['TZ', 'HOME'] },
      'b.yaml',
      { variables: { LAST: 'second' } },
    ],
    { SHARED: 'two words' },
  );
  const revealed = configuration.utcp.map(({ variables, environment }) => ({
    variables: Object.fromEntries([...variables].map(([name, variable]) => [name, variable.reveal()])),
    environment,
  }));
  expect(revealed).toEqual([
    {
      variables: { REGION: 'own', KEY: 'of-a-file', SHARED: 'two words', LAST: 'first' },
      environment: ['TZ', 'HOME', 'LANG'],
    },
    { variables: { REGION: 'for all', SHARED: 'two words', LAST: 'first' }, environment: ['LANG', 'TZ'] },
  ]);
});

test('no value of a variable is shown, wherever it came from', async () => {
  const { configuration } = await load(
    [{ file: 'a.json', variables: { A: 'written-canary', B: 'env:B', C: 'file:secret' } }],
    { B: 'env-canary' },
  );
  const shown = `${inspect(configuration, { depth: 9 })} ${JSON.stringify(configuration.utcp.map((one) => [...one.variables]))}`;
  expect(shown).not.toMatch(/canary|of-a-file/);
});

test('one that is named like a secret and written out is warned about', async () => {
  const { configuration } = await load([
    { file: 'a.json', variables: { API_TOKEN: 'canary', REGION: 'eu', DB_PASSWORD: '' } },
  ]);
  expect(configuration.warnings).toEqual([
    'utcp[0].variables.API_TOKEN is named like a secret, but its value is in the configuration. Write ' +
      '"env:API_TOKEN" and set that environment variable, or "file:path" and put the secret into that file.',
  ]);
});

test('all that is wrong is told at once, and no value with it', async () => {
  const token = 'ghp_abcdefghijklmnopqrstuvwxyz';
  const problems = await problemsOf(
    [
      { file: 'a.json', command: ['x'] },
      { name: 'two words', file: 'a.json' },
      { name: 'alone' },
      {},
      { variables: {}, paths: 'any' },
      { command: [] },
      { command: [' ', 'x'] },
      { command: 'print-manual' },
      { file: 5 },
      { file: 'missing.json' },
      { file: 'a.json', timeoutMs: 5 },
      { file: 'manuals/*', name: 'one' },
      { file: 'a.json', variables: { KEY: token, HEADER: `Bearer ${token}`, NUL: 'canary\u0000' } },
      { fiel: 'a.json' },
    ],
    { EMPTY: '' },
  );
  expect(problems.join('\n').replaceAll(/"[^"]*cmdgate-configuration-[^"]*"/g, '<path>')).toMatchInlineSnapshot(`
    "utcp[0].command | A manual is read from a file or printed by a command, not both. | Remove "file" or "command".
    utcp[1].name | Must be a name for commands: a letter, then letters, digits, "_" and "-", not "two words". | For example: "weather".
    utcp[2] | It has neither "file" nor "command", and "name" is for one manual. | Add one of the two. An entry for all manuals has only "variables" and "environment".
    utcp[3] | It has neither "file" nor "command". | Add one of the two. An entry for all manuals has only "variables" and "environment".
    utcp[4] | It has neither "file" nor "command", and "paths" is for one manual. | Add one of the two. An entry for all manuals has only "variables" and "environment".
    utcp[5].command | It does not name a program. | For example: ["print-manual", "--json"].
    utcp[6].command | It does not name a program. | For example: ["print-manual", "--json"].
    utcp[7].command | Must be a list, not text. | Write a list, even for one item: ["print-manual"].
    utcp[8].file | Must be text, not a number. | Put it in quotes.
    utcp[9].file | "missing.json" matches no file. | Write it relative to <path>, for example "manuals/*.json".
    utcp[10].timeoutMs | A file has no time limit: "timeoutMs" is for "command". | Remove it.
    utcp[11].name | "manuals/*" matches 2 files, which cannot all be called "one". | Name one file, or remove the name.
    utcp[12].variables.KEY | The value looks like a secret. Must be a reference to it, "env:NAME" or "file:path". | Write "env:KEY" and set that environment variable, or "file:path" and put the secret into that file.
    utcp[12].variables.HEADER | The value looks like a secret. Must be a reference to it, "env:NAME" or "file:path". | Write "env:HEADER" and set that environment variable, or "file:path" and put the secret into that file.
    utcp[12].variables.NUL | It contains a NUL character. | Write the value as text.
    utcp[13] | It has neither "file" nor "command". | Add one of the two. An entry for all manuals has only "variables" and "environment".
    utcp[13].fiel | Unknown key "fiel" in utcp[13]. | Did you mean "file"?"
  `);
  expect(problems.join('\n')).not.toMatch(/ghp_|canary/);
});

test('a reference that leads nowhere is told at once, and keeps from working only what uses it', async () => {
  const { configuration } = await load(
    [
      { file: 'a.json', variables: { A: 'env:MISSING', B: 'file:nowhere', C: 'env:EMPTY', D: 'plain' } },
      { variables: { E: 'env:MISSING' } },
    ],
    { EMPTY: '' },
  );
  expect(configuration.warnings.map((warning) => warning.replace(/"\/.*"/, '<path>'))).toEqual([
    'utcp[0].variables.A has no value, so whatever uses it is left out. The environment variable MISSING is not set. Set MISSING before you start.',
    'utcp[0].variables.B has no value, so whatever uses it is left out. The secret file <path> cannot be read (it does not exist). Write a path relative to the configuration file, to a file that you can read.',
    'utcp[0].variables.C has no value, so whatever uses it is left out. The environment variable EMPTY is empty. Set EMPTY before you start.',
    'utcp[1].variables.E has no value, so whatever uses it is left out. The environment variable MISSING is not set. Set MISSING before you start.',
  ]);
  const variables = configuration.utcp[0]?.variables;
  expect([...(variables?.keys() ?? [])].map((name) => variables?.get(name)?.missing !== undefined)).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
});
