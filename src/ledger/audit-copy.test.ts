import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AuditCopy, stillToWrite } from './audit-copy.js';
import type { AuditEntry } from './run-log.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-audit-')));
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
  new AuditCopy(file).close();
  expect(readdirSync(directory)).toEqual([]);
});

test('an entry is on the file when its promise resolves, as it was given', async () => {
  const copy = new AuditCopy(file);
  await copy.record(entry('one'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(entry('one'));
  expect([statSync(join(directory, 'log')).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  copy.close();
});

test('entries of one moment keep their order, and each waits for the file', async () => {
  const copy = new AuditCopy(file);
  const commands = Array.from({ length: 500 }, (_, index) => `${index}`);
  const first = copy.record(entry(commands[0] ?? ''));
  const others = commands.slice(1).map((command) => copy.record(entry(command)));
  await first;
  expect(written()).toEqual(commands);
  await Promise.all(others);
  copy.close();
});

test('closing writes what was not yet written', () => {
  const copy = new AuditCopy(file);
  void copy.record(entry('last'));
  copy.close();
  expect(written()).toEqual(['last']);
});

test('two writers of one file add to each other', async () => {
  const [left, right] = [new AuditCopy(file), new AuditCopy(file)];
  for (let index = 0; index < 20; index++) {
    await left.record(entry(`left ${index}`));
    await right.record(entry(`right ${index}`));
  }
  left.close();
  right.close();
  expect(written()).toEqual(Array.from({ length: 20 }, (_, index) => [`left ${index}`, `right ${index}`]).flat());
});

test('a copy that cannot be written says so until it can be written again, and keeps what it was given', async () => {
  const copy = new AuditCopy(file);
  writeFileSync(join(directory, 'log'), 'a file where a directory should be');
  await expect(copy.record(entry('one'))).rejects.toThrow();
  expect(copy.trouble()).toBeInstanceOf(Error);
  expect(() => copy.open()).toThrow();
  renameSync(join(directory, 'log'), join(directory, 'away'));
  expect(copy.trouble()).toBeUndefined();
  await copy.record(entry('three'));
  expect(written()).toEqual(['one', 'three']);
  copy.close();
});

test('what a disk does not take is kept up to a limit', async () => {
  const copy = new AuditCopy(file);
  writeFileSync(join(directory, 'log'), 'a file where a directory should be');
  const commands = Array.from({ length: 8 }, (_, index) => String(index).repeat(400_000));
  for (const command of commands) await expect(copy.record(entry(command))).rejects.toThrow();
  renameSync(join(directory, 'log'), join(directory, 'away'));
  expect(copy.trouble()).toBeUndefined();
  expect(written().map((command) => `${command[0]} ${command.length}`)).toEqual(['0 400000', '1 400000']);
  copy.close();
});

test('a link is not followed, and nothing can be written then', async () => {
  mkdirSync(join(directory, 'log'));
  writeFileSync(join(directory, 'elsewhere'), '');
  symlinkSync('../elsewhere', file);
  const copy = new AuditCopy(file);
  await expect(copy.record(entry('one'))).rejects.toThrow('ELOOP');
  expect(readFileSync(join(directory, 'elsewhere'), 'utf8')).toBe('');
  copy.close();
});

test('it is known by its real path, also where a directory on the way is a link', () => {
  mkdirSync(join(directory, 'real'));
  symlinkSync('real', join(directory, 'link'));
  expect(new AuditCopy(join(directory, 'link', 'below', 'audit.jsonl')).file).toBe(
    join(directory, 'real', 'below', 'audit.jsonl'),
  );
});

test('half a line, which a process left that died, does not swallow the next one', async () => {
  mkdirSync(join(directory, 'log'));
  writeFileSync(file, '{"command":"ha');
  const copy = new AuditCopy(file);
  await copy.record(entry('one'));
  copy.close();
  expect(readFileSync(file, 'utf8')).toBe(`{"command":"ha\n${JSON.stringify(entry('one'))}\n`);
});

test.each([
  [0, 'one\ntwo\n'],
  [2, '\none\ntwo\n'],
  [4, 'two\n'],
  [6, '\ntwo\n'],
  [8, ''],
])('after %i bytes of two lines, what is left are whole lines', (count, left) => {
  expect(stillToWrite(Buffer.from('one\ntwo\n'), count).toString()).toBe(left);
});
