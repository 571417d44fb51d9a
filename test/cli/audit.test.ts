// `cmdgate audit`, as the owner of a workspace uses it.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outputDirectory } from '../../src/ledger/ledger.js';
import { ledgerPlaces } from '../../src/ledger/ledger-places.js';
import { type LedgerLog, type LedgerLogOptions, openLedgerLog } from '../../src/ledger/log/ledger-log.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { cmdgate, makeDirectory, onTerminal, startCmdgate } from './process.js';

const environment = { XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? '' };

let cwd: string;
let time: number;

beforeEach(() => {
  // A token that only the gate has must not keep the owner from reading.
  const configuration = { callers: { agent: { token: 'env:ONLY_THE_GATE_HAS_IT' } } };
  cwd = makeDirectory({ 'cmdgate.config.json': JSON.stringify(configuration) });
  time = Date.parse('2026-03-01T10:00:00.000Z');
});

afterEach(() => rmSync(ownDirectory(cwd), { recursive: true, force: true }));

const audit = (...words: string[]) => cmdgate(['audit', ...words], { cwd, environment });

const request = (run: string, command: string, caller = 'agent') => ({
  run,
  timestamp: new Date(time).toISOString(),
  command,
  parsed_command: 'shell',
  user_context: { caller, door: 'mcp-stdio', run_id: run },
});

/** As a gate of this workspace opens it. */
function openLog(options: Partial<LedgerLogOptions> = {}): LedgerLog {
  const { log, witness, keyFile } = ledgerPlaces(ownDirectory(cwd), cwd);
  return openLedgerLog({ directory: log, witness, keyFile, sync: 'process', ...options });
}

/** A closed chain with so many requests, every third refused. */
function fill(count: number): string {
  const log = openLog({ now: () => time++ });
  for (let number = 1; number <= count; number++) {
    const isRefused = number % 3 === 0;
    const fields = request(`run_x_${number}`, `shell echo ${number}`, number % 2 === 0 ? 'alice' : 'agent');
    const end = { success: !isRefused, duration_ms: 1.5, state: isRefused ? 'failed' : 'completed' };
    if (!isRefused) log.append('start', fields);
    log.append(isRefused ? 'refused' : 'end', {
      ...fields,
      ...end,
      decision: { decision: isRefused ? 'deny' : 'allow' },
    });
  }
  log.close();
  return log.gateId;
}

const segmentOf = (gate: string) => join(ownDirectory(cwd), 'log', 'gates', gate, '000001.jsonl');
const linesOf = (gate: string) => readFileSync(segmentOf(gate), 'utf8').trimEnd().split('\n');

test('list gives the newest requests off a terminal as an envelope', async () => {
  fill(30);
  const { code, stdout, stderr } = await audit('list', '--limit', '3');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    data: {
      ledger: ownDirectory(cwd),
      more: true,
      requests: [
        { run: 'run_x_30', caller: 'alice', door: 'mcp-stdio', decision: 'deny', state: 'refused' },
        { run: 'run_x_29', caller: 'agent', decision: 'allow', state: 'completed', command: 'shell echo 29' },
        { run: 'run_x_28' },
      ],
    },
    meta: { command: 'audit list', exit_code: 0 },
  });
});

test('list filters, and audit-log is another word for audit', async () => {
  fill(12);
  const words = ['list', '--caller', 'alice', '--refused', '--format', 'json'];
  const { stdout } = await cmdgate(['audit-log', ...words], { cwd, environment });
  expect(JSON.parse(stdout).data.requests.map(({ run }: { run: string }) => run)).toEqual(['run_x_12', 'run_x_6']);
  const one = await audit('list', '--run', 'run_x_4');
  expect(JSON.parse(one.stdout).data.requests).toMatchObject([{ run: 'run_x_4' }]);
});

test('on a terminal each request is one line, in colors and within the width', async () => {
  fill(3);
  const { code, stdout } = await onTerminal(['audit', 'list'], { cwd, environment });
  expect(stdout).toContain('\x1b[32m');
  const lines = stripVTControlCharacters(stdout).trimEnd().split('\n');
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^when +run +caller {2}result +took {2}command$/),
      expect.stringMatching(/^\d+d ago {2}run_x_3 {2}agent {3}refused +2ms {2}echo 3$/),
      expect.stringMatching(/^\d+d ago {2}run_x_2 {2}alice {3}completed +2ms {2}echo 2$/),
      expect.stringMatching(/^\d+d ago {2}run_x_1 {2}agent {3}completed +2ms {2}echo 1$/),
      'Same for all: door mcp-stdio',
    ],
  });
});

test('where nothing was recorded, list and verify say so', async () => {
  const list = await audit('list', '--format', 'text');
  expect(list).toEqual({ code: 0, stdout: `No matching requests in the ledger ${ownDirectory(cwd)}\n`, stderr: '' });
  const verify = await audit('verify', '--format', 'text');
  expect(verify.code).toBe(0);
  expect(verify.stdout).toBe(`Sound: 0 entries of 0 gates\nNothing is recorded in ${ownDirectory(cwd)}\n`);
});

test('export gives every entry as it was written, oldest first', async () => {
  const gate = fill(10);
  const { code, stdout, stderr } = await audit('export');
  expect({ code, stderr, lines: stdout.trimEnd().split('\n') }).toEqual({ code: 0, stderr: '', lines: linesOf(gate) });
});

test('export takes a range', async () => {
  fill(2);
  const before = new Date(time).toISOString();
  fill(1);
  const { stdout } = await audit('export', '--since', before);
  const types = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).type);
  expect(types).toEqual(['opened', 'start', 'end', 'closed']);
});

test('a reader that leaves ends an export quietly', async () => {
  fill(20_000);
  const child = startCmdgate(['audit', 'export'], { cwd, environment });
  const ended = once(child, 'close');
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect([await ended, stderr]).toEqual([[141, null], '']);
});

test('verify of a ledger that nobody touched exits with 0', async () => {
  const gate = fill(5);
  const { code, stdout } = await audit('verify');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    data: {
      sound: true,
      entries: 12,
      problems: 0,
      notices: 0,
      findings: [],
      gates: [{ gate, seq: 12 }],
      outputs: { runs: 0, missing: 0, problems: [] },
    },
    warnings: [],
  });
});

test('verify names what is wrong, and exits with 1', async () => {
  const gate = fill(5);
  writeFileSync(segmentOf(gate), `${linesOf(gate).join('\n').replace('echo 4', 'echo 5')}\n`);
  const { code, stdout } = await audit('verify');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    error: {
      code: 'LEDGER_NOT_SOUND',
      result: {
        sound: false,
        findings: [
          {
            kind: 'changed',
            gate,
            seq: 8,
            file: segmentOf(gate),
            line: 8,
            meaning: expect.stringContaining('not what was written'),
          },
        ],
      },
    },
    meta: { exit_code: 1 },
  });
  const text = await audit('verify', '--format', 'text');
  expect(text.code).toBe(1);
  expect(text.stdout).toContain(`gate ${gate}, entry 8, ${segmentOf(gate)}:8\n`);
  expect(text.stdout).toContain('Not sound: 1 problem in 12 entries of 1 gate\n');
});

test('verify finds a ledger that was brought back to an earlier state', async () => {
  fill(2);
  const log = join(ownDirectory(cwd), 'log');
  const copy = makeDirectory();
  cpSync(log, copy, { recursive: true });
  const gate = fill(2);
  rmSync(log, { recursive: true });
  cpSync(copy, log, { recursive: true });
  chmodSync(log, 0o700);
  const { code, stdout } = await audit('verify');
  expect(code).toBe(1);
  expect(JSON.parse(stdout).error.result.findings).toMatchObject([{ kind: 'rolled_back', gate, seq: 8 }]);
});

test('verify compares stored output with the log', async () => {
  const directory = ownDirectory(cwd);
  const log = openLog();
  for (const number of [1, 2, 3]) {
    const sha256 = createHash('sha256').update('hello').digest('hex');
    log.append('end', { ...request(`run_x_${number}`, 'shell'), output: { stdout: { bytes: 5, kept: 5, sha256 } } });
  }
  log.close();
  const gate = join(outputDirectory(directory, cwd), 'x');
  mkdirSync(gate, { recursive: true, mode: 0o700 });
  writeFileSync(join(gate, '1.stdout'), 'hello', { mode: 0o600 });
  writeFileSync(join(gate, '2.stdout'), 'hullo', { mode: 0o600 });
  const { code, stdout } = await audit('verify');
  expect(code).toBe(1);
  expect(JSON.parse(stdout).error.result).toMatchObject({
    sound: false,
    problems: 1,
    findings: [],
    outputs: { runs: 3, missing: 1, problems: [{ run: 'run_x_2', stream: 'stdout', fault: 'changed' }] },
  });
  const text = await audit('verify', '--format', 'text');
  expect(text.stdout).toContain('problem: The stdout of run_x_2 is not what was recorded: some bytes differ\n');
  expect(text.stdout).toContain('The output of 3 runs was compared with the log; 1 stream is no longer kept\n');
});

test('half a line after a crash is told, and is no problem; neither is a log of an earlier version', async () => {
  const gate = fill(2);
  const leases = join(ownDirectory(cwd), 'log', 'leases');
  rmSync(join(leases, `${gate}.free`));
  appendFileSync(segmentOf(gate), '{"seq":8,"ga');
  mkdirSync(join(cwd, '.cmdgate'));
  writeFileSync(join(cwd, '.cmdgate', 'audit.jsonl'), '{}\n');
  const { code, stdout } = await audit('verify');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    data: { sound: true, notices: 1, findings: [{ kind: 'torn_line', severity: 'notice' }] },
    warnings: [{ code: 'NOT_VERIFIED', message: expect.stringContaining('audit.jsonl') }],
  });
});

test('a ledger that others can write is not sound', async () => {
  fill(1);
  chmodSync(join(ownDirectory(cwd), 'log'), 0o777);
  const { code, stdout } = await audit('verify');
  expect(code).toBe(1);
  expect(JSON.parse(stdout).error.result.findings).toMatchObject([{ kind: 'untrusted' }]);
  expect((await audit('list')).code).toBe(12);
});

test('words that are wrong are refused like those of any command', async () => {
  const { code, stdout } = await audit('list', '--since', 'monday');
  expect({ code, error: JSON.parse(stdout).error }).toMatchObject({
    code: 2,
    error: { code: 'VALIDATION_ERROR', details: [{ field: '--since' }] },
  });
  const help = await audit('--help', '--format', 'text');
  expect(help.code).toBe(0);
  expect(help.stdout).toContain('--refused');
});
