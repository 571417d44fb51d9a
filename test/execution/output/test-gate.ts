// A gate as a process of its own, which runs programs and stores what they print.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { RecordedOutput } from '../../../src/vocabulary/run-record.js';
import { bundle } from '../../fixtures/bundle.js';

const sources = fileURLToPath(new URL('../../../src/', import.meta.url));

const program = `
import { writeSync } from 'node:fs';
import { StoredSpool } from '${sources}execution/process/output/stored/stored-spool.ts';
import { runProcess } from '${sources}execution/process/run-process.ts';
import { newId } from '${sources}vocabulary/new-id.ts';

const { directory, keepBytes, lines, callers, outputBytes } = JSON.parse(process.argv[2]);
const tell = (event) => writeSync(1, JSON.stringify(event) + '\\n');
const spool = new StoredSpool({ directory, keepBytes });
const keeper = { runStarts: () => undefined, runStarted: () => undefined, runEnded: () => undefined };
const prefix = newId();
let count = 0;

function plan(line) {
  return {
    program: '/bin/sh', name: 'sh', args: ['-c', line], directory: '/', environment: { PATH: '/usr/bin:/bin' },
    stdin: undefined, stdout: 'pipe', stderr: 'pipe', encoding: 'utf8', secrets: [], timeoutMs: undefined,
  };
}

async function run(line) {
  const runId = 'run_' + prefix + '_' + (++count).toString(36);
  const host = {
    runId, signal: undefined, timeoutMs: 60_000, onCapture: undefined, onOutput: undefined,
    onState: (state, pid) => tell({ state, runId, line, pid }),
  };
  const end = await runProcess(plan(line), host, { outputBytes, graceMs: 100, spool, keeper });
  tell({ state: 'ended', runId, line, recorded: await end.output.finish() });
}

async function call() {
  for (let time = 0; lines.length === 1 ? time < 1 : true; time++) await run(lines[Math.floor(Math.random() * lines.length)]);
}
await Promise.all(Array.from({ length: callers }, call));
`;

export interface GateOptions {
  readonly directory: string;
  readonly keepBytes?: number;
  /** Lines of shell. A single one is run once by each caller; of several some is run again and again. */
  readonly lines: readonly string[];
  readonly callers?: number;
  readonly outputBytes?: number;
}

export interface ToldRun {
  readonly state: 'starting' | 'running' | 'ended';
  readonly runId: string;
  readonly line: string;
  readonly pid?: number;
  readonly recorded?: RecordedOutput;
}

export class TestGate {
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  readonly #ended: Promise<unknown>;
  #output = '';

  constructor(folder: string, options: GateOptions) {
    const given = JSON.stringify({ keepBytes: 2 ** 30, callers: 1, outputBytes: 2 ** 24, ...options });
    this.#child = spawn(process.execPath, [join(folder, 'gate.mjs'), given], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
    this.#ended = once(this.#child, 'close');
  }

  told(): readonly ToldRun[] {
    const lines = this.#output.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as ToldRun);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async end(): Promise<number | null> {
    await this.#ended;
    return this.#child.exitCode;
  }
}

/** Builds the gate once; the returned folder is to be removed. */
export async function buildGate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cmdgate-output-gate-'));
  const source = join(folder, 'source.mjs');
  writeFileSync(source, program);
  await bundle(source, join(folder, 'gate.mjs'));
  return folder;
}

export function removeGate(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
