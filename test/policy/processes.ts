// A workspace with a past, and the command line that looks at it. No process outlives the tests of its file.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect } from 'vitest';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import type { Program } from '../../src/owner/executable.js';
import { runWords } from '../../src/surfaces/cli/run-words.js';
import type { Io } from '../../src/terminal/io.js';
import { afterEachFile } from '../fixtures/after-each-file.js';
import { buildPrograms } from '../fixtures/build-program.js';
import type { Lines } from './fixtures/gate.js';

const { program, gate } = await buildPrograms({
  program: new URL('./fixtures/cmdgate.ts', import.meta.url),
  gate: new URL('./fixtures/gate.ts', import.meta.url),
});

const workspaces: string[] = [];
const children: ChildProcessWithoutNullStreams[] = [];

afterEachFile(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const workspace of workspaces.splice(0)) {
    rmSync(workspace, { recursive: true, force: true });
    rmSync(ownDirectory(workspace), { recursive: true, force: true });
  }
});

/** A new directory, as a real path, that is removed after the tests of the file. */
export function makeWorkspace(files: Readonly<Record<string, string>>): string {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-past-')));
  workspaces.push(workspace);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
  return workspace;
}

/** The same workspace again, with its past. Its owner says that the copies are theirs: a gate has run programs there. */
export async function copyWorkspace(workspace: string): Promise<string> {
  const copy = makeWorkspace({});
  cpSync(workspace, copy, { recursive: true });
  cpSync(ownDirectory(workspace), ownDirectory(copy), { recursive: true });
  const { code, stderr } = await cmdgate(copy, ['trust', 'cmdgate.config.json']);
  if (code !== 0) throw new Error(stderr);
  return copy;
}

/** Sends lines through gates of the workspace, one after the other, and gives how each ended. */
export async function runThroughGates(workspace: string, ...all: readonly Lines[]): Promise<readonly string[]> {
  const { stdout, stderr } = await finish(start(process.execPath, [gate, JSON.stringify(all)], workspace));
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

function start(file: string, args: readonly string[], cwd: string): ChildProcessWithoutNullStreams {
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, TERM: 'xterm', XDG_STATE_HOME: process.env.XDG_STATE_HOME },
  });
  children.push(child);
  child.stdin.on('error', () => undefined);
  return child;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** cmdgate's own command line without a terminal, in this process. */
export async function cmdgate(workspace: string, words: readonly string[]): Promise<Finished> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io: Io = {
    stdin: Readable.from([]),
    stdout,
    stderr,
    environment: { PATH: process.env.PATH },
    directory: workspace,
    signal: new AbortController().signal,
  };
  const program: Program = {
    name: 'cmdgate',
    version: '0.0.0',
    description: 'Under test',
    invocation: ['cmdgate'],
    direct: false,
    open: () => Promise.reject(new Error('No gate is opened here.')),
    listSettings: async () => [],
  };
  const code = await runWords(program, words, io);
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

/** The same in a process that a gate has started, as far as it can tell. */
export async function cmdgateOfGate(workspace: string, words: readonly string[]): Promise<Finished> {
  // A soft limit as the gate sets it for what it starts.
  const mark = `--locks=${(1n << 61n) + 99n}:`;
  return await finish(start('prlimit', [mark, process.execPath, program, ...words], workspace));
}

async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  child.stdin.end();
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** On a pseudo-terminal, as a person has it. */
export class Terminal {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  written = '';

  constructor(workspace: string, words: readonly string[]) {
    const quoted = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
    const inside = `stty cols 100 rows 40; exec ${quoted}`;
    const args =
      process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', inside] : ['-qec', inside, '/dev/null'];
    this.#child = start('script', args, workspace);
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.written += chunk.toString();
    });
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  get page(): string {
    return this.written.replace(/\x1b\[[0-9;]*[A-Za-z]/g, '').replaceAll('\r', '');
  }

  async shows(text: string, times = 1): Promise<void> {
    await expect.poll(() => this.page.split(text).length - 1, { timeout: 25_000 }).toBeGreaterThanOrEqual(times);
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }
}
