import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handle, openWorkspace } from './workspace.js';

const parameters = {
  type: 'object',
  properties: { name: { type: 'string' }, token: { type: 'string', writeOnly: true }, text: { type: 'string' } },
};

test('a dry run says what would be run, and runs nothing', async () => {
  const { completed, directory } = await openWorkspace([
    handle('touch', 'touch', ['--', { $: 'name' }], {
      parameters,
      environment: { B: 'x', A: { $: 'name' } },
      io: { stdin: { $: 'text' } },
    }),
  ]);
  const would_run = {
    program: expect.stringMatching(/^\/.*touch|coreutils/),
    args: ['--', 'made'],
    directory,
    environment: ['A', 'B'],
    stdin_bytes: 3,
  };
  const expected = { effect: 'would_run', would_run };
  expect(await completed(['touch', '--name', 'made', '--text', 'aé', '--dry-run'])).toEqual(expected);
  expect(await completed({ path: 'touch', input: { name: 'made', text: 'aé' } }, { dryRun: true })).toEqual(expected);
  expect(existsSync(`${directory}/made`)).toBe(false);
});

test('a dry run fails where the run would, and says what it would have been', async () => {
  const { failed, directory } = await openWorkspace([
    handle('missing', 'no-such-program-here', ['a'], { directory: 'nowhere' }),
  ]);
  const { error } = await failed('missing --dry-run');
  expect(error.code).toBe('PROGRAM_NOT_FOUND');
  expect(error.details.map(({ code }) => code)).toEqual(['PROGRAM_NOT_FOUND', 'DIRECTORY_NOT_FOUND']);
  expect(error.details[0]?.would_run).toMatchObject({ program: 'no-such-program-here', args: ['a'] });
  expect(existsSync(`${directory}/nowhere`)).toBe(false);
  expect((await failed('missing')).error.code).toBe('PROGRAM_NOT_FOUND');
});

test('secrets are not in what would be run', async () => {
  const { gate } = await openWorkspace([handle('login', 'true', ['--', { $: 'token' }], { parameters })]);
  const outcome = await gate.run(['login', '--token', 'hunter2-hunter2', '--dry-run']);
  expect(JSON.stringify(outcome)).not.toContain('hunter2');
  expect(outcome).toMatchObject({ data: { would_run: { args: ['--', '[REDACTED]'] } } });
});
