// The keeper's process as the gate sees it: lines go in, nothing comes out. It does not keep the gate's process alive.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** In the source, and beside or above the file that holds this code in a build. */
const places = ['./program/keeper-process.mjs', './keeper-process.mjs', '../keeper-process.mjs'];

/** It holds a list of processes and little else. */
const nodeOptions = ['--max-old-space-size=32', '--max-semi-space-size=1', '--v8-pool-size=1'];

/** So much is waiting only for a keeper that hangs. */
const mostWaitingBytes = 1024 * 1024;

export class KeeperLink {
  readonly #child: ChildProcess;
  #isLost = false;

  /** Throws when it cannot be started at all. `onLost` comes once, if it ends without being closed. */
  constructor(table: 'ps' | 'proc', slots: number, onLost: () => void) {
    this.#child = spawn(
      process.execPath,
      [...nodeOptions, findProgram(), String(process.pid), table],
      // A session of its own: neither Ctrl-C in a terminal nor the end of a process group reaches it.
      { cwd: '/', detached: true, env: {}, stdio: ['pipe', 'ignore', 'ignore', slots] },
    );
    const lose = () => {
      if (this.#isLost) return;
      this.#isLost = true;
      onLost();
    };
    this.#child.once('error', lose);
    this.#child.once('exit', lose);
    this.#child.stdin?.once('error', lose);
    this.#child.unref();
    (this.#child.stdin as Socket | null)?.unref();
  }

  /** The line is in the pipe when this returns, and stays there if this process is killed in the next moment. */
  send(line: string): void {
    const { stdin } = this.#child;
    if (this.#isLost || !stdin) return;
    stdin.write(`${line}\n`);
    if (stdin.writableLength > mostWaitingBytes) this.#child.kill('SIGKILL');
  }

  /** Resolves when the keeper knows. It ends by itself. */
  close(): Promise<void> {
    const { stdin } = this.#child;
    if (this.#isLost || !stdin) return Promise.resolve();
    this.#isLost = true;
    return new Promise((resolve) => {
      stdin.once('error', () => resolve());
      stdin.end('close\n', () => resolve());
    });
  }
}

function findProgram(): string {
  const candidates = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`The keeper's program is not there: ${candidates.join(', ')}`);
  return found;
}
