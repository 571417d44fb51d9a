// `cmdgate doctor`, as the owner of a workspace uses it.

import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ledgerPlaces } from '../../src/ledger/ledger-places.js';
import { openLedgerLog } from '../../src/ledger/log/ledger-log.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { cmdgate, makeDirectory, onTerminal } from './process.js';

const environment = { XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? '' };

interface Check {
  readonly area: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

let cwd: string;

beforeEach(() => {
  cwd = makeDirectory({
    'cmdgate.config.json': JSON.stringify({ policy: 'policy.json', limits: { program: { openFiles: 64 } } }),
    'policy.json': JSON.stringify({ default: 'ask', rules: [] }),
  });
  for (const name of ['cmdgate.config.json', 'policy.json']) chmodSync(join(cwd, name), 0o644);
});

afterEach(() => rmSync(ownDirectory(cwd), { recursive: true, force: true }));

async function examine(
  ...words: string[]
): Promise<{ readonly code: number | null; readonly checks: readonly Check[] }> {
  const { code, stdout } = await cmdgate(['doctor', ...words], { cwd, environment });
  const { data, error } = JSON.parse(stdout);
  return { code, checks: (data ?? error.result).checks };
}

const problemsOf = (checks: readonly Check[]) => checks.filter(({ status }) => status === 'problem');

function record(): void {
  const { log: directory, witness, keyFile } = ledgerPlaces(ownDirectory(cwd), cwd);
  const log = openLedgerLog({ directory, witness, keyFile, sync: 'process' });
  log.append('refused', {});
  log.close();
}

test('where all is well it exits with 0, tells every area, and each that is not ok says what to do', async () => {
  record();
  const { code, checks } = await examine();
  expect({ code, problems: problemsOf(checks) }).toEqual({ code: 0, problems: [] });
  expect([...new Set(checks.map(({ area }) => area))]).toEqual([
    'configuration',
    'permissions',
    'store',
    'sandbox',
    'limits',
    'keeper',
    'clock',
    'versions',
    'leftovers',
    'commands',
  ]);
  expect(checks.filter(({ status, fix }) => status !== 'ok' && !fix)).toEqual([]);
});

const ownFiles: readonly (readonly [string, () => string])[] = [
  ['the configuration', () => join(cwd, 'cmdgate.config.json')],
  ['the policy', () => join(cwd, 'policy.json')],
  ['the ledger', () => ownDirectory(cwd)],
  ['its log', () => join(ownDirectory(cwd), 'log')],
];

test.each(ownFiles)('that others can write %s is a problem, and the fix mends it', async (_name, place) => {
  record();
  const path = place();
  const mode = lstatSync(path).mode & 0o777;
  chmodSync(path, mode | 0o002);
  const { code, checks } = await examine();
  expect(code).toBe(4);
  expect(problemsOf(checks)).toContainEqual(
    expect.objectContaining({ area: 'permissions', fix: `chmod o-w '${path}'` }),
  );
  chmodSync(path, mode);
  expect((await examine()).code).toBe(0);
});

test('a configuration that others can write is not run', async () => {
  rmSync(join(cwd, 'cmdgate.config.json'));
  const trap = makeDirectory({ 'cmdgate.config.ts': 'throw new Error("it ran");' });
  chmodSync(join(trap, 'cmdgate.config.ts'), 0o666);
  const { code, checks } = await examine('--config', join(trap, 'cmdgate.config.ts'));
  expect(code).toBe(4);
  expect(JSON.stringify(checks)).not.toContain('it ran');
});

test('a configuration that is wrong is told, and everything else is looked at', async () => {
  const broken = makeDirectory({ 'cmdgate.config.json': '{ "nothing": 1 }' });
  chmodSync(join(broken, 'cmdgate.config.json'), 0o644);
  const { code, checks } = await examine('--config', join(broken, 'cmdgate.config.json'));
  expect(code).toBe(4);
  expect(problemsOf(checks)).toMatchObject([{ area: 'configuration', message: expect.stringContaining('nothing') }]);
  expect(checks.some(({ area }) => area === 'leftovers')).toBe(true);
});

test('without a configuration it says so, and looks at the rest', async () => {
  const empty = makeDirectory();
  const { code, stdout } = await cmdgate(['doctor'], { cwd: empty, environment });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).data.checks).toContainEqual(
    expect.objectContaining({ area: 'configuration', status: 'warning' }),
  );
});

test('on a terminal it is text, one line or two for each check', async () => {
  const { code, stdout } = await onTerminal(['doctor'], { cwd, environment });
  expect(stdout).toContain('\x1b[32mok\x1b[39m');
  const text = stripVTControlCharacters(stdout);
  expect(code).toBe(0);
  expect(text.replace(/\s+/g, ' ')).toContain('store ok The ledger will be created');
  expect(text).toMatch(/\n0 problems and \d+ warnings?\.\n$/);
});

test('it changes nothing', async () => {
  record();
  const before = readTree(cwd);
  await examine();
  expect(readTree(cwd)).toEqual(before);
});

function readTree(directory: string): readonly unknown[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, lstatSync(path).mode, lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '']);
}
