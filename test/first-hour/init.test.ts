// `cmdgate init`: what it writes works at once, and nothing that is there is touched.

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, cmdgate, makeDirectory, start } from '../cli/process.js';

const isRoot = process.getuid?.() === 0;

async function answerOf(words: string, cwd: string) {
  const { code, stdout } = await cmdgate(words.split(' '), { cwd });
  return { code, ...JSON.parse(stdout) };
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
}

describe('in an empty directory', () => {
  test('the example in TypeScript runs, removing asks, and doctor has no problem with it', async () => {
    const cwd = makeDirectory();
    const made = await answerOf('init --name tasks', cwd);

    expect(made).toMatchObject({
      code: 0,
      data: { name: 'tasks', start: 'commands', policy: 'standard', left_alone: [] },
    });
    expect(made.data.written).toEqual(['cmdgate.config.json', 'commands/note.ts', 'cmdgate.policy.json']);
    expect(filesIn(cwd)).toEqual(['cmdgate.config.json', 'cmdgate.policy.json', 'commands', 'commands/note.ts']);
    // The first lines it tells can be pasted as they are.
    for (const line of made.data.next.slice(0, 2)) execFileSync('sh', ['-c', line], { cwd, stdio: 'ignore' });
    expect((await answerOf('run note list', cwd)).data).toEqual({ notes: [{ id: 1, text: 'Buy milk' }] });
    expect(await answerOf('run note remove 1', cwd)).toMatchObject({ ok: false, error: { code: 'APPROVAL_REQUIRED' } });
    const { data, error } = await answerOf('doctor', cwd);
    const checks: { area: string; state: string }[] = (data ?? error.result).checks;
    expect(
      checks.filter(({ area, state }) => state === 'problem' && /configuration|commands|policy/.test(area)),
    ).toEqual([]);
  });

  test('the handle runs its program, and finding nothing is an answer', async () => {
    const cwd = makeDirectory();
    await answerOf('init --start handle', cwd);

    expect((await answerOf('run search --text handler', cwd)).data.lines).toContain('handles/search.json');
    expect(await answerOf('run search --text nothing-has-this', cwd)).toMatchObject({ ok: true, data: { lines: '' } });
  });

  test.each([
    ['standard', ['allow', 'allow', 'ask', 'deny']],
    ['strict', ['allow', 'ask', 'ask', 'deny']],
    ['read-only', ['allow', 'deny', 'deny', 'deny']],
  ])('the guarded shell with the policy %s', async (policy, decisions) => {
    const cwd = makeDirectory();
    await answerOf(`init --start shell --policy ${policy}`, cwd);
    const calls = ['grep -rn TODO src', 'npm test', 'rm -r src', 'cat /etc/passwd'];

    const judged = await Promise.all(calls.map((line) => answerOf(`policy check ${line}`, cwd)));
    expect(judged.map(({ data }) => data.decision)).toEqual(decisions);
  });

  test('a dry run tells everything and writes nothing', async () => {
    const cwd = makeDirectory();
    const { data } = await answerOf('init --dry-run --start handle', cwd);

    expect(data).toMatchObject({ effect: 'would_create', written: [] });
    expect(data.would_write.map(({ path }: { path: string }) => path)).toEqual([
      ...['cmdgate.config.json', 'handles/search.json', 'cmdgate.policy.json'],
    ]);
    expect(filesIn(cwd)).toEqual([]);
  });
});

describe('in a project', () => {
  test.each([
    ['without a type', { name: '@acme/shop' }],
    ['with "type": "module"', { name: '@acme/shop', type: 'module' }],
  ])('%s its files stay, and what it has in commands/ is not loaded', async (_name, manifest) => {
    const mine = 'export const build = () => undefined;';
    const cwd = makeDirectory({ 'package.json': JSON.stringify(manifest), 'commands/note.ts': mine, '.git/HEAD': '' });
    const { data } = await answerOf('init', cwd);

    expect(data).toMatchObject({
      name: 'shop',
      written: ['cmdgate.config.json', 'commands/note-example.ts', 'cmdgate.policy.json'],
      left_alone: [{ path: 'commands/note.ts', why: 'it is yours' }],
    });
    expect(readFileSync(join(cwd, 'commands/note.ts'), 'utf8')).toBe(mine);
    expect((await answerOf('run note list', cwd)).data).toEqual({ notes: [] });
  });

  test('a second time nothing is written, and all that is there is named', async () => {
    const cwd = makeDirectory();
    await answerOf('init', cwd);
    writeFileSync(join(cwd, 'cmdgate.config.json'), '{ "name": "mine" }');

    expect(await answerOf('init --start shell', cwd)).toMatchObject({
      code: 6,
      error: {
        code: 'FILE_EXISTS',
        details: [{ field: 'cmdgate.config.json' }, { field: 'cmdgate.policy.json' }],
      },
    });
    expect(readFileSync(join(cwd, 'cmdgate.config.json'), 'utf8')).toBe('{ "name": "mine" }');
  });

  test('a command line of its own keeps the manifest that is there, and takes no policy', async () => {
    const cwd = makeDirectory({ 'package.json': '{ "name": "shop" }' });

    expect(await answerOf('init --start executable --policy strict', cwd)).toMatchObject({
      code: 2,
      error: { message: 'Invalid arguments: --policy (not with --start executable)' },
    });
    expect((await answerOf('init --start executable', cwd)).data).toMatchObject({
      written: expect.arrayContaining(['src/cli.ts', 'tsconfig.json']),
      left_alone: [{ path: 'package.json' }],
    });
    expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe('{ "name": "shop" }');
  });

  test('below a workspace of another gate the new one is trusted: a person asked for it', async () => {
    const outer = makeDirectory({ 'cmdgate.config.json': '{ "shell": { "enabled": true } }' });
    await cmdgate(['run', 'shell', 'ls'], { cwd: outer });
    const cwd = join(outer, 'inner');
    mkdirSync(cwd);
    await answerOf('init', cwd);

    expect((await answerOf('run note list', cwd)).data).toEqual({ notes: [] });
  });
});

describe('what stands in the way is told, and nothing is written', () => {
  test('a file in place of a directory, and a link that leads out', async () => {
    const outside = makeDirectory();
    const cwd = makeDirectory({ handles: 'a file' });
    symlinkSync(outside, join(cwd, 'commands'));

    expect((await answerOf('init --start handle', cwd)).error).toMatchObject({
      code: 'FILE_NOT_WRITABLE',
      message: expect.stringContaining('is not a directory'),
    });
    expect((await answerOf('init', cwd)).error.message).toBe(
      'Nothing was written: commands is a link that leads out of this directory',
    );
    expect(existsSync(join(cwd, 'cmdgate.config.json'))).toBe(false);
    expect(filesIn(outside)).toEqual([]);
  });

  test.runIf(!isRoot)('a directory that cannot be written', async () => {
    const cwd = makeDirectory();
    chmodSync(cwd, 0o500);

    expect(await answerOf('init', cwd)).toMatchObject({ code: 4, error: { code: 'FILE_NOT_WRITABLE' } });
    chmodSync(cwd, 0o700);
  });

  test('a name that clients would not take', async () => {
    expect(await answerOf('init --name 1.0', makeDirectory())).toMatchObject({
      code: 2,
      error: { message: 'Invalid argument: --name' },
    });
  });
});

test('at a terminal it asks at most four questions, and Enter takes what is proposed', async () => {
  const cwd = makeDirectory();
  const line = `exec '${process.execPath}' '${bin}' init`;
  const child = start('script', ['-qec', line, '/dev/null'], { cwd });
  let screen = '';
  const answers = ['desk\r', '9\r', 'shel\r', 'shell\r', '2\r', '\r'];
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    // A prompt ends with a blank, and nothing follows it.
    if (/(?:\]:?) (?:\x1b\[\d*[A-Za-z])*$/.test(screen) && answers.length > 0) {
      const answer = answers.shift() as string;
      screen += '\n';
      child.stdin.write(answer);
    }
  });
  await new Promise((resolve) => child.once('close', resolve));

  expect(screen).toContain("Enter a number from 1 to 4, or a name. Did you mean 'shell'?");
  expect(screen).toContain(' connect claude-code --close-shell');
  const { name, shell } = JSON.parse(readFileSync(join(cwd, 'cmdgate.config.json'), 'utf8'));
  expect({ name, shell }).toEqual({ name: 'desk', shell: { enabled: true } });
  expect(readFileSync(join(cwd, 'cmdgate.policy.json'), 'utf8')).toContain('"It only reads files of the workspace."');
});

test('beside a package.json of somebody, an executable says what to add to it', async () => {
  const cwd = makeDirectory({ 'package.json': '{}' });
  const { data } = await answerOf('init --start executable --name tasks', cwd);

  expect(data.add_to_package_json).toMatchObject({
    ...{ type: 'module', bin: { tasks: 'dist/cli.js' }, scripts: { test: expect.any(String) } },
    devDependencies: { typescript: expect.any(String) },
  });
  expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe('{}');
});

test.each(['../outside', 'My Tool!', '1st'])('create-cmdgate writes nothing for the name %j', (name) => {
  const cwd = makeDirectory();
  const create = join(import.meta.dirname, '../../packages/create-cmdgate/bin/create-cmdgate.js');
  const { status, stderr } = spawnSync(process.execPath, [create, name], { cwd, encoding: 'utf8' });

  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('cannot be the name of a program') });
  expect(readdirSync(cwd)).toEqual([]);
});
