// The past of real gates: what another policy makes of it, and the rules that come of it.

import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { LedgerEntry } from '../../src/ledger/log/entry.js';
import { HeadFile } from '../../src/ledger/log/head-file.js';
import { readLedger } from '../../src/ledger/log/read-ledger.js';
import { ledgerOf } from '../fixtures/ledger-entries.js';
import { cmdgate, cmdgateOfGate, copyWorkspace, makeWorkspace, runThroughGates, Terminal } from './processes.js';

const canMark = existsSync('/usr/bin/prlimit');

const script = '#!/bin/sh\nexit 0\n';
const makefile = 'a b c d all clean:\n\t@true\n';
// Without a sandbox, in which less is asked.
const configuration = JSON.stringify({ shell: { enabled: true }, policy: 'policy.json', sandbox: 'off' });
const policy = `${JSON.stringify({ default: 'ask', rules: [] }, null, 2)}\n`;

let past: string;

beforeAll(async () => {
  const files = { Makefile: makefile, 'build.sh': script, 'cmdgate.config.json': configuration, 'policy.json': policy };
  past = makeWorkspace(files);
  const approved = ['make all', 'make all', 'rm -f x', 'make clean', 'make all', './build.sh', './build.sh'];
  const others = ['shell ls', 'shell cat /etc/passwd', 'shell --no-such-option', 'help'];
  chmodSync(join(past, 'build.sh'), 0o755);
  const statuses = await runThroughGates(
    past,
    { lines: approved.map((line) => `shell ${line}`), answer: 'approve' },
    { lines: ['shell rm -f y'], answer: 'deny' },
    { lines: others },
  );
  const expected = [...approved.map(() => 'completed'), 'failed', 'completed', 'failed', 'failed', 'completed'];
  expect(statuses).toEqual(expected);
}, 120_000);

const dataOf = (stdout: string) => JSON.parse(stdout).data;

test('a replay tells what another policy would have decided, and changes nothing', async () => {
  const workspace = await copyWorkspace(past);
  const rules = [
    { id: 'make', decision: 'allow', reason: 'It builds.', program: 'make', arguments: ['*'], match: ['make all'] },
    { id: 'no-list', decision: 'deny', reason: 'No.', program: 'ls', match: ['ls'] },
  ];
  writeFileSync(join(workspace, 'other.json'), JSON.stringify({ default: 'ask', rules }));

  const { code, stdout } = await cmdgate(workspace, ['policy', 'replay', 'other.json', '--format', 'json']);

  expect(code).toBe(0);
  const { changes, ...rest } = dataOf(stdout);
  expect(rest).toMatchObject({ requests: 10, same: 5, looser: 4, stricter: 1, untold: 0, left_out: 0 });
  const change = { caller: 'agent', by_todays_files: false };
  expect(changes).toMatchObject([
    { ...change, was: 'ask', now: 'allow', command: 'shell make all', rule: 'make', times: 3, kind: 'looser' },
    { ...change, was: 'allow', now: 'deny', command: 'shell ls', rule: 'no-list', times: 1, kind: 'stricter' },
    { ...change, was: 'ask', now: 'allow', command: 'shell make clean', rule: 'make', times: 1, kind: 'looser' },
  ]);

  const text = await cmdgate(workspace, [
    'policy',
    'replay',
    'other.json',
    '--format',
    'text',
    '--fail-on',
    'stricter',
  ]);
  expect(text.code).toBe(1);
  expect(text.stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')).toBe(`10 requests from TIME to TIME
5 decided as before, 1 stricter, 4 looser, 0 undetermined

Stricter
  1×  TIME  shell ls  (agent)  allow → deny by no-list

Looser
  3×  TIME  shell make all  (agent)  ask → allow by make
  1×  TIME  shell make clean  (agent)  ask → allow by make
`);
}, 120_000);

test('everything that is wrong with another policy is told at once', async () => {
  const workspace = makeWorkspace({
    'cmdgate.config.json': '{}',
    'other.yaml': 'default: never\nrules:\n  - id: A\n    decision: allow\n',
  });

  const { code, stdout, stderr } = await cmdgate(workspace, ['policy', 'replay', 'other.yaml']);

  expect(code).toBe(4);
  for (const part of ['other.yaml:1:10', 'other.yaml:3:9', 'reason', 'match']) expect(stdout + stderr).toContain(part);
}, 60_000);

test('without a terminal rules are only shown; one that is named is written, and holds', async () => {
  const workspace = await copyWorkspace(past);
  const shown = await cmdgate(workspace, ['policy', 'suggest', '--format', 'json']);

  expect(shown.code).toBe(0);
  const { suggestions, written, ...counts } = dataOf(shown.stdout);
  expect({ written, ...counts }).toMatchObject({ written: [], requests: 10, approvals: 7, uncovered: 2 });
  expect(suggestions).toMatchObject([
    { rule: { program: 'make', arguments: ['all'], match: ['make all'] }, matched: 3, changed: 3 },
    { rule: { program: './build.sh', arguments: [], match: ['./build.sh'] }, matched: 2, changed: 2 },
  ]);
  expect(readFileSync(join(workspace, 'policy.json'), 'utf8')).toBe(policy);

  const { id } = suggestions[0].rule;
  const text = await cmdgate(workspace, ['policy', 'suggest', '--format', 'text']);
  expect(text.stdout).toContain(`cmdgate policy suggest --accept ${id}`);
  expect(text.stdout).toContain('Nothing was written.');

  const wrong = await cmdgate(workspace, ['policy', 'suggest', '--accept', id, '--accept', 'no-such-rule']);
  expect(wrong.code).toBe(2);
  expect(readFileSync(join(workspace, 'policy.json'), 'utf8')).toBe(policy);

  const accepted = await cmdgate(workspace, ['policy', 'suggest', '--accept', id]);
  expect(accepted.code).toBe(0);
  expect(dataOf(accepted.stdout)).toMatchObject({ written: [id], file: join(workspace, 'policy.json') });
  expect(JSON.parse(readFileSync(join(workspace, 'policy.json'), 'utf8')).rules).toEqual([suggestions[0].rule]);
  // Nobody answers, and it runs.
  expect(await runThroughGates(workspace, { lines: ['shell make all', 'shell make clean'] })).toEqual([
    'completed',
    'failed',
  ]);
}, 120_000);

test('at a terminal each rule is asked about: only a yes writes it', async () => {
  const workspace = await copyWorkspace(past);
  const first = new Terminal(workspace, ['policy', 'suggest']);
  await first.shows('Write this rule?');
  await first.shows('approved 3 times by library');
  first.type('n\r');
  await first.shows('Write this rule?', 2);
  first.type('q\r');
  expect(await first.ended).toBe(0);
  expect(first.page).toContain('Nothing was written.');
  expect(readFileSync(join(workspace, 'policy.json'), 'utf8')).toBe(policy);

  const second = new Terminal(workspace, ['policy', 'suggest']);
  await second.shows('Write this rule?');
  second.type('y\r');
  await second.shows('Write this rule?', 2);
  // Ctrl-D: what was said yes to stays.
  second.type('\x04');
  expect(await second.ended).toBe(0);
  expect(second.page).toContain(`Written to ${join(workspace, 'policy.json')}`);
  expect(JSON.parse(readFileSync(join(workspace, 'policy.json'), 'utf8')).rules).toMatchObject([{ program: 'make' }]);
}, 120_000);

/** The chains of another workspace, as somebody writes them there who can write all files. */
function forgeChains(from: string, to: string, change: (line: string, gate: string, prev: string) => string): string[] {
  const [source, target] = [join(ledgerOf(from), 'log'), join(ledgerOf(to), 'log')];
  return readdirSync(join(source, 'gates')).map((name, index) => {
    const gate = `forged${index}`.padEnd(12, '0');
    let prev = '0'.repeat(64);
    const lines = readFileSync(join(source, 'gates', name, '000001.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const texts = lines.map((line) => {
      const text = change(line, gate, prev);
      prev = /([0-9a-f]{64})"\}$/.exec(text)?.[1] ?? '';
      return text;
    });
    mkdirSync(join(target, 'gates', gate), { mode: 0o700 });
    writeFileSync(join(target, 'gates', gate, '000001.jsonl'), `${texts.join('\n')}\n`, { mode: 0o600 });
    const head = new HeadFile(join(target, 'heads', `${gate}.json`), undefined);
    head.write({ seq: texts.length, hash: prev, segment: 1, bytes: Buffer.byteLength(`${texts.join('\n')}\n`) });
    head.close();
    return gate;
  });
}

test('approvals that somebody wrote into the ledger are not counted, not even where the chain is accepted', async () => {
  const workspace = makeWorkspace({ Makefile: makefile, 'cmdgate.config.json': configuration, 'policy.json': policy });
  await runThroughGates(workspace, { lines: ['shell ls'] });
  const gates = forgeChains(past, workspace, (line, gate, prev) => {
    const { prev: _prev, key: _key, mac: _mac, ...entry } = JSON.parse(line);
    const start = JSON.stringify({ ...entry, gate, prev }).slice(0, -1);
    return `${start},"hash":"${createHash('sha256').update(start).digest('hex')}"}`;
  });
  const suggest = async () => {
    const { stdout } = await cmdgate(workspace, ['policy', 'suggest', '--format', 'json']);
    const { data, warnings } = JSON.parse(stdout);
    expect(data).toMatchObject({ suggestions: [], requests: 1, approvals: 0 });
    return JSON.stringify(warnings);
  };

  expect(await suggest()).toContain('because they do not verify');
  const accept = await cmdgate(workspace, ['audit', 'verify', ...gates.flatMap((gate) => ['--accept', gate])]);
  expect({ code: accept.code, stdout: accept.stdout }).toEqual({ code: 0, stdout: expect.stringContaining('unkeyed') });
  expect(await suggest()).toContain("because this user's gates did not seal them");
}, 120_000);

test.runIf(canMark)(
  'a process that a gate has started accepts nothing',
  async () => {
    const workspace = makeWorkspace({ 'cmdgate.config.json': configuration, 'policy.json': policy });

    const { code, stdout } = await cmdgateOfGate(workspace, ['policy', 'suggest', '--accept', 'x']);

    expect(code).toBe(7);
    expect(stdout).toContain('this process was started by a gate');
  },
  60_000,
);

test('agents are not offered what is for the owner', async () => {
  const workspace = makeWorkspace({ 'cmdgate.config.json': configuration, 'policy.json': policy });

  expect(await runThroughGates(workspace, { lines: ['policy suggest', 'policy replay x', 'policy test'] })).toEqual([
    'failed',
    'failed',
    'completed',
  ]);
});

test('where there is no history, it says so', async () => {
  const recordsNothing = makeWorkspace({ 'cmdgate.config.json': '{"audit": false}' });
  const isNew = makeWorkspace({ 'cmdgate.config.json': '{}' });

  const refused = await cmdgate(recordsNothing, ['policy', 'suggest']);
  const nothing = await cmdgate(isNew, ['policy', 'suggest', '--format', 'text']);

  expect(refused).toMatchObject({ code: 4, stdout: expect.stringContaining('nothing is recorded') });
  expect(nothing).toMatchObject({
    code: 0,
    stdout: 'Nothing to suggest: among 0 requests, none that would ask today was approved.\nNothing was written.\n',
  });
  expect(existsSync(ledgerOf(isNew))).toBe(false);
}, 60_000);

test('--help tells what they take, and wrong words are told at once', async () => {
  const workspace = makeWorkspace({ 'cmdgate.config.json': '{}' });
  rmSync(join(workspace, 'cmdgate.config.json'));

  const help = await cmdgate(workspace, ['policy', 'replay', '--help', '--format', 'json']);
  const wrong = await cmdgate(workspace, ['policy', 'replay', '--since', 'yesterday', '--fail-on', 'never']);

  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('cmdgate policy replay <file>') });
  expect(wrong.code).toBe(2);
  for (const part of ['file', '--since', '--fail-on']) expect(wrong.stdout).toContain(part);
}, 60_000);

test('what an option gives as a secret is in nothing that was decided or judged', async () => {
  const workspace = makeWorkspace({ 'cmdgate.config.json': configuration, 'policy.json': policy });
  await runThroughGates(workspace, { lines: ['shell curl --token hunter2 http://127.0.0.1:1/'], answer: 'deny' });

  const entries: LedgerEntry[] = [];
  for await (const { entry } of readLedger(join(ledgerOf(workspace), 'log'))) entries.push(entry);

  const told = entries.map(({ command, decision, subject }) => ({ command, decision, subject }));
  expect(JSON.stringify(told)).toContain('--token');
  expect(JSON.stringify(told)).not.toContain('hunter2');
});
