// What a command line made with runCli({ strict: true }) demands of its author, and what it tells about its commands.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { bin, finish, makeDirectory, start } from '../cli/process.js';
import { type Envelope, readDocument } from './contract-cli.js';

const fixture = fileURLToPath(new URL('../fixtures/declaring-cli.mjs', import.meta.url));

interface Asked extends Envelope {
  readonly code: number | null;
}

async function ask(words: readonly string[], cwd = makeDirectory(), environment = {}): Promise<Asked> {
  const child = start(process.execPath, [fixture, ...words], { cwd, environment });
  child.stdin.end();
  const { stdout, code } = await finish(child);
  return { ...readDocument(stdout), code };
}

const startWrong = (app: string) => ask(['go'], makeDirectory(), { APP: app });

describe('an app that does not declare what it must does not start', () => {
  test.each([
    ['C-001', 'no-exit-codes', 'it declares no exit codes.'],
    ['C-001', 'no-success', 'its exitCodes lack "0".'],
    ['C-001', 'retry-partial', 'its exit code 12 is retryable and has side effects.'],
    ['C-002', 'no-danger', 'it does not say how dangerous it is.'],
    ['C-004', 'no-dry-run', 'it is destructive and has no dry run.'],
    ['C-016', 'plain-secret', '--password is named like a secret and is not declared as one.'],
    ['C-029', 'no-scopes', 'it does not say which scopes it needs.'],
    ['C-015', 'wrong-example', 'the example "go --nowhere" does not parse'],
  ])('REQ-%s: %s', async (_, app, message) => {
    const answer = await startWrong(app);
    expect(answer.ok).toBe(false);
    expect(answer.code).not.toBe(0);
    expect(JSON.stringify(answer.error)).toContain(JSON.stringify(message).slice(1, -1));
  });
});

test('REQ-C-001: an exit code that is not declared is flagged', async () => {
  const { code, warnings } = await ask(['surprise']);
  expect(code).toBe(5);
  expect(warnings).toEqual([
    { code: 'UNDECLARED_EXIT_CODE', message: "'surprise' ended with exit code 5, which it does not declare." },
  ]);
});

test('REQ-C-003: what was changed is told truthfully, and leaving it out is an error', async () => {
  const cwd = makeDirectory();
  expect((await ask(['keep'], cwd)).data).toEqual({ effect: 'created' });
  expect((await ask(['keep'], cwd)).data).toEqual({ effect: 'noop' });
  expect((await ask(['drop', '--confirm-destructive'], cwd)).data).toEqual({ effect: 'deleted' });
  expect(await ask(['silent'], cwd)).toMatchObject({ ok: false, error: { code: 'EFFECT_MISSING', retryable: false } });
});

test('REQ-C-004: a dry run tells what would change, and changes nothing', async () => {
  const cwd = makeDirectory();
  await ask(['keep'], cwd);
  expect(await ask(['drop', '--dry-run'], cwd)).toMatchObject({
    code: 0,
    data: { effect: 'would_delete', would_affect: ['kept.txt'] },
    meta: { dry_run: true },
  });
  expect(existsSync(join(cwd, 'kept.txt'))).toBe(true);
});

describe('REQ-C-015, O-013: --schema', () => {
  test('has the parameters, what comes out and everything declared, and is stable', async () => {
    const { data, code } = await ask(['look', '--schema']);
    expect(code).toBe(0);
    expect(data).toMatchObject({
      command: 'look',
      danger_level: 'safe',
      required_scopes: [],
      exit_codes: { '0': { description: 'Done', retryable: false, side_effects: 'none' } },
      requires: { cert: ['key', 'ca'] },
      exclusive: [['all', 'one']],
      option_placement: 'interspersed',
      interactive: false,
    });
    const live = (await ask(['look'])).data;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    expect(ajv.validate(data.output_schema, live)).toBe(true);
    expect(ajv.validateSchema(data.inputSchema)).toBe(true);
    expect((await ask(['look', '--print-schema'])).data).toEqual(data);
  });

  test('REQ-F-019: tells how many items a list gives', async () => {
    expect((await ask(['names', '--schema'])).data.pagination).toEqual({ default_limit: 20 });
  });

  test('REQ-C-016: names the ways in which a secret comes', async () => {
    const { data } = await ask(['login', '--schema']);
    expect(data.parameters).toMatchObject([{ name: 'token', from: ['--token-from-env', '--token-from-file'] }]);
  });
});

test('REQ-C-019: what reaches a program is plain text, and the schema says what does', async () => {
  expect((await ask(['start', 'main'])).data).toEqual({ branch: 'main' });
  expect(await ask(['start', 'a;touch pwned'])).toMatchObject({ code: 2, error: { details: [{ field: 'branch' }] } });
  expect((await ask(['start', '--schema'])).data.subprocess).toEqual({ program: 'git', arguments: ['branch'] });
});

test('REQ-C-020: ids and patterns are kept, and named in the error', async () => {
  expect((await ask(['look', 'file_7', '--invoice', 'inv-7'])).code).toBe(0);
  for (const id of ['a.b', 'a?b', 'a#b', 'a%b', 'a/b']) {
    expect(await ask(['look', id])).toMatchObject({
      code: 2,
      error: { details: [{ field: 'id', message: 'The id argument must match ^[A-Za-z0-9_-]+$' }] },
    });
  }
  expect(await ask(['look', '--invoice', 'seven'])).toMatchObject({
    code: 2,
    error: { details: [{ field: '--invoice', message: 'The --invoice argument must match ^inv-\\d+$' }] },
  });
});

test('REQ-C-026: arguments that need or exclude others are told with everything else', async () => {
  const { code, error } = await ask(['look', '--cert', 'a', '--all', '--one', 'b', '--count', 'many']);
  expect(code).toBe(2);
  expect(error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
    '--ca',
    '--count',
    '--key',
    '--one',
  ]);
});

test('REQ-C-027: a strict command passes on what follows', async () => {
  expect((await ask(['pass', '--loud', 'ls', '--all', '--loud', '-x'])).data).toEqual({
    loud: true,
    words: ['ls', '--all', '--loud', '-x'],
  });
  expect((await ask(['pass', '--schema'])).data.option_placement).toBe('strict');
});

describe('REQ-O-041: manifest', () => {
  test('has every command, is stable, and is not sent twice', async () => {
    const { data, code } = await ask(['manifest']);
    expect(code).toBe(0);
    expect(Object.keys(data.commands)).toEqual(
      expect.arrayContaining(['look', 'keep', 'drop', 'pass', 'start', 'old', 'login', 'manifest']),
    );
    expect(data.commands.drop).toMatchObject({ danger_level: 'destructive', dry_run: true, required_scopes: [] });
    expect(data.version).toBe('2.1.0');
    expect((await ask(['manifest'])).data).toEqual(data);
    expect(await ask(['manifest', '--etag', data.etag])).toMatchObject({
      ok: true,
      code: 0,
      data: null,
      meta: { not_modified: true },
    });
  });

  test('REQ-F-073: names every variable that is read', async () => {
    const { data } = await ask(['manifest']);
    expect(Object.keys(data.environment)).toEqual(
      expect.arrayContaining(['DECLARING_TRACE_ID', 'TOOL_TRACE_ID', 'DECLARING_MAX_OUTPUT_BYTES', 'NO_COLOR', 'CI']),
    );
    expect(data.commands.old.environment).toEqual({ DECLARING_HOST: 'Where to look' });
  });
});

test('REQ-F-075: a deprecated command runs, warns, and is marked in the manifest', async () => {
  expect(await ask(['old'])).toMatchObject({
    code: 0,
    warnings: [{ code: 'DEPRECATED', message: "'old' has been deprecated since 2.0.0. Use 'look' instead." }],
  });
  expect((await ask(['manifest', 'old'])).data.commands.old.deprecated).toEqual({
    since: '2.0.0',
    replacement: 'look',
  });
});

test('REQ-O-047: check-permissions tells what a command needs', async () => {
  expect(await ask(['check-permissions', '--for', 'keep'])).toMatchObject({
    code: 0,
    data: { command: 'keep', required_scopes: [], active_scopes: 'everything', missing_scopes: [] },
  });
});

describe('with a configuration', () => {
  const commands = `
    const done = { description: 'Done', retryable: false, sideEffects: 'none' };
    export const look = {
      description: 'Looks', danger: 'safe', exitCodes: { 0: done }, requiredScopes: ['notes.read'], handler: () => ({}),
    };
  `;
  const settings = {
    commands: ['commands.mjs'],
    strict: true,
    audit: false,
    callers: {
      reader: { token: 'env:READER', scopes: ['notes.read'] },
      writer: { token: 'env:WRITER', scopes: ['notes.write'] },
    },
  };
  const config = (text = commands) =>
    makeDirectory({ 'cmdgate.config.json': JSON.stringify(settings), 'commands.mjs': text });
  const environment = { READER: 'a-token-of-the-reader', WRITER: 'a-token-of-the-writer' };

  async function cmdgate(cwd: string, ...words: string[]): Promise<Asked> {
    const child = start(process.execPath, [bin, ...words], { cwd, environment });
    child.stdin.end();
    const { stdout, code } = await finish(child);
    return { ...readDocument(stdout), code };
  }

  test('REQ-C-002, C-029: strict holds for its modules', async () => {
    const { ok, error } = await cmdgate(
      config(`export const go = { description: 'Goes', handler: () => 1 };`),
      'run',
      'go',
    );
    expect(ok).toBe(false);
    expect(JSON.stringify(error)).toContain('it does not say how dangerous it is.');
  });

  test('REQ-O-047: a caller without the scope is refused, and check-permissions names what is missing', async () => {
    const cwd = config();
    expect(await cmdgate(cwd, '--caller', 'reader', 'run', 'look')).toMatchObject({ code: 0, warnings: [] });
    expect(await cmdgate(cwd, '--caller', 'writer', 'run', 'look')).toMatchObject({ code: 7 });
    expect(await cmdgate(cwd, '--caller', 'reader', 'check-permissions', '--for', 'look')).toMatchObject({
      code: 0,
      data: { required_scopes: ['notes.read'], active_scopes: ['notes.read'], over_privileged: false },
    });
    expect(await cmdgate(cwd, '--caller', 'writer', 'check-permissions', '--for', 'look')).toMatchObject({
      code: 7,
      error: { context: { missing_scopes: ['notes.read'] } },
    });
    expect((await cmdgate(cwd, '--caller', 'writer', 'manifest')).data.commands).not.toHaveProperty('look');
  });
});

test('REQ-O-035: its own MCP server offers what the manifest says', async () => {
  expect(await ask(['mcp-validate'])).toMatchObject({ code: 0, data: { valid: true, tools: 1, drift: [] } });
  const other = `${process.execPath} ${fileURLToPath(new URL('../../bin/cmdgate.js', import.meta.url))} serve`;
  const { code, error } = await ask(['mcp-validate', '--command', other]);
  expect(code).toBe(1);
  expect(error.code).toBe('MANIFEST_DRIFT');
  expect(error.result.drift).toContainEqual({ what: 'command', name: 'look', difference: 'missing' });
});

describe('REQ-O-034, O-043, O-045: generate-skills', () => {
  const cwd = makeDirectory();
  const read = (name: string) => readFileSync(join(cwd, 'skills', name), 'utf8');

  test('writes a context, AGENTS.md and one skill for each command', async () => {
    const { code, data } = await ask(['generate-skills', '--output-dir', 'skills'], cwd);
    expect(code).toBe(0);
    expect(data.skills).toEqual(
      expect.arrayContaining([
        { path: 'skills/CONTEXT.md', type: 'context' },
        { path: 'skills/AGENTS.md', type: 'agents' },
        { path: 'skills/SKILL-look.md', command: 'look', format: 'markdown' },
      ]),
    );
    expect(readdirSync(join(cwd, 'skills'))).toHaveLength(data.skills.length);
  });

  test('a skill has front matter that can be read, and three examples that run', async () => {
    const [, frontMatter = '', body = ''] = read('SKILL-look.md').split('---\n');
    expect(parseYaml(frontMatter)).toMatchObject({
      name: 'declaring-look',
      description: 'Looks',
      version: '2.1.0',
      command: 'look',
      args: { type: 'object', properties: { invoice: { pattern: '^inv-\\d+$' } } },
    });
    const examples = [...(body.split('## Examples')[1] ?? '').matchAll(/^declaring (.*)$/gm)].map(
      ([, line = '']) => line,
    );
    expect(examples.length).toBeGreaterThanOrEqual(3);
    for (const line of examples) {
      const child = start(process.execPath, [fixture, ...line.split(' ')], { cwd });
      child.stdin.end();
      expect((await finish(child)).code, line).toBe(0);
    }
  });

  test('AGENTS.md has its sections and the version of the program', async () => {
    const text = read('AGENTS.md');
    expect(text.split('\n')[0]).toBe('<!-- cli-version: 2.1.0 -->');
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      'Canonical Invocation',
      'Non-Interactive Flags',
      'Environment Variables',
      'Input Conventions',
    ]);
    const { environment } = (await ask(['manifest'])).data;
    for (const name of [...Object.keys(environment), 'DECLARING_HOST']) expect(text).toContain(`\`${name}\``);
  });

  test('where nothing can be written, it says so', async () => {
    expect(await ask(['generate-skills', '--output-dir', '/dev/null/skills'], cwd)).toMatchObject({
      code: 4,
      error: { code: 'FILE_NOT_WRITABLE' },
    });
  });

  test('makes its own files again, and does not overwrite what somebody else wrote', async () => {
    expect((await ask(['generate-skills', '--output-dir', 'skills'], cwd)).code).toBe(0);
    const own = makeDirectory({ 'AGENTS.md': 'Written by hand\n' });
    expect(await ask(['generate-skills', '--output-dir', '.'], own)).toMatchObject({
      code: 6,
      error: { code: 'FILE_EXISTS', details: [{ field: '--output-dir', message: 'AGENTS.md would be overwritten' }] },
    });
    expect(readdirSync(own)).toEqual(['AGENTS.md']);
    expect(readFileSync(join(own, 'AGENTS.md'), 'utf8')).toBe('Written by hand\n');
  });
});
