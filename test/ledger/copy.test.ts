// A library that names a file for other tools and no ledger: what it records is behind that file, in a ledger of its own.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type AcliOptions, type CommandDefinition, createAcli, createShell } from 'cmdgate';
import { loadManual } from 'cmdgate/utcp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logDirectory } from '../../src/ledger/ledger.js';
import { readLedgerKey } from '../../src/ledger/log/ledger-key.js';
import { openLedgerLog } from '../../src/ledger/log/ledger-log.js';
import { verifyLedger } from '../../src/ledger/log/verify-ledger.js';
import { answersIn, ledgerEntries } from '../fixtures/ledger-entries.js';

let home: string;
let workspace: string;
let copy: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-copy-')));
  workspace = join(home, 'work');
  copy = join(home, 'logs', 'audit.jsonl');
  mkdirSync(workspace);
  vi.stubEnv('XDG_STATE_HOME', join(home, 'state'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

/** The ledger that belongs to the copy. */
function ledger(): string {
  const hash = createHash('sha256').update(copy).digest('hex').slice(0, 16);
  return join(home, 'state', 'cmdgate', 'copies', `${basename(copy)}-${hash}`);
}

interface Line {
  readonly command: string;
  readonly success: boolean;
  readonly error_code?: string;
}

const copied = () =>
  readFileSync(copy, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .map(({ command, success, error_code }) => [command, error_code ?? success]);

const quick: CommandDefinition = { description: 'Quick', handler: () => 'done' };

/** Runs one command in a gate of its own. */
async function run(command: string, definition: CommandDefinition = quick, options: AcliOptions = {}): Promise<void> {
  const acli = createAcli({ [command]: definition }, { workspace, audit: { file: copy }, ...options });
  await acli.execute({ command });
  await acli.close();
}

const types = () => ledgerEntries(workspace, ledger()).map(({ type }) => type);

test('the start is in the ledger before the run, the end is chained and sealed, and the answer is in the copy', async () => {
  let before: readonly string[] = [];
  await run('look', {
    description: 'Look',
    handler: () => {
      before = types();
      return 'seen';
    },
  });

  expect([before.includes('start'), before.includes('end')]).toEqual([true, false]);
  expect(types()).toEqual(expect.arrayContaining(['start', 'end', 'closed']));
  expect(copied()).toEqual([['look', true]]);
  const state = join(home, 'state', 'cmdgate');
  const key = readLedgerKey(join(state, 'ledger.key')) ?? null;
  const verified = await verifyLedger(logDirectory(ledger()), { witness: join(state, 'witness'), key });
  expect(verified).toMatchObject({ sound: true, notices: 0, gates: [{}] });
});

test('it keeps no output, and nothing in the workspace', async () => {
  const shell = createShell({ workspace, audit: { file: copy }, sandbox: 'off' });
  await shell.run({ command: 'echo', parameters: ['hello'] });
  await shell.close();

  expect(copied()).toEqual([[expect.stringContaining('hello'), true]]);
  expect(readdirSync(ledger())).toEqual(['log']);
  expect(readdirSync(workspace)).toEqual([]);
});

test('a run whose process was killed is found by the next one, wherever it works, and told in the copy once', async () => {
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const program = `
    import { createAcli } from '${library}';
    const wait = { description: 'Wait', handler: () => { console.log('entered'); return new Promise(() => {}); } };
    const acli = createAcli({ wait }, { audit: { file: ${JSON.stringify(copy)} } });
    setInterval(() => {}, 1000);
    await acli.execute({ command: 'wait' });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: workspace });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(copy) ? readFileSync(copy, 'utf8') : '').toBe('');

  mkdirSync(join(home, 'other'));
  for (const directory of [join(home, 'other'), workspace]) await run('quick', quick, { workspace: directory });

  expect(copied().filter(([, answer]) => answer === 'LOST')).toEqual([['wait', 'LOST']]);
  expect(copied()).toHaveLength(3);
  expect(answersIn(workspace, ledger()).filter(({ type }) => type === 'lost')).toMatchObject([{ command: 'wait' }]);
});

test('entries older than a month go, so that nothing grows that nobody looks at', async () => {
  const log = openLedgerLog({
    directory: logDirectory(ledger()),
    sync: 'process',
    keyFile: join(home, 'state', 'cmdgate', 'ledger.key'),
    segmentBytes: 1,
    now: () => Date.now() - 40 * 24 * 60 * 60_000,
  });
  for (const command of ['old', 'newer']) log.append('refused', { command });
  log.close();
  // A clock is believed when it was seen before.
  writeFileSync(join(logDirectory(ledger()), 'clock'), `${Date.now()}\n`);
  await run('quick');

  expect(ledgerEntries(workspace, ledger()).map(({ command }) => command)).not.toContain('old');
  expect(copied()).toEqual([['quick', true]]);
});

test('with a ledger of its own choice, that is the only one', async () => {
  await run('quick', quick, { ledger: { directory: join(home, 'chosen') } });

  expect(answersIn(workspace, join(home, 'chosen'))).toHaveLength(1);
  expect([copied(), existsSync(ledger())]).toEqual([[['quick', true]], false]);
});

test.each<[string, () => unknown]>([
  ['createAcli', () => createAcli({ quick }, { workspace, audit: { file: copy } })],
  ['createShell', () => createShell({ workspace, audit: { file: copy } })],
  ['loadManual', () => loadManual({ tools: [] }, { workspace, audit: { file: copy } })],
])('%s says at once that the ledger cannot be kept, and what to do', async (_, open) => {
  // As where HOME is read-only, but so that it holds for root as well.
  writeFileSync(join(home, 'state'), '');
  await expect((async () => await open())()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `audit.file is a copy of a ledger, but the ledger cannot be kept in ${ledger()}: ${join(home, 'state')} is not a directory`,
    hint: 'Set XDG_STATE_HOME to a directory that this process can write to: the ledger and its key are kept there',
  });
  expect(existsSync(copy)).toBe(false);
});

test('a file that is none is a mistake of the program', () => {
  expect(() => createShell({ workspace, audit: {} as { file: string } })).toThrow(TypeError);
});
