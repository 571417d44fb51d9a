// What a gate remembers, for programs that embed it.

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createAcli, createGate, type RunOptions } from 'cmdgate';
import { expect, onTestFinished, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';
import { answersIn, ledgerEntries } from '../fixtures/ledger-entries.js';
import { makeTestDatabase } from './index/postgresql/test-database.js';

const handle = (name: string, command: string, args: readonly string[] = []) => ({
  name,
  description: `Runs ${name}`,
  handler: 'command',
  command,
  danger: 'safe',
  arguments: args,
});

async function open(configuration: Readonly<Record<string, unknown>> = {}, environment = process.env) {
  const directory = makeDirectory({
    'handles.json': JSON.stringify([handle('repeat', 'cat'), handle('rest', 'sleep', ['60'])]),
  });
  const config = { handles: ['handles.json'], ...configuration };
  const gate = await createGate({ config, directory, environment });
  onTestFinished(() => gate.close());
  const data = async (line: string, options: RunOptions = {}) => {
    const outcome = await gate.run(line, options);
    if (outcome.status === 'failed') throw outcome.error;
    return outcome.data as Record<string, unknown> & { readonly run: string };
  };
  return { gate, directory, data };
}

test('a library that is given a ledger knows what ran before it was opened', async () => {
  const workspace = makeDirectory();
  const commands = {
    greet: { description: 'Greet', danger: 'safe', handler: () => 'hello' },
    count: { description: 'Count', danger: 'safe', handler: () => Array.from({ length: 5_000 }, (_, index) => index) },
  } as const;
  const options = { workspace, ledger: { directory: join(workspace, '.cmdgate') }, limits: { responseBytes: 2_000 } };
  const ask = async (acli: ReturnType<typeof createAcli>, command: string) =>
    JSON.parse((await acli.execute({ command })).content[0].text);

  const first = createAcli(commands, options);
  await ask(first, 'greet');
  const cut = await ask(first, 'count');
  await first.close();
  expect(cut._meta.warnings[0].message).toMatch(/'runs output run_\w+ --stream data' reads all of it/);

  const second = createAcli(commands, options);
  onTestFinished(() => second.close());
  const { data } = await ask(second, 'runs list');
  expect(data.runs.map(({ command }: { command: string }) => command)).toEqual(['count', 'greet']);
  const rest = await ask(second, `runs output ${data.runs[0].run} --json-path '$[4990:4993]'`);
  expect(rest.data.values.map(({ value }: { value: number }) => value)).toEqual([4990, 4991, 4992]);
});

test.each([
  [true, 'directory'],
  [{}, 'directory'],
  [{ directory: '/x', keepdays: 3 }, 'keepdays'],
  [{ directory: '/x', keepDays: -1 }, 'keepDays'],
  [{ directory: '/x', sync: 'yes' }, 'sync'],
  [{ directory: '/x', url: 'postgres://x' }, 'url'],
])('settings that are none are told: %j', (ledger, named) => {
  const options = { workspace: makeDirectory(), ledger } as unknown as Parameters<typeof createAcli>[1];
  expect(() => createAcli({}, options)).toThrow(named);
});

test('a ledger where agents work is refused, through a link too', () => {
  const workspace = makeDirectory();
  const outside = makeDirectory();
  mkdirSync(join(workspace, 'memory'));
  symlinkSync(join(workspace, 'memory'), join(outside, 'link'));
  for (const directory of [join(workspace, 'memory'), join(outside, 'link', 'deeper')]) {
    expect(() => createAcli({}, { workspace, ledger: { directory } })).toThrow(TypeError);
  }
});

test('a gate that closes ends the functions that it runs, and writes down that it did', async () => {
  const workspace = makeDirectory();
  const never = { description: 'Never', danger: 'safe', handler: () => new Promise<never>(() => undefined) } as const;
  const acli = createAcli(
    { never },
    { workspace, ledger: { directory: join(workspace, '.cmdgate') }, limits: { concurrency: 1 } },
  );
  const answers = [acli.execute({ command: 'never' }), acli.execute({ command: 'never' })];
  // Starts of one moment are written together, at its end.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await acli.close();

  const codes = (await Promise.all(answers)).map(({ content }) => JSON.parse(content[0].text).error.details[0].code);
  expect(codes).toEqual(['CANCELED', 'UNAVAILABLE']);
  expect(answersIn(workspace, join(workspace, '.cmdgate')).map(({ type, state }) => [type, state])).toEqual([
    ['end', 'canceled'],
    ['refused', 'failed'],
  ]);
});

test('whoever is told the id of a run that still waits for its turn finds it in the ledger', async () => {
  const { data, directory } = await open({ limits: { concurrency: 1 } });
  const first = await data('rest --background');
  const { run, state } = await data('repeat', { yieldMs: 50 });

  expect(state).toBe('queued');
  expect(
    ledgerEntries(directory)
      .filter((entry) => entry.run === run)
      .map(({ type }) => type),
  ).toEqual(['accepted']);
  expect(await data('runs list')).toMatchObject({ runs: [{ run }, { run: first.run }] });
});

test('what a program is given to read is recorded nowhere', async () => {
  const { data, directory, gate } = await open();
  const { run } = await data('repeat --stdin open --background');
  const outcome = await gate.run(`runs write ${run} s3cret-phrase --end`);

  expect(outcome.run.command).toBe(`runs write ${run} '[REDACTED]' --end`);
  await data(`runs wait ${run}`);
  expect(JSON.stringify(ledgerEntries(directory))).not.toContain('s3cret-phrase');
});

test('without its database a gate tells what it knows itself, and that there may be more', async () => {
  const { data } = await open(
    { ledger: { url: 'env:DATABASE' } },
    { ...process.env, DATABASE: 'postgres://nobody:hunter2@127.0.0.1:1/none' },
  );
  const { run } = await data('rest --background');

  const listed = await data('runs list');
  expect(listed).toMatchObject({ runs: [{ run }], incomplete: expect.stringContaining('Only runs of this gate') });
  expect(JSON.stringify(listed)).not.toContain('hunter2');
  expect(await data(`runs cancel ${run}`)).toMatchObject({ state: 'canceled' });
});

test('gates of two machines that share a database see the runs of both, and read the output of their own', async () => {
  const database = await makeTestDatabase();
  onTestFinished(() => database.remove());
  const settings = [{ ledger: { url: 'env:DATABASE' } }, { ...process.env, DATABASE: database.url }] as const;
  const [one, other] = [await open(...settings), await open(...settings)];
  await one.data('repeat');
  await other.data('runs list');
  await other.data('repeat');
  // A machine tells the database about itself when it is asked.
  await one.data('runs list');

  const { runs } = (await other.data('runs list')) as unknown as { runs: { run: string; command: string }[] };
  expect(runs.map(({ command }) => command)).toEqual(['repeat', 'repeat']);
  expect(await one.data(`runs show ${runs[0]?.run}`)).toMatchObject({ state: 'completed', exit_code: 0 });
});
