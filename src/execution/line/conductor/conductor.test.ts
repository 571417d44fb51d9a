import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../../../test/fixtures/programs/run-program.js';
import type { Stream } from '../../../vocabulary/line.js';
import { Conductor } from './conductor.js';
import { type FoundConductor, findConductor, perlConductorHere } from './find-conductor.js';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-conductor-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const conductors: readonly (readonly [string, () => FoundConductor | undefined])[] = [
  ...(process.arch === 'x64' && process.platform === 'linux'
    ? [['compiled', () => findConductor(directory)] as const]
    : []),
  ['in Perl', perlConductorHere],
];

interface Line {
  readonly child: ChildProcess;
  readonly hands: Conductor;
  printed(): Promise<{ stdout: string; stderr: string; code: number | null }>;
}

function open(found: FoundConductor | undefined): Line {
  if (!found) throw new Error('There is no conductor.');
  const child = spawn(found.program, found.args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', 'ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/bin:/bin', KEPT: 'kept', GONE: 'gone' },
    cwd: '/',
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const closed = once(child, 'close');
  return {
    child,
    hands: new Conductor((child.stdio as readonly unknown[])[7] as Duplex),
    printed: async () => {
      const [code] = await closed;
      return { ...texts, code };
    },
  };
}

const usual = new Map<number, Stream | undefined>([0, 1, 2].map((number) => [number, number]));

const program = (name: string, ...args: string[]) => planOf(`/usr/bin/${name}`, args, { name, directory });

describe.each(conductors)('the conductor %s', (_, find) => {
  test('joins programs by pipes, and tells how each ended', async () => {
    const { hands, printed } = open(find());
    const [read, write] = hands.pipe();
    const first = hands.start({
      plan: program('seq', '100000'),
      streams: new Map([...usual, [1, write]]),
      changes: {},
    });
    const second = hands.start({ plan: program('tail', '-1'), streams: new Map([...usual, [0, read]]), changes: {} });
    hands.close(read);
    hands.close(write);
    expect(await Promise.all([first, second])).toEqual([{ status: 0 }, { status: 0 }]);
    hands.leave(7);
    expect(await printed()).toEqual({ stdout: '100000\n', stderr: '', code: 7 });
  });

  test('a writer whose reader has gone ends by its signal', async () => {
    const { hands, printed } = open(find());
    const [read, write] = hands.pipe();
    const writer = hands.start({ plan: program('yes'), streams: new Map([...usual, [1, write]]), changes: {} });
    const reader = hands.start({ plan: program('head', '-1'), streams: new Map([...usual, [0, read]]), changes: {} });
    hands.close(read);
    hands.close(write);
    expect(await Promise.all([writer, reader])).toEqual([{ status: 141 }, { status: 0 }]);
    hands.leave(0);
    expect((await printed()).stdout).toBe('y\n');
  });

  test('captures what is printed, and gives texts and files to read', async () => {
    writeFileSync(join(directory, 'in'), 'from a file\n');
    const { hands, printed } = open(find());
    const captured = hands.capture();
    const held = hands.hold('held\n');
    const opened = await hands.open(join(directory, 'in'), 'read');
    const file = 'stream' in opened ? opened.stream : undefined;
    const streams = new Map([...usual, [0, held], [1, captured.stream], [3, file]]);
    const ended = hands.start({ plan: program('cat', '-', '/dev/fd/3'), streams, changes: {} });
    for (const stream of [captured.stream, held, file ?? 0]) hands.close(stream);
    expect([await ended, await captured.text]).toEqual([{ status: 0 }, 'held\nfrom a file\n']);
    hands.leave(0);
    expect((await printed()).stdout).toBe('');
  });

  test('writes and appends to files, and says why one cannot be opened', async () => {
    const { hands, printed } = open(find());
    const file = join(directory, 'out');
    for (const [mode, text] of [
      ['write', 'lost'],
      ['write', 'a'],
      ['append', 'b'],
    ] as const) {
      const opened = await hands.open(file, mode);
      if (!('stream' in opened)) throw new Error(opened.failure);
      hands.print(opened.stream, text);
      hands.close(opened.stream);
    }
    symlinkSync(file, join(directory, 'link'));
    expect(await hands.open(join(directory, 'missing/x'), 'write')).toEqual({ failure: 'ENOENT' });
    expect(await hands.open(directory, 'write')).toEqual({ failure: 'EISDIR' });
    expect(await hands.open(join(directory, 'link'), 'write')).toEqual({ failure: 'ELOOP' });
    hands.leave(0);
    await printed();
    expect(readFileSync(file, 'utf8')).toBe('ab');
    rmSync(join(directory, 'link'));
  });

  test('gives a program its name, its arguments, its directory and its variables, and no other descriptor', async () => {
    const { hands, printed } = open(find());
    const look =
      'my @v = map { "$_=" . ($ENV{$_} // "-") } qw(KEPT GONE NEW); opendir D, "/proc/self/fd"; print join " ", @ARGV, @v, sort grep { /\\d/ && $_ < 64 } readdir D';
    const changes = { GONE: undefined, NEW: 'a=b c' };
    await hands.start({ plan: program('perl', '-e', look, 'x y', ''), streams: usual, changes });
    await hands.start({ plan: program('readlink', '/proc/self/cwd'), streams: usual, changes: {} });
    hands.leave(0);
    // The last one is what reads the directory.
    expect((await printed()).stdout).toBe(`x y  KEPT=kept GONE=- NEW=a=b c 0 1 2 3${directory}\n`);
  });

  test('closes what a program must not have', async () => {
    const { hands, printed } = open(find());
    const end = await hands.start({ plan: program('cat'), streams: new Map([...usual, [0, undefined]]), changes: {} });
    hands.leave(0);
    expect([end, (await printed()).stderr]).toEqual([{ status: 1 }, expect.stringContaining('Bad file descriptor')]);
  });

  test('swaps descriptors', async () => {
    const { hands, printed } = open(find());
    const swapped = new Map<number, Stream>([
      [0, 0],
      [1, 2],
      [2, 1],
    ]);
    await hands.start({
      plan: program('perl', '-e', 'print STDOUT "o"; print STDERR "e"'),
      streams: swapped,
      changes: {},
    });
    hands.leave(0);
    expect(await printed()).toEqual({ stdout: 'e', stderr: 'o', code: 0 });
  });

  test('says why a program cannot be started', async () => {
    const { hands, printed } = open(find());
    const missing = { ...program('x'), program: '/nowhere' };
    expect(await hands.start({ plan: missing, streams: usual, changes: {} })).toEqual({ failure: 'ENOENT' });
    expect(await hands.start({ plan: { ...missing, program: '/' }, streams: usual, changes: {} })).toEqual({
      failure: 'EACCES',
    });
    hands.leave(0);
    await printed();
  });

  test('a hundred programs at once, and as many streams', async () => {
    const { hands, printed } = open(find());
    const ends = Array.from({ length: 100 }, (_, index) => {
      const { stream, text } = hands.capture();
      const ended = hands.start({
        plan: program('printf', '%s', String(index)),
        streams: new Map([...usual, [1, stream]]),
        changes: {},
      });
      hands.close(stream);
      return Promise.all([ended, text]);
    });
    const told = await Promise.all(ends);
    expect(told.map(([end, text]) => ['status' in end && end.status, text])).toEqual(
      told.map((_, index) => [0, String(index)]),
    );
    hands.leave(0);
    await printed();
  });

  test('ends when it is told to, after its programs, and starts no more', async () => {
    const { child, hands, printed } = open(find());
    const slow = hands.start({ plan: program('sleep', '30'), streams: usual, changes: {} });
    await expect.poll(() => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).not.toBe('');
    child.kill('SIGTERM');
    const late = hands.start({ plan: program('echo', 'late'), streams: usual, changes: {} });
    expect(await late).toHaveProperty('failure');
    const sleeping = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
    process.kill(sleeping, 'SIGTERM');
    expect(await slow.catch(() => 'gone')).toSatisfy((end) => end === 'gone' || end.status === 143);
    expect(await printed()).toEqual({ stdout: '', stderr: '', code: 143 });
  });

  test('goes with the gate', async () => {
    const { child, hands, printed } = open(find());
    await hands.start({ plan: program('true'), streams: usual, changes: {} });
    ((child.stdio as readonly unknown[])[7] as Duplex).destroy();
    expect((await printed()).code).toBe(1);
  });
});
