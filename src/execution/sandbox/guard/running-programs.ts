// Since when programs run in a workspace, for other gates: what appeared since then may be made by one of them, and be
// replaced in the next moment. One empty file for each, whose name tells whose it is and whose time when it began.

import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeHolder, nameHolder, newHolder, readHolder } from '../../../machine/claims/holder.js';

export class RunningPrograms {
  readonly #directory: string;
  readonly #own = nameHolder(newHolder());
  #count = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Gives what to call at the end. Where it cannot be told, other gates do not know; nothing else depends on it. */
  begin(): () => void {
    this.#count += 1;
    const file = join(this.#directory, `${this.#own}.${this.#count}`);
    try {
      this.#write(file);
    } catch {
      return () => undefined;
    }
    return () => rmSync(file, { force: true });
  }

  #write(file: string): void {
    try {
      writeFileSync(file, '', { mode: 0o600 });
    } catch {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      writeFileSync(file, '', { mode: 0o600 });
    }
  }

  /** Of those of what is there, what was made since the first program of another gate began that still runs. */
  madeSince(paths: readonly string[]): ReadonlySet<string> {
    if (paths.length === 0) return new Set();
    const since = Math.min(...this.#names().map((name) => this.#startOf(name)));
    if (since === Number.POSITIVE_INFINITY) return new Set();
    return new Set(paths.filter((path) => (lstatSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0) >= since));
  }

  #startOf(name: string): number {
    const file = join(this.#directory, name);
    const holder = readHolder(name.slice(0, name.lastIndexOf('.')));
    if (!holder || judgeHolder(holder, this.#directory) === 'dead') {
      rmSync(file, { force: true });
      return Number.POSITIVE_INFINITY;
    }
    return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#directory).filter((name) => !name.startsWith(`${this.#own}.`));
    } catch {
      return [];
    }
  }
}
