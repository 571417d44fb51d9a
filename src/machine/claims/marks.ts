// Files whose names tell whose they are: each process makes its own, and those of dead ones count no more.

import { closeSync, mkdirSync, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../files/names-in.js';
import { judgeHolder, nameHolder, newHolder, readHolder } from './holder.js';

export interface Mark {
  readonly path: string;
  readonly isDead: boolean;
}

export class Marks {
  readonly #directory: string;
  #ownName: string | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Gives what takes it away again. `number` tells several of this process apart. Throws where it cannot be made. */
  put(number?: number): () => void {
    const file = join(this.#directory, number === undefined ? this.#own : `${this.#own}.${number}`);
    const make = () => closeSync(openSync(file, 'w', 0o600));
    try {
      make();
    } catch {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      make();
    }
    return () => remove(file);
  }

  /** Those of other processes. */
  ofOthers(): readonly Mark[] {
    return namesIn(this.#directory).flatMap((name) => {
      const isOwn = this.#ownName !== undefined && name.startsWith(this.#ownName);
      const holder = readHolder(name) ?? readHolder(withoutNumber(name));
      if (isOwn || !holder) return [];
      return { path: join(this.#directory, name), isDead: judgeHolder(holder, this.#directory) === 'dead' };
    });
  }

  /** Not needed by whoever only reads. */
  get #own(): string {
    this.#ownName ??= nameHolder(newHolder());
    return this.#ownName;
  }
}

function withoutNumber(name: string): string {
  return name.replace(/\.\d+$/, '');
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Somebody has removed it already.
  }
}
