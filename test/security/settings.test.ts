// Settings of a workspace lie where agents can write, and those of the user must not be theirs.

import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAcli } from 'cmdgate';
import { afterEach, beforeEach, expect, test } from 'vitest';

const execFileAsync = promisify(execFile);

let place: string;
let workspace: string;

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-test-')));
  workspace = join(place, 'workspace');
  mkdirSync(workspace);
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

async function run(command: string, name = 'tool') {
  const acli = createAcli(
    {
      set: { description: 'Sets', writesSettings: true, handler: (_, { writeSettings }) => writeSettings({ a: 1 }) },
      show: { description: 'Shows', danger: 'safe', handler: (_, { settings }) => settings() },
    },
    { name, workspace },
  );
  try {
    const { content } = await acli.execute({ command });
    return JSON.parse((content[0] as { text: string }).text);
  } finally {
    await acli.close();
  }
}

test('a link in the place of the file leads nobody out of the workspace', async () => {
  const secret = join(place, 'secret.json');
  writeFileSync(secret, '{"password":"hunter2"}');
  symlinkSync(secret, join(workspace, '.tool-config.json'));
  expect(await run('show')).toMatchObject({ success: false, error: { code: 'PATH_TRAVERSAL_BLOCKED' } });
  expect(await run('set')).toMatchObject({ success: false, error: { code: 'PATH_TRAVERSAL_BLOCKED' } });
  expect(readFileSync(secret, 'utf8')).toBe('{"password":"hunter2"}');
});

test('the settings of the user are written at a command line only', async () => {
  const { XDG_CONFIG_HOME: before } = process.env;
  process.env.XDG_CONFIG_HOME = join(place, 'home');
  try {
    expect(await run('set --global')).toMatchObject({
      success: false,
      error: { details: [{ code: 'PERMISSION_DENIED' }] },
    });
    expect(existsSync(join(place, 'home'))).toBe(false);
  } finally {
    if (before === undefined) delete process.env.XDG_CONFIG_HOME;
    else process.env.XDG_CONFIG_HOME = before;
  }
});

test('the name of a program is no way to another place', async () => {
  await run('set', '../../evil/..');
  expect(existsSync(join(workspace, '...-..-evil-..-config.json'))).toBe(true);
});

const nothingToRead = { success: false, error: { details: [{ code: 'PRECONDITION' }] } };

test.each([
  ['a pipe that nobody writes to', (file: string) => execFileSync('mkfifo', [file])],
  ['a directory', (file: string) => mkdirSync(file)],
  ['more than settings can have', (file: string) => writeFileSync(file, `{"a":"${'x'.repeat(2 ** 20)}"}`)],
])('%s in the place of the file keeps nobody waiting', async (_, put) => {
  put(join(workspace, '.tool-config.json'));
  expect(await run('show')).toMatchObject(nothingToRead);
  expect(await run('set')).toMatchObject(nothingToRead);
});

test('nor does a pipe in the place of a stored manifest', async () => {
  execFileSync('mkfifo', [join(workspace, 'manifest.json')]);
  expect(await run('manifest --baseline manifest.json')).toMatchObject(nothingToRead);
});

test.each([
  ['a pipe', 'mkfifo', []],
  ['a device without an end', 'ln', ['-s', '/dev/zero']],
])('%s in the place of the file keeps no command line from its answer', async (_, program, words) => {
  writeFileSync(
    join(place, 'tool.mjs'),
    `import { runCli } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
     await runCli({ name: 'tool', commands: {
       set: { description: 'Sets', writesSettings: true, handler: (_, { writeSettings }) => writeSettings({ a: 1 }) },
       other: { description: 'Needs none', danger: 'safe', handler: () => 'done' },
     } });`,
  );
  execFileSync(program, [...words, join(workspace, '.tool-config.json')]);
  // A process that waits for a pipe hears no signal but this one.
  const options = { cwd: workspace, timeout: 60_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await execFileAsync(process.execPath, [join(place, 'tool.mjs'), 'other'], options);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { value: 'done' }, meta: { config_sources: [] } });
});
