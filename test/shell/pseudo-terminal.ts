import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

const bin = join(import.meta.dirname, '../../bin/cmdgate.js');

/** cmdgate on a pseudo-terminal. */
export class PseudoTerminal {
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcessWithoutNullStreams;
  written = '';

  constructor(workspace: string, words: string) {
    const line = `stty cols 100 rows 60; exec '${process.execPath}' '${bin}' ${words}`;
    const { PATH, XDG_STATE_HOME } = process.env;
    const env = { PATH, XDG_STATE_HOME, HOME: workspace, TERM: 'xterm' };
    this.#child = spawn('script', ['-qec', line, '/dev/null'], { cwd: workspace, env });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.written += chunk.toString();
    });
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null);
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  async shows(text: string): Promise<void> {
    await expect.poll(() => this.written.replace(/\x1b\[[0-9;?]*[a-zA-Z]/g, ''), { timeout: 20_000 }).toContain(text);
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  /** A key that comes before the question could be read is ignored, as it should be. */
  async typeUntil(key: string, isDone: () => boolean): Promise<void> {
    await expect
      .poll(
        () => {
          if (!isDone()) this.type(key);
          return isDone();
        },
        { timeout: 20_000, interval: 400 },
      )
      .toBe(true);
  }
}
