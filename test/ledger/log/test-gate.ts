// A gate as a process of its own, which writes to a ledger and tells each entry that it was told to be written.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../fixtures/bundle.js';

const program = `
import { rmSync, writeFileSync, writeSync } from 'node:fs';
import { openLedgerLog } from './ledger-log.mjs';

const { directory, witness, sync, segmentBytes, callers, runs, ballast } = JSON.parse(process.argv[2]);
const tell = (...words) => writeSync(1, words.join(' ') + '\\n');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const name = Math.random().toString(36).slice(2);

tell('up');
if (ballast) writeFileSync(ballast, Buffer.alloc(64 * 1024));
const log = openLedgerLog({ directory, witness, sync, segmentBytes });
for (const { gate, lost, problem } of await log.recoverDeadGates(({ start }) => ({ command: start?.command }))) {
  if (problem) tell('problem', gate, problem.message);
  for (const { run } of lost) tell('lost', run);
}

function begin(fields) {
  try {
    log.append('start', fields);
    tell('start', fields.run);
    return true;
  } catch (error) {
    tell('refused', error.code, error.cause?.code);
    return false;
  }
}

let count = 0;
async function call() {
  for (let time = 0; time < runs; time++) {
    const run = name + '-' + count++;
    const fields = { run, command: 'x'.repeat(Math.random() * 600) };
    let hasWaited = false;
    while (!begin(fields)) {
      hasWaited = true;
      if (ballast) rmSync(ballast, { force: true });
      await sleep(5);
    }
    if (Math.random() < 0.5) await sleep(Math.random() * 3);
    try {
      await log.appendLater('end', { run });
      tell('end', run);
    } catch (error) {
      tell('refused', error.code, error.cause?.code);
    }
    if (hasWaited) return;
  }
}
await Promise.all(Array.from({ length: callers }, call));
log.close();
tell('closed');
`;

export interface GateOptions {
  readonly directory: string;
  readonly witness: string;
  readonly sync?: 'process' | 'full';
  readonly segmentBytes?: number;
  readonly callers?: number;
  readonly runs?: number;
  /** A file that takes room until the disk is full. */
  readonly ballast?: string;
  /** A program that starts the gate. */
  readonly through?: readonly string[];
}

/** Tells what was written, as lines like `end <run>`. */
export class TestGate {
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  readonly #ended: Promise<unknown>;
  #output = '';

  constructor(folder: string, { through = [], ...options }: GateOptions) {
    const given = JSON.stringify({ sync: 'process', segmentBytes: 20_000, callers: 4, runs: 1e9, ...options });
    const [command = '', ...args] = [...through, process.execPath, join(folder, 'gate.mjs'), given];
    this.#child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
    this.#ended = once(this.#child, 'close');
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Whole lines only. */
  lines(): readonly string[] {
    return this.#output.split('\n').slice(0, -1);
  }

  /** The runs of all lines that begin with the word. */
  told(word: string): readonly string[] {
    return this.lines().flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  }

  async until(condition: (lines: readonly string[]) => boolean): Promise<void> {
    while (!condition(this.lines())) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        throw new Error(`The gate has ended: ${this.lines().slice(-3).join(', ')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Until it has ended by itself. */
  async end(): Promise<void> {
    await this.#ended;
  }
}

/** Builds the gate once; the returned folder is to be removed. */
export async function buildGate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cmdgate-test-gate-'));
  const source = fileURLToPath(new URL('../../../src/ledger/log/ledger-log.ts', import.meta.url));
  await bundle(source, join(folder, 'ledger-log.mjs'));
  writeFileSync(join(folder, 'gate.mjs'), program);
  return folder;
}

export function removeGate(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
