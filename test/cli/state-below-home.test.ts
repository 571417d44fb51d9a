// A person calls their own executable wherever they are: its ledger may lie in the directory that it is called in.

import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from './process.js';

const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;

const program = `
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, runCli } from ${JSON.stringify(library)};

await runCli({
  name: 'notes',
  ledger: { directory: join(homedir(), '.local', 'state', 'notes') },
  contexts: { work: { ledger: { directory: join(homedir(), 'work', 'history') } } },
  commands: {
    hello: defineCommand({ description: 'Say hello', danger: 'safe', handler: () => 'hello' }),
    show: defineCommand({
      description: 'Show a file',
      danger: 'safe',
      arguments: [{ name: 'file', type: 'string', required: true, path: true, description: 'Which' }],
      handler: ({ file }) => readFileSync(file, 'utf8'),
    }),
  },
});
`;

const above = makeDirectory({ 'home/notes.mjs': program, 'home/work/a.txt': 'a' });
const home = join(above, 'home');

async function notes(cwd: string, ...words: string[]) {
  const child = start(process.execPath, [join(home, 'notes.mjs'), ...words], { cwd, environment: { HOME: home } });
  child.stdin.end();
  const { code, stdout } = await finish(child);
  return { code, answer: JSON.parse(stdout) };
}

test('an executable with its ledger below the home directory works in every directory', async () => {
  const places = [home, above, '/', join(home, 'work')];
  for (const cwd of places) {
    expect(await notes(cwd, 'hello')).toMatchObject({ code: 0, answer: { ok: true, data: { value: 'hello' } } });
  }
  // One history for all of them.
  const { answer } = await notes(home, 'runs', 'list', '--limit', '10');
  expect(answer.data.runs.map(({ command }: { command: string }) => command)).toEqual(places.map(() => 'hello'));
  expect(await notes(home, 'audit', 'verify')).toMatchObject({ code: 0 });
});

test('a context with a ledger in the directory works, too', async () => {
  expect(await notes(home, 'hello', '--context', 'work')).toMatchObject({ code: 0, answer: { ok: true } });
  expect(await notes(home, 'hello', '--instance-id', 'one')).toMatchObject({ code: 0, answer: { ok: true } });
});

test('no path argument leads into that ledger', async () => {
  await notes(home, 'hello');
  expect(await notes(home, 'show', 'work/a.txt')).toMatchObject({ code: 0, answer: { data: { value: 'a' } } });
  for (const file of ['.local/state/notes', '.local/state/notes/log/x.jsonl']) {
    expect(await notes(home, 'show', file)).toMatchObject({
      code: 2,
      answer: { error: { code: 'PATH_TRAVERSAL_BLOCKED', message: expect.stringContaining("the gate's own ledger") } },
    });
  }
});

test('a directory that is gone is named in the answer', async () => {
  const gone = realpathSync(makeDirectory());
  mkdirSync(join(gone, 'inner'));
  const child = start(
    '/bin/sh',
    ['-c', `cd inner && rmdir ../inner && exec '${process.execPath}' '${join(home, 'notes.mjs')}' hello`],
    {
      cwd: gone,
      environment: { HOME: home },
    },
  );
  const { code, stdout } = await finish(child);
  rmSync(gone, { recursive: true, force: true });
  expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
    code: 4,
    answer: { error: { code: 'DIRECTORY_NOT_FOUND', message: expect.stringContaining('current directory') } },
  });
});
