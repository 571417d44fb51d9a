// Attacks on what is remembered: forged, rolled back, hidden, filled up, read by others.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGate } from 'cmdgate';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { HeadFile, readHead } from '../../src/ledger/log/head-file.js';
import { cmdgate, makeDirectory, startCmdgate } from '../cli/process.js';
import { ledgerEntries } from '../fixtures/ledger-entries.js';

let cwd: string;
let environment: { XDG_STATE_HOME: string };

beforeEach(() => {
  cwd = makeDirectory({
    'cmdgate.config.json': JSON.stringify({ commands: ['commands.mjs'], handles: ['handles.json'] }),
    'commands.mjs': `export const echo = {
      description: 'Echo', danger: 'safe', arguments: [{ name: 'text', type: 'string' }], handler: ({ text }) => text,
    };`,
    'handles.json': JSON.stringify([
      { name: 'rest', description: 'Rest', handler: 'command', command: 'sleep', danger: 'safe', arguments: ['60'] },
    ]),
  });
  environment = { XDG_STATE_HOME: makeDirectory() };
});

const cli = (...words: string[]) => cmdgate(words, { cwd, environment });

async function verify(): Promise<{ code: number | null; kinds: string[] }> {
  const { code, stdout } = await cli('audit', 'verify');
  const { data, error } = JSON.parse(stdout);
  return { code, kinds: (data ?? error.result).findings.map(({ kind }: { kind: string }) => kind) };
}

const log = () => join(cwd, '.cmdgate', 'log');

function onlySegment(): string {
  const [gate = ''] = readdirSync(join(log(), 'gates'));
  return join(log(), 'gates', gate, '000001.jsonl');
}

/** An entry that follows the last one, hashed as a gate would: the way to do it is public. */
function forge(segment: string, fields: object): { text: string; seq: number; hash: string } {
  const last = JSON.parse(readFileSync(segment, 'utf8').trimEnd().split('\n').at(-1) ?? '');
  const { seq, gate, at, hash: prev } = last;
  const start = `${JSON.stringify({ seq: seq + 1, gate, at, type: 'end', ...fields, prev }).slice(0, -1)}`;
  const hash = createHash('sha256').update(start).digest('hex');
  return { text: `${readFileSync(segment, 'utf8')}${start},"hash":"${hash}"}\n`, seq: seq + 1, hash };
}

test('an entry that was forged behind a closed chain is told, with its head brought along', async () => {
  await cli('run', 'echo', 'true');
  expect(await verify()).toEqual({ code: 0, kinds: [] });
  const segment = onlySegment();
  const { text, seq, hash } = forge(segment, { run: 'run_x_1', command: 'echo forged' });
  writeFileSync(segment, text);
  expect((await verify()).code).toBe(1);
  const [name = ''] = readdirSync(join(log(), 'heads'));
  const file = join(log(), 'heads', name);
  const head = new HeadFile(file, readHead(file));
  head.write({ seq, hash, segment: 1, bytes: Buffer.byteLength(text) });
  head.close();
  expect(await verify()).toEqual({ code: 1, kinds: ['unknown_entries'] });
});

test('a ledger that was brought back behind a link is told', async () => {
  await cli('run', 'echo', 'one');
  cpSync(join(cwd, '.cmdgate'), join(cwd, 'old'), { recursive: true });
  await cli('run', 'echo', 'two');
  rmSync(join(cwd, '.cmdgate'), { recursive: true });
  symlinkSync('old', join(cwd, '.cmdgate'));
  const { code, kinds } = await verify();
  expect({ code, isTold: kinds.includes('untrusted') }).toEqual({ code: 1, isTold: true });
});

test('something else in the place of one chain does not hide the others', async () => {
  await cli('run', 'echo', 'one');
  mkdirSync(join(log(), 'gates', 'zzzzzzzzzzzz', '000001.jsonl'), { recursive: true, mode: 0o700 });
  writeFileSync(join(log(), 'gates', 'yyyyyyyyyyyy'), '');
  const { data } = JSON.parse((await cli('runs', 'list')).stdout);
  expect(data).toMatchObject({ runs: [{ command: 'echo one' }], incomplete: expect.stringContaining('zzzzzzzzzzzz') });
  expect((await verify()).code).toBe(1);
});

test('who ended or fed a run from a terminal is recorded', async () => {
  const gate = await createGate({ config: 'cmdgate.config.json', directory: cwd });
  onTestFinished(() => gate.close());
  const started = await gate.run('rest --background');
  const run = (started as unknown as { data: { run: string } }).data.run;
  const state = { XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? '' };
  expect((await cmdgate(['runs', 'cancel', run], { cwd, environment: state })).code).toBe(0);
  expect(ledgerEntries(cwd).find(({ command }) => command === `runs cancel ${run}`)).toMatchObject({
    type: 'end',
    user_context: { door: 'cli', caller: 'local' },
  });
});

test('what goes on can be looked at and ended while nothing can be written', async () => {
  const child = startCmdgate(['repl', '--stdin', '--format', 'acli'], { cwd, environment });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    return JSON.parse((await lines.next()).value ?? '{}');
  };
  const { data } = await ask('rest --background');
  await expect.poll(async () => (await ask(`runs show ${data.run}`)).data.state, { timeout: 10_000 }).toBe('running');
  renameSync(log(), `${log()}.away`);
  writeFileSync(log(), 'a file where a directory should be');
  // Its segment is still open; a gate that opens another one finds out.
  rmSync(`${log()}.away`, { recursive: true });
  await expect.poll(async () => (await ask('echo x')).success, { timeout: 10_000 }).toBe(false);
  expect(await ask(`runs show ${data.run}`)).toMatchObject({ success: true, data: { state: 'running' } });
  expect(await ask(`runs cancel ${data.run}`)).toMatchObject({ success: true, data: { state: 'canceled' } });
  rmSync(log());
  expect(await ask('echo again')).toMatchObject({ success: true });
  child.stdin.end();
  await once(child, 'close');
  const ends = ledgerEntries(cwd).filter(({ run, type }) => run === data.run && type === 'end');
  expect(ends).toMatchObject([{ state: 'canceled' }]);
});

test('an argument that is taken out of the request is not in what it touches either', async () => {
  const directory = makeDirectory({ 'build/x': '', 's3cr3t-value/y': '' });
  const approve = async () => ({ answer: 'deny', by: 'library' }) as const;
  const gate = await createGate({ config: { shell: { enabled: true } }, directory, approve });
  onTestFinished(() => gate.close());
  await gate.run(['shell', 'rm', '--token', 's3cr3t-value', '-r', 'build']);
  const entries = ledgerEntries(directory);
  expect(entries.map(({ type }) => type)).toContain('asked');
  expect(JSON.stringify(entries)).not.toContain('s3cr3t-value');
});
