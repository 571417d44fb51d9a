import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AtShell } from '../../vocabulary/request.js';
import { newDirectory, openGate, told } from './test-helpers.js';

function open(strict?: true) {
  const given: unknown[] = [];
  const gate = openGate(
    {
      login: {
        description: 'x',
        arguments: { token: { type: 'string', secret: true, required: true }, user: { type: 'string' } },
        handler: (input) => {
          given.push(input);
          return 'in';
        },
      },
    },
    strict ? { login: { strict } } : {},
  );
  const atShell: AtShell = {
    directory: gate.workspace,
    environment: { TOKEN: 'hidden-value', EMPTY: '' },
    readStdin: async () => ({ missing: 'silent' }),
  };
  return { ...gate, given, shell: { door: 'cli', atShell } as const };
}

test('a secret comes from a variable', async () => {
  const { run, given, shell } = open();
  const outcome = await run(['login', '--token-from-env', 'TOKEN', '--user', 'ada'], shell);
  expect({ ...told(outcome), command: outcome.run.command }).toEqual({
    data: 'in',
    command: 'login --token-from-env TOKEN --user ada',
  });
  expect(given).toEqual([{ token: 'hidden-value', user: 'ada' }]);
});

test('a secret comes from a file, without the line feed at its end', async () => {
  const { run, given, shell } = open();
  const file = join(newDirectory(), 'token');
  writeFileSync(file, 'hidden-value\n');
  await run(['login', `--token-from-file=${file}`], shell);
  expect(given).toEqual([{ token: 'hidden-value' }]);
});

test.each([
  ['--token-from-env', 'NOPE', 'names a variable that is not set'],
  ['--token-from-env', 'EMPTY', 'names a variable that is not set'],
  ['--token-from-file', '/nope', 'names a file that cannot be read'],
  ['--token-from-file', '/', 'does not name a file'],
])('%s %s is refused', async (option, where, why) => {
  const { run, given, shell } = open();
  const outcome = await run(['login', option, where], shell);
  expect(told(outcome)).toMatchObject({ exitCode: 2, details: [`SECRET_NOT_FOUND ${option}`] });
  expect(outcome).toMatchObject({ error: { details: [{ message: `The ${option} option ${why}` }] } });
  expect(given).toEqual([]);
});

test('the variables of the gate are not for those who only talk to it, nor are its files', async () => {
  const { run, given, workspace } = open();
  for (const where of ['--token-from-env PATH', '--token-from-file /etc/hostname']) {
    expect(told(await run(`login ${where}`, { door: 'mcp-stdio' }))).toMatchObject({ exitCode: 2 });
  }
  writeFileSync(join(workspace, 'token'), 'hidden-value');
  await run('login --token-from-file token', { door: 'mcp-stdio' });
  expect(given).toEqual([{ token: 'hidden-value' }]);
});

test('a secret among the words works, warns and is not shown', async () => {
  const { run, given, shell } = open();
  const outcome = await run(['login', '--token', 'hidden-value'], shell);
  expect({ ...told(outcome), command: outcome.run.command }).toEqual({
    data: 'in',
    warnings: ['SECRET_ON_COMMAND_LINE'],
    command: 'login --token [REDACTED]',
  });
  expect(given).toEqual([{ token: 'hidden-value' }]);
});

test('a strict command does not take it', async () => {
  const { run, given, shell } = open(true);
  const outcome = await run(['login', '--token', 'hidden-value'], shell);
  expect(told(outcome)).toMatchObject({ exitCode: 2, details: ['SECRET_ON_COMMAND_LINE --token'] });
  expect(outcome).toMatchObject({ error: { details: [{ message: expect.not.stringContaining('hidden-value') }] } });
  expect(outcome.run.command).toBe('login --token [REDACTED]');
  await run(['login', '--token-from-env', 'TOKEN'], shell);
  expect(given).toEqual([{ token: 'hidden-value' }]);
});

test('given twice, it is told', async () => {
  const { run, shell } = open();
  expect(told(await run(['login', '--token', 'a-secret', '--token-from-env', 'TOKEN'], shell))).toMatchObject({
    details: ['REPEATED_ARGUMENT --token'],
  });
});
