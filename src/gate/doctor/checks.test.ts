import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Configuration } from '../../configuration/configuration.js';
import { Secret } from '../../configuration/secret.js';
import { Sandbox } from '../../execution/sandbox/sandbox.js';
import { ownDirectory, quarantineOf } from '../../ledger/own-directory.js';
import { checkChains } from './check-chains.js';
import { checkClock } from './check-clock.js';
import { checkConfiguration } from './check-configuration.js';
import { checkIndex } from './check-index.js';
import { checkLeftovers } from './check-leftovers.js';
import { checkLimits } from './check-limits.js';
import { checkPermissions } from './check-permissions.js';
import { checkQuarantine } from './check-quarantine.js';
import { checkSandbox } from './check-sandbox.js';
import { checkStore } from './check-store.js';
import { checkVersions } from './check-versions.js';
import { examine } from './examine.js';
import { Patient, statesOf } from './test-helpers.js';
import { trySandbox } from './try-sandbox.js';

const patient = new Patient();

/** As far as the checks look at it. */
function configured(changes: Partial<Configuration> = {}): Configuration {
  const parts: Partial<Configuration> = {
    workspace: patient.directory,
    commandFiles: [],
    handles: [],
    policy: undefined,
    limits: {},
    warnings: [],
    ...changes,
  };
  return parts as Configuration;
}

const ledgerOf = (changes: object = {}) => ({
  directory: join(patient.directory, '.cmdgate'),
  url: undefined,
  sync: 'process' as const,
  keepDays: 30,
  keepBytes: 2 ** 30,
  keepLogDays: undefined,
  auditFile: undefined,
  ...changes,
});

test('a configuration that is missing, wrong or in other hands is told apart', () => {
  expect(statesOf(checkConfiguration(patient.subject()))).toEqual([
    'warning: No configuration was found: there are no commands to run, and nothing is guarded or recorded',
  ]);
  const file = '/ws/cmdgate.config.json';
  expect(statesOf(checkConfiguration(patient.subject({ file, problem: new Error('it is empty') })))).toEqual([
    'problem: The configuration cannot be used: it is empty',
  ]);
  expect(checkConfiguration(patient.subject({ file }))).toMatchObject([{ status: 'problem' }]);
  const configuration = configured({ warnings: ['It is odd.'] });
  expect(checkConfiguration(patient.subject({ file, configuration }))).toMatchObject([
    { status: 'ok' },
    { status: 'warning', message: 'It is odd.' },
  ]);
});

test('every file of its own that others can write is a problem, with what mends it', () => {
  const names = ['cmdgate.config.json', 'policy.json', 'handle.json', 'commands.ts'];
  const [file = '', policy = '', handle = '', command = ''] = names.map((name) => join(patient.directory, name));
  for (const path of [file, policy, handle, command]) writeFileSync(path, '{}', { mode: 0o644 });
  const handles = [{ files: [handle] }] as unknown as Configuration['handles'];
  const configuration = configured({ policy: { file: policy }, handles, commandFiles: [command] });
  const subject = patient.subject({ file, configuration });
  patient.openLog().append('refused', {});
  expect(checkPermissions(subject)).toMatchObject([{ status: 'ok' }]);
  const { ledger, approvals } = subject;
  const exposed = [file, policy, command, handle, ledger, join(ledger, 'log'), approvals];
  for (const path of exposed) chmodSync(path, 0o777);
  expect(checkPermissions(subject)).toMatchObject(
    exposed.map((path) => ({ status: 'problem', fix: expect.stringContaining(`o-w '${path}'`) })),
  );
});

test('a directory on the way to the ledger that others can write is a problem', () => {
  patient.openLog().append('refused', {});
  chmodSync(patient.directory, 0o777);
  expect(checkPermissions(patient.subject())).toMatchObject([
    { status: 'problem', message: `Other users can add or remove files there: ${patient.directory}` },
  ]);
});

test('the store tells where it is, how much room there is, and what it survives', () => {
  const subject = patient.subject({ configuration: configured({ ledger: ledgerOf({ sync: 'full' }) }) });
  expect(statesOf(checkStore(subject))).toEqual([
    `ok: The ledger will be created: ${subject.ledger}`,
    expect.stringMatching(/^(?:ok|warning): There are (?:only )?.* free on its file system \(.+\)$/),
    'ok: Recorded entries survive a power cut',
  ]);
});

test('that nothing is recorded is a warning', () => {
  expect(checkStore(patient.subject({ configuration: configured({ ledger: false }) }))).toMatchObject([
    { status: 'warning', message: expect.stringContaining('Nothing is recorded') },
  ]);
});

test('the chains are counted, and those of dead gates told', async () => {
  expect(statesOf(await checkChains(patient.subject()))).toEqual(['ok: Nothing has been recorded yet']);
  const log = patient.openLog();
  log.append('start', { run: 'run_1' });
  expect(statesOf(await checkChains(patient.subject()))).toEqual([
    'ok: 1 gate has written the log, 1 still runs; the newest entries (3) are intact',
  ]);
  log.close();
  const leases = join(patient.directory, '.cmdgate', 'log', 'leases');
  const lease = readdirSync(leases).find((name) => name.endsWith('.lease')) ?? '';
  renameSync(join(leases, lease), join(leases, lease.replace(`.${process.pid}.`, '.99999999.')));
  expect(statesOf(await checkChains(patient.subject()))).toEqual([
    'ok: 1 gate has written the log, 0 still run; the newest entries (3) are intact',
    'warning: Gates that died and whose runs are not yet marked as lost: 1',
  ]);
});

test('a log that was changed is a problem', async () => {
  const log = patient.openLog();
  log.append('refused', { command: 'rm' });
  log.close();
  const file = join(patient.directory, '.cmdgate', 'log', 'gates', log.gateId, '000001.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"rm"', '"ls"'));
  expect(statesOf(await checkChains(patient.subject()))).toEqual([
    'problem: The log was changed or is damaged: Entry 3 was changed: its hash does not match',
  ]);
});

test('the index is told to be missing, behind or there', async () => {
  expect(await checkIndex(patient.subject())).toEqual([]);
  patient.openLog().append('refused', {});
  expect(statesOf(await checkIndex(patient.subject()))).toEqual([expect.stringContaining('no index yet')]);
  const index = join(patient.directory, '.cmdgate', 'index');
  mkdirSync(index);
  writeFileSync(join(index, 'v1-x.sqlite'), '');
  utimesSync(join(index, 'v1-x.sqlite'), 1, 1);
  expect(statesOf(await checkIndex(patient.subject()))).toEqual([expect.stringContaining('behind')]);
  utimesSync(join(index, 'v1-x.sqlite'), 2e9, 2e9);
  expect(statesOf(await checkIndex(patient.subject()))).toEqual(['ok: The index exists']);
});

test('a database that cannot be reached is a problem, and its address is not shown', async () => {
  const url = new Secret('postgres://owner:hidden-password@127.0.0.1:1/ledger');
  const configuration = configured({ ledger: ledgerOf({ url }) });
  const checks = await checkIndex(patient.subject({ configuration }));
  expect(statesOf(checks)).toEqual([expect.stringMatching(/^problem: PostgreSQL.*ECONNREFUSED/)]);
  expect(JSON.stringify(checks)).not.toMatch(/hidden|owner/);
});

const sandboxed = (sandbox: Configuration['sandbox'] = {}) =>
  configured({
    ...{ sandbox, file: join(patient.directory, 'cmdgate.config.json'), programPath: undefined, ledger: undefined },
    ...{ utcp: [], approvals: { directory: undefined, expiresMs: undefined } },
  } as unknown as Partial<Configuration>);

test('what the sandbox holds is found out by trying', async () => {
  mkdirSync(join(patient.directory, '.cmdgate'));
  writeFileSync(join(patient.directory, '.cmdgate', 'secret'), 'x');
  writeFileSync(join(patient.directory, 'cmdgate.config.json'), '{}');
  const before = readdirSync(patient.directory);
  const checks = await checkSandbox(patient.subject({ configuration: sandboxed() }));
  expect(statesOf(checks)).toEqual([
    'ok: Tested: a program ran inside the sandbox',
    'ok: Tested: a program could not write a file outside the workspace',
    'ok: Tested: a program could not read secrets in this home, in the ledger or of other programs',
    "ok: Tested: a program could not change the configuration or git's settings",
    'ok: Tested: a program could not connect to a server on this machine',
    'ok: Tested: a program could not see other processes',
    'ok: Tested: a program left a child process behind, which was terminated with it',
  ]);
  expect(readdirSync(patient.directory)).toEqual(before);
});

test('what is let in and is not there is told', async () => {
  const missing = join(patient.directory, '..', 'nowhere');
  const configuration = sandboxed({ readable: [missing], writable: [join(patient.directory, 'dist')] });
  expect(statesOf(await checkSandbox(patient.subject({ configuration }))).at(-1)).toBe(
    `warning: "readable" and "writable" of "sandbox" name paths that do not exist: ${missing}`,
  );
});

test('a home that programs can read is told', async () => {
  const environment = { ...process.env, HOME: patient.directory };
  expect(statesOf(await checkSandbox(patient.subject({ environment, configuration: sandboxed() }))).at(-1)).toBe(
    `warning: Programs can read all of your home ${patient.directory}, including the keys and tokens in it`,
  );
});

test('what gets out is a problem: a program that runs outside does all of it', async () => {
  const outside = new Sandbox({ mode: 'off' }, { readOnly: [], hidden: [] });
  const { isEnforced, isCanaryUntouched, connected, signalled, read } = await trySandbox(outside, {
    ...{ workspace: patient.directory, hidden: [], guarded: [] },
  });
  expect([isEnforced, isCanaryUntouched, connected, signalled, read.length]).toEqual([false, false, true, true, 1]);
});

const guardRail =
  'A sandbox is a wall; without one there is only a guard rail: a small set of calls runs at once, and everything else asks a person';

test('that there is no sandbox is told, and is a problem where there has to be one', async () => {
  const missing = () => ({ ok: false, reason: 'bubblewrap is not installed.', remedy: 'apt-get' }) as const;
  expect(await checkSandbox(patient.subject(), missing)).toEqual([
    {
      ...{ area: 'sandbox', status: 'warning', fix: 'apt-get' },
      message: `Programs run with all of this user's rights, without a sandbox: bubblewrap is not installed. ${guardRail}`,
    },
  ]);
  const configuration = sandboxed({ mode: 'required' });
  expect(statesOf(await checkSandbox(patient.subject({ configuration }), missing))).toEqual([
    'problem: No program can start: "sandbox" is "required", but none is available: bubblewrap is not installed.',
  ]);
  expect(statesOf(await checkSandbox(patient.subject({ configuration: sandboxed({ mode: 'off' }) })))).toEqual([
    `warning: Programs run with all of this user's rights: "sandbox" is "off". ${guardRail}`,
  ]);
});

test('limits are those of the configuration, and not known without it', () => {
  expect(checkLimits(patient.subject({ file: 'x' }))).toMatchObject([{ status: 'warning' }]);
  const limits = { processes: 4, outputBytes: 2_097_152, rate: { perMinute: 60 }, program: { cpuSeconds: 10 } };
  const checks = statesOf(checkLimits(patient.subject({ configuration: configured({ limits }) })));
  expect(checks.slice(0, 3)).toEqual([
    'ok: At most 256 runs and 4 programs at once, 30 s each unless a command sets its own',
    'ok: 2.0 MiB of each output stream of a program are kept',
    'ok: Each caller may send 60 requests per minute',
  ]);
  expect(checks[3]).toContain('cpuSeconds 10');
});

test('a clock that cannot be right, or is behind the log, is a problem', async () => {
  expect(await checkClock(patient.subject())).toMatchObject([{ status: 'ok' }]);
  expect(await checkClock(patient.subject({ now: 0 }))).toMatchObject([{ status: 'problem' }]);
  patient.openLog().append('refused', {});
  expect(await checkClock(patient.subject())).toMatchObject([{ status: 'ok' }]);
  expect(statesOf(await checkClock(patient.subject({ now: patient.now - 60_000 })))).toEqual([
    expect.stringMatching(/^problem: .*before the newest entry in the log \(2026-03-01T10:00:00.000Z\)/),
  ]);
});

test('a clock that was set back while the log was written is a warning', async () => {
  const log = patient.openLog();
  log.append('refused', {});
  patient.now -= 3_600_000;
  log.append('refused', {});
  patient.now += 7_200_000;
  log.append('refused', {});
  expect(statesOf(await checkClock(patient.subject()))).toEqual([
    expect.stringMatching(/^warning: The clock was set back by 3600 s around 2026-03-01T10:00:00.000Z/),
  ]);
});

test.each([
  ['18.20.0', 'problem'],
  ['20.18.1', 'problem'],
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
  ['23.0.0', 'warning'],
  ['24.0.0', 'ok'],
])('Node %s is %s', async (version, status) => {
  const checks = await checkVersions(version);
  expect(checks[0]?.status).toBe(status);
  expect(statesOf(checks)).toContainEqual(expect.stringMatching(/^ok: SQLite \d/));
});

test('sockets that no gate listens to, and output that no gate reads, are told', () => {
  const leases = join(patient.directory, '.cmdgate', 'log', 'leases');
  mkdirSync(leases, { recursive: true });
  writeFileSync(join(leases, 'x1y2z3.alive'), '');
  const spool = mkdtempSync(join(tmpdir(), 'cmdgate-output-'));
  utimesSync(spool, 1, 1);
  const checks = checkLeftovers(patient.subject({ now: Date.now() }));
  rmSync(spool, { recursive: true });
  expect(statesOf(checks)).toEqual([
    expect.stringMatching(/^warning: Output directories left by gates that died: \d+$/),
    'warning: Sockets left by gates that died: 1 (harmless)',
  ]);
  rmSync(leases, { recursive: true });
  expect(statesOf(checkLeftovers(patient.subject({ now: 0 })))).toEqual(['ok: Nothing was left behind']);
});

test('what cannot be looked at is told, and everything else is looked at', async () => {
  writeFileSync(join(patient.directory, '.cmdgate'), 'a file where a directory should be');
  const checks = await examine(patient.subject());
  expect(checks.filter(({ area, status }) => area === 'store' && status === 'problem').length).toBeGreaterThan(0);
  expect(new Set(checks.map(({ area }) => area))).toEqual(
    new Set(['configuration', 'permissions', 'store', 'sandbox', 'limits', 'keeper', 'clock', 'versions', 'leftovers']),
  );
});

test('what lies in quarantine is counted and named, oldest first; nothing is told where nothing is', () => {
  const quarantine = quarantineOf(patient.directory);
  expect(checkQuarantine(patient.subject())).toEqual([]);
  try {
    const putAside = (place: string, name: string, at: string) => {
      mkdirSync(join(quarantine, place), { recursive: true });
      writeFileSync(join(quarantine, place, name), '');
      utimesSync(join(quarantine, place), new Date(at), new Date(at));
    };
    mkdirSync(join(quarantine, 'empty'), { recursive: true });
    expect(checkQuarantine(patient.subject())).toEqual([]);
    putAside('newer', '.envrc', '2026-02-03T00:00:00.000Z');
    putAside('older', 'hidden\x1b[2J', '2026-02-01T00:00:00.000Z');
    const [told, ...more] = checkQuarantine(patient.subject());
    expect(more).toEqual([]);
    const named = '"older/hidden\\u001b[2J", "newer/.envrc"';
    expect(told).toMatchObject({
      area: 'leftovers',
      status: 'warning',
      message: `2 files or directories are in quarantine in ${quarantine}, the oldest since 2026-02-01T00:00:00.000Z: ${named}`,
      fix: expect.stringContaining(
        'Programs created them in places that other tools run code from. Review each one: move it back if you want it, otherwise delete it',
      ),
    });
    for (let at = 10; at < 20; at++) putAside(`many-${at}`, 'x', `2026-02-${at}T00:00:00.000Z`);
    expect(checkQuarantine(patient.subject())[0]?.message).toMatch(/^12 files .*"many-12\/x" and 7 more$/);
  } finally {
    rmSync(ownDirectory(patient.directory), { recursive: true, force: true });
  }
});
