import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAuditLog } from './audit-log.js';
import type { AuditEntry } from './run-log.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-audit-'));
  file = join(directory, 'log', 'audit.jsonl');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function entry(command: string): AuditEntry {
  return {
    timestamp: '2026-02-02T10:00:00.000Z',
    command,
    parsed_command: 'echo',
    success: true,
    duration_ms: 1,
    user_context: {
      caller: 'local',
      role: 'owner',
      session_id: 's',
      chat_id: null,
      door: 'library',
      run_id: `run_${command}`,
      dry_run: false,
    },
  };
}

const written = () =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as AuditEntry).command);

test('nothing is made before there is something to write', () => {
  openAuditLog(file).close();
  expect(readdirSync(directory)).toEqual([]);
});

test('an entry is on the file when its promise resolves, as it was given', async () => {
  const log = openAuditLog(file);
  await log.record(entry('one'), undefined);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(entry('one'));
  log.close();
});

test('entries of one moment keep their order, and each waits for the file', async () => {
  const log = openAuditLog(file);
  const commands = Array.from({ length: 500 }, (_, index) => `${index}`);
  const first = log.record(entry(commands[0] ?? ''), undefined);
  const others = commands.slice(1).map((command) => log.record(entry(command), undefined));
  await first;
  expect(written()).toEqual(commands);
  await Promise.all(others);
  log.close();
});

test('closing writes what was not yet written', () => {
  const log = openAuditLog(file);
  void log.record(entry('last'), undefined);
  log.close();
  expect(written()).toEqual(['last']);
});

test('two logs on one file add to each other', async () => {
  const [left, right] = [openAuditLog(file), openAuditLog(file)];
  for (let index = 0; index < 20; index++) {
    await left.record(entry(`left ${index}`), undefined);
    await right.record(entry(`right ${index}`), undefined);
  }
  left.close();
  right.close();
  expect(written()).toEqual(Array.from({ length: 20 }, (_, index) => [`left ${index}`, `right ${index}`]).flat());
});

test('a log that cannot be written says so until it can be written again, and keeps what it was given', async () => {
  const log = openAuditLog(file);
  writeFileSync(join(directory, 'log'), 'a file where a directory should be');
  await expect(log.record(entry('one'), undefined)).rejects.toThrow();
  expect(log.trouble()).toBeInstanceOf(Error);
  expect(() => log.begin(entry('two'))).toThrow();
  renameSync(join(directory, 'log'), join(directory, 'away'));
  expect(log.trouble()).toBeUndefined();
  await log.record(entry('three'), undefined);
  expect(written()).toEqual(['one', 'three']);
  log.close();
});

test('a run that began and ended leaves one entry and no other file', async () => {
  const log = openAuditLog(file);
  const slot = log.begin(entry('one'));
  expect(readdirSync(join(directory, 'log'))).toHaveLength(2);
  await log.record(entry('one'), slot);
  log.close();
  expect(written()).toEqual(['one']);
  expect(readdirSync(join(directory, 'log'))).toEqual(['audit.jsonl']);
});

test('the runs of a dead gate are marked as lost, once, and only those whose end is missing', async () => {
  mkdirSync(join(directory, 'log'));
  const log = openAuditLog(file);
  const ended = log.begin(entry('ended'));
  log.begin(entry('lost'));
  await log.record(entry('ended'), ended);
  const [open = ''] = readdirSync(join(directory, 'log')).filter((name) => name !== 'audit.jsonl');
  const slots = readFileSync(join(directory, 'log', open), 'utf8');
  // The same file under the name of a process that cannot exist, as a sudden death would leave it.
  const dead = open.replace(String(process.pid), '99999999');
  writeFileSync(join(directory, 'log', dead), slots);

  const next = openAuditLog(file);
  await next.record(entry('next'), undefined);
  next.close();
  const entries = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntry);
  expect(entries.map(({ command, success, error_code }) => [command, success, error_code])).toEqual([
    ['ended', true, undefined],
    ['lost', false, 'LOST'],
    ['next', true, undefined],
  ]);
  expect(readdirSync(join(directory, 'log')).sort()).toEqual(['audit.jsonl', open].sort());
  log.close();
});
