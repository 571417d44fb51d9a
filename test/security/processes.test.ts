// Programs, listeners and readers that mean harm or are unlucky, through a real gate.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CapturedStream } from '../../src/execution/process/output/captured-stream.js';
import { SpoolDirectory } from '../../src/execution/process/output/spool-directory.js';
import type { RunEvent } from '../../src/vocabulary/event.js';
import { bin } from '../cli/process.js';
import { isAlive } from '../fixtures/is-alive.js';
import { fixture, handle, openWorkspace, temporaryDirectory, writeFiles } from '../programs/workspace.js';

const shell = (name: string, script: string, more: object = {}) => handle(name, 'sh', ['-c', script], more);

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 20_000, interval: 20 }).toBe(true);
}

/** What Node would print or die of. */
function hearTrouble(): string[] {
  const heard: string[] = [];
  const onRejection = (error: unknown) => heard.push(`rejected: ${String(error)}`);
  const onWarning = ({ name }: Error) => heard.push(name);
  process.on('unhandledRejection', onRejection).on('warning', onWarning);
  onTestFinished(() => {
    process.off('unhandledRejection', onRejection).off('warning', onWarning);
  });
  return heard;
}

describe('a listener', () => {
  test('that rejects disturbs neither the run nor the process', async () => {
    const heard = hearTrouble();
    const { completed } = await openWorkspace([shell('talk', 'echo out; echo err >&2')]);
    const onEvent = async ({ type }: RunEvent) => {
      throw new Error(`I do not want ${type}`);
    };
    expect(await completed('talk', { onEvent })).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
    await sleep(50);
    expect(heard).toEqual([]);
  });

  test('that never resolves holds the program, not the answer', async () => {
    const { failed } = await openWorkspace([handle('flood', 'yes')], { limits: { timeoutMs: 500, graceMs: 100 } });
    const outcome = await failed('flood', { onEvent: () => new Promise(() => undefined) });
    expect(outcome.error.code).toBe('TIMEOUT');
  });
});

describe('a signal', () => {
  test('that is aborted by the first event of a run is heard before its turn comes', async () => {
    const { gate, failed } = await openWorkspace([handle('long', 'sleep', ['60'])], { limits: { processes: 1 } });
    let first: string | undefined;
    const stop = new AbortController();
    const states: string[] = [];
    const onEvent = (event: RunEvent) => event.type === 'run-state' && states.push(event.state);
    const running = gate.run('long', { signal: stop.signal, onEvent }).then(({ status }) => {
      first = status;
    });
    await until(() => states.includes('running'));
    const controller = new AbortController();
    const outcome = await failed('long', {
      signal: controller.signal,
      onEvent: (event) => event.type === 'run-state' && event.state === 'queued' && controller.abort(),
    });
    expect([outcome.error.code, first]).toEqual(['CANCELED', undefined]);
    stop.abort();
    await running;
  });

  test('that hundreds of runs share is no leak', async () => {
    const heard = hearTrouble();
    const { gate } = await openWorkspace([handle('long', 'sleep', ['60'])], { limits: { processes: 4 } });
    const controller = new AbortController();
    const runs = Array.from({ length: 300 }, () => gate.run('long', { signal: controller.signal }));
    controller.abort();
    const codes = (await Promise.all(runs)).map((outcome) => outcome.status === 'failed' && outcome.error.code);
    expect(new Set(codes)).toEqual(new Set(['CANCELED']));
    expect(heard).toEqual([]);
  });
});

test('three hundred runs of one caller leave another its turn, and every run tells its states in order', async () => {
  const { gate } = await openWorkspace([shell('short', 'echo x')], { limits: { processes: 4 } });
  const order: string[] = [];
  const told = new Map<string, string[]>();
  const run = (name: string) =>
    gate.run('short', {
      caller: { name, may: 'everything' },
      onEvent: (event) => {
        const states = told.get(event.runId) ?? [];
        told.set(event.runId, [...states, `${event.sequence} ${'state' in event ? event.state : event.type}`]);
        if (event.type === 'run-state' && event.state === 'running') order.push(name);
      },
    });
  await Promise.all([
    ...Array.from({ length: 300 }, () => run('many')),
    ...Array.from({ length: 10 }, () => run('few')),
  ]);
  // Of each two that start, one: the few are through long before the many.
  expect(order.lastIndexOf('few')).toBeLessThan(100);
  const expected = 'run-start queued starting running output-delta completed run-end'.split(' ');
  const numbered = expected.map((state, index) => `${index + 1} ${state}`).join();
  expect(new Set([...told.values()].map((states) => states.join()))).toEqual(new Set([numbered]));
});

describe('output', () => {
  test('that comes byte by byte does not cost a hundred times its size', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const directory = new SpoolDirectory();
    const before = heap();
    const streams = Array.from(
      { length: 20 },
      () => new CapturedStream({ directory, fileName: 'x', mostBytes: 1_000 }),
    );
    for (const stream of streams) for (let count = 0; count < 16_000; count++) stream.add(Buffer.alloc(1, 'x'));
    const grown = heap() - before;
    expect(streams.map(({ totalBytes }) => totalBytes)).toEqual(Array(20).fill(16_000));
    expect(grown / streams.length).toBeLessThan(500_000);
  });

  test('can be read while it comes faster than it is written', async () => {
    const directory = new SpoolDirectory();
    onTestFinished(() => directory.remove());
    const stream = new CapturedStream({ directory, fileName: 'flood', mostBytes: 2 ** 40 });
    const beginning = Buffer.alloc(64 * 1024, 'x');
    stream.add(beginning);
    let isRead = false;
    const reading = stream.view().then((view) => {
      isRead = true;
      return view;
    });
    // There is always something that waits to be written.
    const deadline = performance.now() + 10_000;
    while (!isRead && performance.now() < deadline) {
      stream.add(Buffer.alloc(64, 'y'));
      await new Promise(setImmediate);
    }
    expect(isRead).toBe(true);
    expect((await reading).totalBytes).toBe(beginning.length);
    await stream.discard();
  });

  test('that hundreds read at once is right for each, and takes few descriptors', async () => {
    const { gate, completed } = await openWorkspace([handle('count', 'seq', ['1', '50000'])]);
    const { run } = await completed('count');
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const before = descriptors();
    let most = 0;
    let isOver = false;
    const watch = () => {
      most = Math.max(most, descriptors());
      if (!isOver) setImmediate(watch);
    };
    watch();
    const answers = await Promise.all(Array.from({ length: 500 }, () => gate.run(`runs output ${run} --tail 1`)));
    isOver = true;
    const seen = new Set(
      answers.map((answer) => {
        if (answer.status === 'failed') return answer.error.code;
        const { text, from_line, total_lines } = answer.data as Record<string, unknown>;
        return JSON.stringify([text, from_line, total_lines]);
      }),
    );
    expect(seen).toEqual(new Set([JSON.stringify(['50000\n', 50_000, 50_000])]));
    expect(most - before).toBeLessThan(100);
  });

  test.each([
    { name: 'fails', code: 'EXECUTION_ERROR' },
    { name: 'means', code: 'EXECUTION_ERROR' },
    { name: 'hangs', code: 'TIMEOUT' },
  ])('of control characters does not make an answer longer than the owner allows: $name', async ({ name, code }) => {
    const responseBytes = 20_000;
    const print = 'head -c 50000 /dev/zero; head -c 50000 /dev/zero >&2;';
    const five = Array(5).fill({ $: 'stdout' });
    const { failed } = await openWorkspace(
      [
        shell('fails', `${print} exit 1`),
        shell('means', `${print} exit 1`, { results: { default: five } }),
        shell('hangs', 'head -c 50000 /dev/zero >&2; sleep 60', { io: { timeout: 500 } }),
      ],
      { limits: { responseBytes, graceMs: 100 } },
    );
    const { error } = await failed(name);
    expect(error.code).toBe(code);
    const { message, hint, details, result } = error;
    expect(Buffer.byteLength(JSON.stringify({ message, hint, details, result }))).toBeLessThanOrEqual(responseBytes);
  });
});

test('where no temporary file can be made, a program with limits is refused, and it says why', async () => {
  const { failed } = await openWorkspace([shell('hi', 'echo hi')], { limits: { program: { openFiles: 100 } } });
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { error } = await failed('hi');
  expect([error.code, error.hint]).toEqual(['UNAVAILABLE', expect.stringContaining('temporary files')]);
});

test('a program that may not be signalled, like one that became root, does not outlast its time in the answer', async () => {
  const { failed } = await openWorkspace([shell('own', 'echo $$; exec sleep 60')], {
    limits: { timeoutMs: 500, graceMs: 50 },
  });
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  onTestFinished(() => kill.mockRestore());
  const { error } = await failed('own');
  kill.mockRestore();
  expect([error.code, error.result?.exit_code, error.result?.signal]).toEqual(['TIMEOUT', null, null]);
  // Here the keeper may end it.
  const pid = Number(error.result?.stdout);
  await until(() => !isAlive(pid));
});

test('a stranger that was given the number of a run that has just ended is left alone', async () => {
  const directory = temporaryDirectory();
  const stranger = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => {
    stranger.kill('SIGKILL');
  });
  const file = join(directory, 'slots');
  const now = Math.floor(Date.now() / 1_000);
  writeFileSync(file, new Uint8Array(Int32Array.from([1, -1, stranger.pid ?? 0, now]).buffer));
  const slots = openSync(file, 'r');
  const program = fileURLToPath(
    new URL('../../src/execution/process/keeper/program/keeper-process.mjs', import.meta.url),
  );
  const keeper = spawn(process.execPath, [program, String(process.pid), 'proc'], {
    stdio: ['pipe', 'ignore', 'inherit', slots],
  });
  const ended = once(keeper, 'exit');
  // It sweeps before it ends.
  keeper.stdin?.end('close\n');
  await ended;
  closeSync(slots);
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

/** A workspace for the built command line. */
function makeWorkspace(handles: readonly object[]): string {
  const directory = temporaryDirectory();
  writeFiles(directory, {
    'handles.json': handles,
    'cmdgate.config.json': { name: 'x', version: '1.0.0', handles: ['handles.json'], audit: false, sandbox: 'off' },
  });
  return directory;
}

test('a command line whose reader has left ends its program, as a shell would', async () => {
  const directory = makeWorkspace([shell('flood', 'echo $$; exec yes')]);
  const child = spawn(process.execPath, [bin, 'run', 'flood', '--format', 'text'], { cwd: directory });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = once(child, 'exit');
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.destroy();
  expect(await ended).toEqual([141, null]);
  await until(() => !isAlive(Number.parseInt(text.toString(), 10)));
});

test.each([0, 1, 5, 20])(
  'a gate that is killed %i turns after it began to close leaves no output behind',
  async (turns) => {
    const directory = makeWorkspace([handle('count', 'seq', ['1', '100000'])]);
    const temporary = temporaryDirectory();
    const gate = spawn(process.execPath, [fixture('close-and-die.mjs'), directory, String(turns)], {
      env: { PATH: process.env.PATH, TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(await once(gate, 'exit')).toEqual([null, 'SIGKILL']);
    await until(() => readdirSync(temporary).length === 0);
  },
);

test('a server that is killed leaves none of twenty runs and their daemons', async () => {
  const script = 'setsid sleep 300 & echo $! > "$0.$$"; echo $$ >> "$0.$$"; sleep 300';
  const directory = temporaryDirectory();
  const notes = join(directory, 'pids');
  writeFiles(directory, {
    'handles.json': [handle('leave', 'sh', ['-c', script, notes], { environment: { HOME: '/' } })],
    'cmdgate.config.json': {
      name: 'x',
      version: '1.0.0',
      handles: [{ files: ['handles.json'], pass: ['PATH'] }],
      audit: false,
      // What the keeper does without the system's help.
      sandbox: 'off',
    },
  });
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin, 'serve'], cwd: directory });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const calls = Array.from({ length: 20 }, () =>
    client.callTool({ name: 'cli', arguments: { command: 'leave' } }).catch(() => undefined),
  );
  const pids = () =>
    readdirSync(directory)
      .filter((name) => name.startsWith('pids.'))
      .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n').map(Number));
  await until(() => pids().length === 40);
  process.kill(transport.pid ?? 0, 'SIGKILL');
  await until(() => pids().every((pid) => !isAlive(pid)));
  await Promise.all(calls);
});
