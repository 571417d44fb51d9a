// The three examples of Appendix A of the Command Handle specification, as they are printed there.

import { expect, test } from 'vitest';
import { asPlan, load, loadOne, newWorkspace, planInput, problemsOf, runPlan, write } from './test-helpers.js';

const buildProject = {
  name: 'build-project',
  description: 'Builds the project using make',
  handle: 'command',
  command: 'make',
  arguments: ['all'],
  directory: 'src',
  environment: { CFLAGS: '-O2', MAKEFLAGS: '-j4' },
};

const gitCommit = {
  name: 'git-commit',
  description: 'Commits changes with a message',
  handle: 'command',
  command: 'git',
  arguments: {
    $encode: 'args',
    flags: { message: { $: 'message' }, author: { $: 'author' } },
    positional: { $: 'files[*]' },
  },
};

const deployService = {
  name: 'deploy-service',
  description: 'Deploys a service with environment configuration',
  handle: 'command',
  command: './deploy.sh',
  directory: { $: 'deploy.path' },
  environment: {
    SERVICE_NAME: { $: 'service.name' },
    SERVICE_PORT: { $: 'service.port' },
    DB_URL: { $: 'database.url' },
    API_KEY: { $: 'credentials.api_key' },
  },
  io: { stdout: 'file', stderr: 'pipe', encoding: 'utf8' },
};

test('A.1 runs', async () => {
  const workspace = newWorkspace();
  write(workspace, 'src/Makefile', 'all:\n\t@echo "$(CFLAGS) in $(notdir $(CURDIR))"\n');

  const { commands, problems } = await load(buildProject, { workspace });
  const command = await loadOne(buildProject, { workspace });
  const plan = asPlan(planInput(command, {}, { workspace }));

  expect([commands.length, problems]).toEqual([1, []]);
  expect(runPlan(plan)).toEqual({ status: 0, stdout: '-O2 in src\n', stderr: '' });
});

test('A.2 gives the words that it says literally, with hints that this was hardly meant', async () => {
  const workspace = newWorkspace();
  const loaded = await load(gitCommit, { workspace });
  const text = { type: 'string' };
  const parameters = {
    type: 'object',
    properties: { message: text, author: text, files: { type: 'array', items: text } },
  };
  const command = await loadOne({ ...gitCommit, parameters }, { workspace });
  const input = { message: 'Fix it', author: 'Ada', files: ['a.txt', 'b.txt'] };

  expect(loaded.commands).toHaveLength(1);
  expect(problemsOf(loaded)).toEqual([
    'hint /arguments/flags: The program gets the word "flags" itself as an argument. Write "$flags" if its properties are flags.',
    'hint /arguments/flags/message/$: There is no parameter "message". Describe it under "parameters", or remove it: it never has a value.',
    'hint /arguments/flags/author/$: There is no parameter "author". Describe it under "parameters", or remove it: it never has a value.',
    'hint /arguments/positional: The program gets the word "positional" itself as an argument. Write {"$args": …} in an array beside the flags if its values are arguments.',
    'hint /arguments/positional/$: There is no parameter "files". Describe it under "parameters", or remove it: it never has a value.',
  ]);
  expect(asPlan(planInput(command, input, { workspace })).args).toEqual([
    ...['flags', 'message', 'Fix it', 'author', 'Ada', 'positional', 'a.txt', 'b.txt'],
  ]);
});

test('A.2 as it was meant commits', async () => {
  const workspace = newWorkspace();
  const text = { type: 'string' };
  const command = await loadOne({
    command: 'git',
    arguments: {
      $use: [
        { commit: { $flags: { message: { $: 'message' }, 'author=': { $: 'author' } } } },
        { '--': { $: 'files' } },
      ],
      $encode: 'args',
    },
    parameters: {
      type: 'object',
      properties: { message: text, author: text, files: { type: 'array', items: { ...text, format: 'path' } } },
      required: ['message'],
    },
  });
  const input = { message: '--amend', author: 'Ada <ada@example.org>', files: ['a.txt', '-f'] };
  const fine = { ...input, message: 'Fix it' };

  expect(planInput(command, input, { workspace })).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(asPlan(planInput(command, fine, { workspace })).args).toEqual([
    'commit',
    '--message',
    'Fix it',
    '--author=Ada <ada@example.org>',
    '--',
    `${workspace}/a.txt`,
    `${workspace}/-f`,
  ]);
});

test('A.3 is refused for its output file and its relative program', async () => {
  const loaded = await load(deployService);

  expect(loaded.commands).toEqual([]);
  expect(problemsOf(loaded).filter((problem) => problem.startsWith('error'))).toEqual([
    'error /command: The program is a relative path. Write an absolute path or a bare name, or ask the owner to set "relativePrograms": true for these handles.',
    'error /io/stdout: Must be one of pipe, ignore, inherit. A program cannot write to a file here: capture its output, and let the caller request it.',
  ]);
});

test('A.3 as the owner would allow it deploys with a credential that no template sees', async () => {
  const workspace = newWorkspace();
  write(workspace, 'app/deploy.sh', '#!/bin/sh\necho "$SERVICE_NAME:$SERVICE_PORT $DB_URL $API_KEY"\n', 0o755);
  const object = (properties: object) => ({ type: 'object', properties });
  const text = { type: 'string' };
  const { API_KEY: _, ...environment } = deployService.environment;
  const command = await loadOne(
    {
      ...deployService,
      environment,
      security: { scheme: 'x-env', environment: { API_KEY: 'deploy-key' } },
      io: { stderr: 'pipe' },
      parameters: object({
        deploy: object({ path: { ...text, format: 'path' } }),
        service: object({ name: text, port: { type: 'integer' } }),
        database: object({ url: text }),
      }),
    },
    {
      workspace,
      options: { relativePrograms: true },
      host: { credential: () => ({ ok: true, secret: { reveal: () => 's3cret-key' } }) },
    },
  );
  const input = { deploy: { path: 'app' }, service: { name: 'web', port: 80 }, database: { url: 'pg://db' } };

  const plan = asPlan(planInput(command, input, { workspace }));

  expect(plan.secrets).toEqual(['s3cret-key']);
  expect(runPlan(plan)).toEqual({ status: 0, stdout: 'web:80 pg://db s3cret-key\n', stderr: '' });
});
