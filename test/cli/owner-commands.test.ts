// The executable's own commands answer as any other command does: help, schema, mistakes, dry runs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bin, finish, makeDirectory, start } from './process.js';

const library = pathToFileURL(join(bin, '../../dist/index.js')).href;

const cwd = makeDirectory({
  'cmdgate.config.json': JSON.stringify({ commands: ['hello.mjs'], audit: false }),
  'broken.json': '{',
  'hello.mjs': `export const hello = { description: 'Hello', danger: 'safe', handler: () => 'hello' };`,
  'trusts.json': JSON.stringify({ commands: ['trust.mjs'], audit: false }),
  'trust.mjs': `export const trust = { description: 'Of the workspace', danger: 'safe', handler: () => 'it' };`,
  'own.mjs': `
    import { runCli } from ${JSON.stringify(library)};
    const hello = { description: 'Hello', danger: 'safe', handler: () => 'hello' };
    await runCli({ name: 'own', commands: { hello } });`,
});

async function run(program: string, line: string) {
  const child = start(process.execPath, [program, ...line.split(' ')], { cwd });
  child.stdin.end();
  const { code, stdout, stderr } = await finish(child);
  return { code, answer: JSON.parse(stdout), stderr };
}

const cmdgate = (line: string) => run(bin, line);
const own = (line: string) => run('own.mjs', line);

describe('help and schema', () => {
  test.each([
    ['cmdgate', cmdgate, 'audit'],
    ['cmdgate', cmdgate, 'policy suggest'],
    ['own', own, 'doctor'],
  ])('%s: help of a command is the same before and after its name', async (name, ask, command) => {
    const before = await ask(`help ${command}`);
    const after = await ask(`${command} --help`);

    expect(before.answer.data).toEqual(after.answer.data);
    expect(before).toMatchObject({
      code: 0,
      answer: { data: { command: `${name} ${command}`, usage: expect.stringContaining(`${name} ${command}`) } },
      stderr: after.stderr,
    });
    expect(before.stderr).toContain(`Usage: ${name} ${command}`);
  });

  test('help of a group has the commands of the gate and those of the owner', async () => {
    for (const line of ['help policy', 'policy --help']) {
      const { subcommands } = (await cmdgate(line)).answer.data;
      expect(subcommands.map(({ name }: { name: string }) => name)).toEqual([
        ...['check', 'test', 'explain', 'suggest', 'replay'],
      ]);
    }
  });

  test('a schema is told, and nothing is run', async () => {
    const asked = await cmdgate('schema audit');
    const beside = await cmdgate('audit --schema');

    expect(asked.answer.data).toMatchObject({ command: 'audit', inputSchema: { properties: { action: {} } } });
    expect(beside.answer.data).toEqual(asked.answer.data);
  });

  test('help works where the configuration does not', async () => {
    expect(await cmdgate('--config broken.json help audit')).toMatchObject({
      code: 0,
      answer: { data: { command: 'cmdgate audit' } },
    });
  });

  test("a command of the workspace that has the name of an owner's is explained by its own name", async () => {
    expect((await cmdgate('--config trusts.json help trust')).answer.data).toMatchObject({
      command: 'trust',
      description: 'Of the workspace',
    });
    expect((await cmdgate('help trust')).answer.data).toMatchObject({ command: 'cmdgate trust' });
  });
});

describe('mistakes', () => {
  test.each([
    [cmdgate, 'audt', "Did you mean 'audit'? To run a command of the workspace, write 'cmdgate run <command>'. "],
    [cmdgate, 'help audt', "Did you mean 'audit'? Run 'help' for available commands"],
    [cmdgate, 'policy sugest', "Did you mean 'policy suggest'? Run 'help policy' for available commands"],
    [cmdgate, 'policy', 'Add one of check, test, explain, suggest, replay. '],
    [own, 'doctr', "Did you mean 'doctor'? Run 'help' for available commands"],
    [own, 'helo', "Did you mean 'hello' or 'help'? Run 'help' for available commands"],
  ])('%# a name that is mistyped is guessed: %s', async (ask, line, hint) => {
    const { code, answer } = await ask(line);

    expect({ code, error: answer.error }).toMatchObject({
      code: 2,
      error: { code: 'COMMAND_NOT_FOUND', hint: expect.stringContaining(hint) },
    });
  });

  test('what follows the word run is the gate’s: no command of the owner is guessed there', async () => {
    for (const line of ['run audt', 'run policy sugest', 'run policy suggest']) {
      const { code, answer } = await cmdgate(line);
      expect({ code, error: answer.error }).toMatchObject({ code: 2, error: { code: 'COMMAND_NOT_FOUND' } });
      expect(answer.error.hint).not.toMatch(/Did you mean/);
    }
  });

  test.each(['--timeout 1s', '--idempotency-key a', '--background', '--fields a', '--input {}', '--yes'])(
    'an option that would do nothing is refused: %s',
    async (option) => {
      const [name] = option.split(' ');
      const { code, answer } = await cmdgate(`doctor ${option}`);
      expect({ code, details: answer.error.details }).toMatchObject({
        code: 2,
        details: [{ code: 'UNKNOWN_OPTION', field: name, message: `The option ${name} does not apply to doctor` }],
      });
    },
  );

  test('arguments are read before anything is opened', async () => {
    expect(await cmdgate('--config broken.json generate-skills --output-dirr x')).toMatchObject({
      code: 2,
      answer: { error: { code: 'VALIDATION_ERROR', hint: 'Did you mean --output-dir?' } },
    });
  });
});

describe('without running', () => {
  test('--validate-only checks the arguments alone', async () => {
    expect((await cmdgate('generate-skills --validate-only')).answer.data).toEqual({
      valid: true,
      command: 'generate-skills',
    });
    expect((await cmdgate('audit lst --validate-only')).answer.error.code).toBe('VALIDATION_ERROR');
    expect(existsSync(join(cwd, 'skills'))).toBe(false);
  });

  test('--dry-run tells what would be run', async () => {
    for (const ask of [cmdgate, own]) {
      const { answer } = await ask('generate-skills --dry-run');
      const would_run = { command: 'generate-skills', input: { 'output-dir': 'skills' } };
      expect(answer).toMatchObject({ data: { effect: 'would_run', would_run }, meta: { dry_run: true } });
    }
    expect(existsSync(join(cwd, 'skills'))).toBe(false);
  });
});
