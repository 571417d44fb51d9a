// Attacks on what is remembered: forged, rolled back, hidden, filled up, read by others.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGate } from 'cmdgate';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { loadSqlite } from '../../src/ledger/index/sqlite/connection.js';
import { HeadFile, readHead } from '../../src/ledger/log/head-file.js';
import { bin, cmdgate, finish, makeDirectory, start, startCmdgate } from '../cli/process.js';
import { ledgerEntries, ledgerOf } from '../fixtures/ledger-entries.js';

const canMark = existsSync('/usr/bin/prlimit');

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

const log = () => join(ledgerOf(cwd, environment.XDG_STATE_HOME), 'log');

function onlySegment(): string {
  const [gate = ''] = readdirSync(join(log(), 'gates'));
  return join(log(), 'gates', gate, '000001.jsonl');
}

/** The line of an entry that follows the last one, with a hash that anybody can calculate. */
function forge(segment: string, fields: object): { text: string; seq: number; hash: string } {
  const last = JSON.parse(readFileSync(segment, 'utf8').trimEnd().split('\n').at(-1) ?? '');
  const { seq, gate, at, mac: prev } = last;
  const start = `${JSON.stringify({ seq: seq + 1, gate, at, type: 'end', ...fields, prev }).slice(0, -1)}`;
  const hash = createHash('sha256').update(start).digest('hex');
  return { text: `${readFileSync(segment, 'utf8')}${start},"hash":"${hash}"}\n`, seq: seq + 1, hash };
}

/** Brings the head and the witness along: as far as somebody gets who can write every file but the key. */
function bringAlong(text: string, seq: number, hash: string): void {
  const [name = ''] = readdirSync(join(log(), 'heads'));
  const own = join(log(), '..', 'witness');
  const [witness = ''] = readdirSync(own);
  for (const file of [join(log(), 'heads', name), join(own, witness, name)]) {
    const head = new HeadFile(file, readHead(file));
    head.write({ seq, hash, segment: 1, bytes: Buffer.byteLength(text) });
    head.close();
  }
}

test('the ledger is outside of the workspace, and so is its key, for its owner alone', async () => {
  await cli('run', 'echo', 'true');
  expect(readdirSync(cwd).sort()).toEqual(['cmdgate.config.json', 'commands.mjs', 'handles.json']);
  const key = join(environment.XDG_STATE_HOME, 'cmdgate', 'ledger.key');
  expect(lstatSync(key).mode & 0o777).toBe(0o600);
  expect(readFileSync(onlySegment(), 'utf8')).not.toContain(readFileSync(key, 'utf8').trim());
});

test('an entry that was forged behind a closed chain is told, with its head and its witness brought along', async () => {
  await cli('run', 'echo', 'true');
  expect(await verify()).toEqual({ code: 0, kinds: [] });
  const segment = onlySegment();
  const { text, seq, hash } = forge(segment, { run: 'run_x_1', command: 'echo forged' });
  writeFileSync(segment, text);
  expect((await verify()).code).toBe(1);
  bringAlong(text, seq, hash);
  expect(await verify()).toEqual({ code: 1, kinds: ['added'] });
});

test('a chain that was written anew from its beginning is told, with its head and its witness brought along', async () => {
  await cli('run', 'echo', 'true');
  const segment = onlySegment();
  let prev = '0'.repeat(64);
  const lines = readFileSync(segment, 'utf8').replaceAll('echo true', 'echo lies').trimEnd().split('\n');
  const texts = lines.map((line) => {
    const { prev: _prev, key: _key, mac: _mac, ...entry } = JSON.parse(line);
    const start = `${JSON.stringify({ ...entry, prev }).slice(0, -1)}`;
    prev = createHash('sha256').update(start).digest('hex');
    return `${start},"hash":"${prev}"}\n`;
  });
  writeFileSync(segment, texts.join(''));
  bringAlong(texts.join(''), texts.length, prev);
  expect(await verify()).toEqual({ code: 1, kinds: ['unkeyed'] });
  await cli('run', 'echo', 'next');
  expect(readdirSync(join(log(), 'gates'))).toHaveLength(2);
});

test('a chain that somebody put there is a problem until its owner accepts it by its name', async () => {
  await cli('run', 'echo', 'one');
  const [gate = ''] = readdirSync(join(log(), 'gates'));
  const forged = 'zzzzzzzzzzzz';
  cpSync(join(log(), 'gates', gate), join(log(), 'gates', forged), { recursive: true });
  const segment = join(log(), 'gates', forged, '000001.jsonl');
  let prev = '0'.repeat(64);
  const texts = readFileSync(segment, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { prev: _prev, mac: _mac, ...entry } = JSON.parse(line);
      const start = `${JSON.stringify({ ...entry, gate: forged, prev, key: 'ffffffff' }).slice(0, -1)}`;
      prev = createHash('sha256').update(start).digest('hex');
      return `${start},"mac":"${prev}"}\n`;
    });
  writeFileSync(segment, texts.join(''));
  const file = join(log(), 'heads', `${forged}.json`);
  const head = new HeadFile(file, undefined);
  head.write({ seq: texts.length, hash: prev, segment: 1, bytes: Buffer.byteLength(texts.join('')) });
  head.close();
  expect(await verify()).toEqual({ code: 1, kinds: ['foreign_key', 'unwitnessed'] });
  expect((await cli('audit', 'verify', '--accept', 'yyyyyyyyyyyy')).code).toBe(2);
  if (canMark) {
    // As a gate marks what it starts: an agent's program cannot vouch for a chain that it wrote.
    const words = [`--locks=${(1n << 61n) + 99n}:`, process.execPath, bin, 'audit', 'verify', '--accept', forged];
    const ofAgent = await finish(start('prlimit', words, { cwd, environment }));
    expect(JSON.parse(ofAgent.stdout).error).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(await verify()).toEqual({ code: 1, kinds: ['foreign_key', 'unwitnessed'] });
  }
  const accepted = await cli('audit', 'verify', '--accept', forged);
  expect(accepted.code).toBe(0);
  expect(JSON.parse(accepted.stdout).data).toMatchObject({ sound: true, notices: 2, problems: 0 });
  expect((await verify()).code).toBe(0);
});

test('without its key a ledger is told, and the next gate makes another key and chain', async () => {
  await cli('run', 'echo', 'one');
  rmSync(join(environment.XDG_STATE_HOME, 'cmdgate', 'ledger.key'));
  expect(await verify()).toEqual({ code: 1, kinds: ['foreign_key'] });
  expect((await cli('run', 'echo', 'two')).code).toBe(0);
  expect(readdirSync(join(log(), 'gates'))).toHaveLength(2);
  expect(await verify()).toEqual({ code: 1, kinds: ['foreign_key'] });
});

test.each([
  ['others may read it', (key: string) => chmodSync(key, 0o644)],
  [
    'it is a symbolic link',
    (key: string) => {
      renameSync(key, `${key}.away`);
      symlinkSync(`${key}.away`, key);
    },
  ],
  ['it is not a key written by a gate', (key: string) => writeFileSync(key, `${'0'.repeat(63)}\n`)],
])('a key is not used where %s, and nothing runs', async (why, spoil) => {
  await cli('run', 'echo', 'one');
  spoil(join(environment.XDG_STATE_HOME, 'cmdgate', 'ledger.key'));
  const { code, stdout } = await cli('run', 'echo', 'two');
  expect({ code, message: JSON.parse(stdout).error.message }).toEqual({
    code: 12,
    message: expect.stringContaining(why),
  });
  expect((await cli('audit', 'verify')).code).not.toBe(0);
  expect((await cli('doctor')).code).toBe(4);
});

test('a ledger in the workspace that was brought back behind a link is told', async () => {
  const path = join(cwd, 'cmdgate.config.json');
  const configuration = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...configuration, ledger: { directory: '.cmdgate' } }));
  await cli('run', 'echo', 'one');
  cpSync(join(cwd, '.cmdgate'), join(cwd, 'old'), { recursive: true });
  await cli('run', 'echo', 'two');
  rmSync(join(cwd, '.cmdgate'), { recursive: true });
  symlinkSync('old', join(cwd, '.cmdgate'));
  const { code, kinds } = await verify();
  expect({ code, isTold: kinds.includes('untrusted') }).toEqual({ code: 1, isTold: true });
});

test.each(['inside', 'outside'])(
  'a link %s of the workspace in the place of the ledger is refused by all who read it',
  async (where) => {
    const path = join(cwd, 'cmdgate.config.json');
    const configuration = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...configuration, ledger: { directory: '.cmdgate' } }));
    await cli('run', 'echo', 'one');
    renameSync(join(cwd, '.cmdgate'), join(makeDirectory(), 'away'));
    symlinkSync(where === 'inside' ? '.' : makeDirectory(), join(cwd, '.cmdgate'));
    for (const words of [
      ['runs', 'list'],
      ['audit', 'list'],
      ['audit', 'export'],
      ['audit', 'verify'],
      ['run', 'echo', 'two'],
    ]) {
      const { code, stdout } = await cli(...words);
      expect({ words, isRefused: code !== 0, stdout }).toEqual({ words, isRefused: true, stdout });
    }
  },
);

test('a renamed workspace has its ledger, its runs and their output', async () => {
  await cli('run', 'echo', 'one');
  const renamed = `${cwd}-renamed`;
  renameSync(cwd, renamed);
  const cliThere = (...words: string[]) => cmdgate(words, { cwd: renamed, environment });
  onTestFinished(() => rmSync(renamed, { recursive: true, force: true }));
  expect(JSON.parse((await cliThere('runs', 'list')).stdout).data.runs).toMatchObject([{ command: 'echo one' }]);
  await cliThere('run', 'echo', 'two');
  const { data } = JSON.parse((await cliThere('audit', 'verify')).stdout);
  expect(data).toMatchObject({ sound: true, gates: [expect.anything()] });
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
  const entries = ledgerEntries(cwd, ledgerOf(cwd, environment.XDG_STATE_HOME));
  const ends = entries.filter(({ run, type }) => run === data.run && type === 'end');
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

test('an index that was changed is found, and named with how to make it again', async () => {
  await cli('run', 'echo', 'one');
  await cli('run', 'echo', 'two');
  await cli('runs', 'list');
  const index = join(log(), '..', 'index');
  expect(JSON.parse((await cli('audit', 'verify', '--index', 'all')).stdout).data).toMatchObject({
    sound: true,
    // That of 'runs list' had not ended when it looked.
    index: { runs: 2, problems: [] },
  });
  const [file = ''] = readdirSync(index).filter((name) => name.endsWith('.sqlite'));
  const connection = (await loadSqlite())(join(index, file));
  connection.exec("UPDATE runs SET record = replace(record, 'two', 'nil') WHERE record LIKE '%echo two%'");
  connection.close();
  for (const words of [[], ['--index', 'all']]) {
    const { code, stdout } = await cli('audit', 'verify', ...words);
    const { error } = JSON.parse(stdout);
    expect({ code, error }).toMatchObject({
      code: 1,
      error: {
        code: 'LEDGER_NOT_SOUND',
        hint: expect.stringContaining(`Delete ${index}`),
        result: { problems: 1, findings: [], index: { problems: [{ message: expect.stringContaining('(record)') }] } },
      },
    });
  }
  const { code, stdout } = await cli('doctor');
  expect(code).toBe(4);
  expect(JSON.parse(stdout).error.result.checks).toContainEqual({
    area: 'store',
    status: 'problem',
    message: expect.stringContaining('The index disagrees with the log'),
    fix: expect.stringContaining(`Delete ${index}`),
  });
  // As the hint says.
  rmSync(index, { recursive: true });
  expect((await cli('runs', 'list')).stdout).toContain('echo two');
  expect((await cli('audit', 'verify', '--index', 'all')).code).toBe(0);
});
