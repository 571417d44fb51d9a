// What the command line says when the workspace itself is wrong: one report, exit code 4, nothing run.

import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ledgerOf } from '../fixtures/ledger-entries.js';
import { bin, cmdgate, finish, makeDirectory, start } from './process.js';

const module = `export default { description: 'Echo', handler: () => 'echo' };`;

async function problemOf(files: Readonly<Record<string, string>>, ...words: string[]) {
  const cwd = makeDirectory({ 'echo.mjs': module, ...files });
  const { code, stdout, stderr } = await cmdgate(words.length > 0 ? words : ['run', 'echo'], { cwd });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
  expect(existsSync(ledgerOf(cwd))).toBe(false);
  const { ok, data, error } = JSON.parse(stdout);
  expect({ ok, data }).toEqual({ ok: false, data: null });
  return error as { code: string; message: string; hint: string; details?: Record<string, string>[] };
}

test('every mistake of a configuration is told at once, with file, place and reason', async () => {
  const error = await problemOf({
    'cmdgate.config.json':
      '{\n  "nmae": "x",\n  "commands": ["echo.mjs", "none/*.ts"],\n  "limits": { "timeoutMs": "soon" }\n}\n',
  });
  expect(error).toMatchObject({ code: 'CONFIGURATION_ERROR', hint: expect.stringMatching(/configuration/) });
  expect(error.message).toContain('cmdgate.config.json');
  expect(error.message).toMatch(/nmae[\s\S]*name/);
  expect(error.message).toContain('none/*.ts');
  expect(error.message).toContain('timeoutMs');
  expect(error.message).toMatch(/\b2:3\b|line 2/i);
});

test('a client of MCP finds on stderr why there is no server', async () => {
  const cwd = makeDirectory({ 'cmdgate.config.json': '{ "nmae": "x" }' });
  const { code, stderr } = await cmdgate(['serve'], { cwd });

  expect({ code, stderr: stderr.replaceAll(cwd, '.') }).toEqual({
    code: 4,
    stderr: `error: The configuration has a problem.

./cmdgate.config.json:1:3 at nmae
  Unknown key "nmae".
  Did you mean "name"? [CONFIGURATION_ERROR]
hint:  Fix the configuration file and try again
`,
  });
});

test.each([
  ['JSON that ends early', { 'cmdgate.config.json': '{ "name": ' }],
  ['YAML that is none', { 'cmdgate.config.yaml': 'name: [' }],
  ['a configuration that throws', { 'cmdgate.config.js': 'throw new Error("broken on purpose");' }],
  ['a secret that is written out', { 'cmdgate.config.json': '{"http":{"token":"plain-text-token-0123456789"}}' }],
  ['a secret that is not there', { 'cmdgate.config.json': '{"http":{"token":"env:NOT_SET_ANYWHERE"}}' }],
])('%s is one readable report', async (_what, files) => {
  const error = await problemOf(files);
  expect(error.code).toBe('CONFIGURATION_ERROR');
  expect(error.message).toContain('cmdgate.config.');
  expect(error.message).not.toContain('plain-text-token-0123456789');
  expect(error.message).not.toMatch(/^\s+at /m);
});

test('a configuration that was named and does not exist is told by its name', async () => {
  const error = await problemOf({}, '--config', 'elsewhere.json', 'run', 'echo');
  expect(error).toMatchObject({ code: 'CONFIGURATION_ERROR', message: expect.stringContaining('elsewhere.json') });
});

const wrongCommands = `
export const commands = {
  twice: {
    description: 'Twice',
    arguments: [
      { name: '--a', type: 'string', short: 'x', description: 'A' },
      { name: '--b', type: 'string', short: 'x', description: 'B' },
    ],
    handler: () => 1,
  },
  help: { description: 'Reserved', handler: () => 1 },
  late: {
    description: 'Late',
    arguments: [
      { name: 'all', type: 'string', variadic: true, description: 'All' },
      { name: 'last', type: 'string', description: 'Last' },
    ],
    handler: () => 1,
  },
  wrong: {
    description: 'Wrong',
    arguments: [{ name: '--max', type: 'integer', default: 'many', description: 'Max' }],
    handler: () => 1,
  },
  remove: { description: 'Destructive without a dry run', danger: 'destructive', handler: () => 1 },
};
`;

test('every wrong definition is told at once, with the command and the fix', async () => {
  const error = await problemOf({
    'cmdgate.config.json': '{"commands":["commands.mjs"]}',
    'commands.mjs': wrongCommands,
  });
  expect(error.code).toBe('DEFINITION_ERROR');
  const wrong = (error.details ?? []).filter(({ code }) => code === 'WRONG_DEFINITION');
  const where = wrong.map(({ field }) => field);
  expect(where).toEqual(expect.arrayContaining(['twice', 'late', 'wrong', 'remove']));
  const places = (error.details ?? []).filter(({ code }) => code !== 'WRONG_DEFINITION');
  expect(places).toContainEqual({ code: 'RAISED_AT', message: '"late" is defined in commands.mjs' });
  expect(places).toHaveLength(new Set(where.map((path) => path?.split(' ')[0])).size);
  for (const detail of wrong) {
    expect(detail).toEqual({
      code: 'WRONG_DEFINITION',
      field: expect.any(String),
      message: expect.any(String),
      hint: expect.stringMatching(/\w+/),
    });
  }
});

test('a reserved name is refused with one that is free', async () => {
  const error = await problemOf({
    'cmdgate.config.json': '{"commands":["commands.mjs"]}',
    'commands.mjs': `export const commands = { serve: { description: 'Reserved', handler: () => 1 } };`,
  });
  expect(error.details).toEqual([
    expect.objectContaining({ field: 'serve', hint: expect.stringContaining('x-serve') }),
  ]);
});

test.each([
  ['a syntax error', 'export default {', 'could not be loaded'],
  ['an error while loading', 'throw new Error("broken on purpose");', 'broken on purpose'],
  ['no command', 'export const nothing = 1;', 'exports no command'],
])('a module with %s is told by its file', async (_what, text, message) => {
  const error = await problemOf({ 'cmdgate.config.json': '{"commands":["commands.mjs"]}', 'commands.mjs': text });
  expect(error.code).toBe('DEFINITION_ERROR');
  expect(error.details).toEqual([
    expect.objectContaining({
      field: expect.stringContaining('commands.mjs'),
      message: expect.stringContaining(message),
    }),
  ]);
});

test('a deny pattern that means no command is refused: it would protect nothing', async () => {
  const cwd = makeDirectory({ 'echo.mjs': module, 'cmdgate.config.json': '{"commands":["echo.mjs"],"deny":["ecko"]}' });
  const { code, stdout } = await cmdgate(['run', 'echo'], { cwd });
  const { error } = JSON.parse(stdout);
  expect({ code, error: error.code, details: error.details }).toMatchObject({
    code: 4,
    error: 'DEFINITION_ERROR',
    details: [{ field: 'deny', message: '"ecko" matches no existing command.' }],
  });
});

test('an allow pattern that means no command is a warning for the owner', async () => {
  const cwd = makeDirectory({
    'echo.mjs': module,
    'cmdgate.config.json': '{"commands":["echo.mjs"],"allow":["echo","ecko"]}',
  });
  const { code, stderr } = await cmdgate(['run', 'echo'], { cwd });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'warning: The allow list has "ecko", which matches no command.\n',
  });
});

test('a directory that was removed is told, without a stack trace', async () => {
  const cwd = makeDirectory();
  const child = start(
    'sh',
    ['-c', `mkdir gone && cd gone && rmdir ../gone && exec '${process.execPath}' '${bin}' version`],
    {
      cwd,
    },
  );
  child.stdin.end();
  const { stderr } = await finish(child);
  expect(stderr).not.toMatch(/^\s+at /m);
});
