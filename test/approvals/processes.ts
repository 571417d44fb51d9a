// Processes of the tests of this folder. None of them outlives the tests of its file.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { afterEachFile } from '../fixtures/after-each-file.js';
import { buildPrograms } from '../fixtures/build-program.js';
import type { Order } from './fixtures/rival.js';

const { rival, terminal } = await buildPrograms({
  rival: new URL('./fixtures/rival.ts', import.meta.url),
  terminal: new URL('./fixtures/terminal.ts', import.meta.url),
});

const children: ChildProcessWithoutNullStreams[] = [];

afterEachFile(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(program: string, args: readonly string[], cwd: string): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, TERM: 'xterm', XDG_STATE_HOME: process.env.XDG_STATE_HOME },
  });
  children.push(child);
  child.stdin.on('error', () => undefined);
  return child;
}

/** Another process at the same store. */
export class Rival {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #replies: AsyncIterator<string>;

  constructor(workspace: string, name: string) {
    this.child = start(process.execPath, [rival, workspace, name], workspace);
    this.#replies = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async obey(use: Order['use'], id: string, at = 0): Promise<unknown> {
    this.child.stdin.write(`${JSON.stringify({ use, id, at } satisfies Order)}\n`);
    const { value } = await this.#replies.next();
    return JSON.parse(String(value));
  }
}

const quoteForShell = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `cmdgate approvals` without a terminal. `before` goes in front of it, as `prlimit` does. */
export async function runPiped(
  workspace: string,
  words: readonly string[],
  before: readonly string[] = [],
): Promise<Finished> {
  const [program = '', ...args] = [...before, process.execPath, terminal, ...words];
  const child = start(program, args, workspace);
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

/** `cmdgate approvals` on a pseudo-terminal, as a person has it. */
export class Terminal {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  /** Everything that was written to the terminal. */
  written = '';

  constructor(workspace: string, words: readonly string[], before: readonly string[] = []) {
    const program = quoteForShell([...before, process.execPath, terminal, ...words]);
    // What the terminal is like afterwards is part of what it shows.
    const inside = `stty cols 100 rows 40; echo pid $$; ${program}; code=$?; echo; stty -a | tr ';' '\\n' | grep -o -- '-*icanon\\|-*echo '; exit $code`;
    const args =
      process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', inside] : ['-qec', inside, '/dev/null'];
    this.child = start('script', args, workspace);
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.written += chunk.toString();
    });
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** The page as it is now, without colours. */
  get page(): string {
    return withoutSequences(this.written.split('\x1b[H').at(-1) ?? '');
  }

  async shows(text: string): Promise<void> {
    await expect.poll(() => this.page, { timeout: 25_000 }).toContain(text);
  }

  /** Presses the key until the text was shown: a key that comes too early is ignored, as it should be. */
  async press(key: string, text: string): Promise<void> {
    const before = this.written.length;
    const shown = () => withoutSequences(this.written.slice(before));
    await expect
      .poll(
        async () => {
          if (!shown().includes(text)) this.child.stdin.write(key);
          await new Promise((resolve) => setTimeout(resolve, 300));
          return shown();
        },
        { timeout: 25_000, interval: 300 },
      )
      .toContain(text);
  }
}

function withoutSequences(text: string): string {
  return text.replace(/\x1b\[[0-9;]*[mHKJ]/g, '').replaceAll('\r', '');
}
