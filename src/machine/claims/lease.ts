// Each chain has one lease: a file whose name tells the chain and who writes it. It changes hands by a rename, which one
// process can win; so a chain never has two writers.
//
//   <gate>.<holder>.lease   a process writes the chain, or died while it did
//   <gate>.free             closed in order: whoever opens next goes on with it
//   <gate>.abandoned        given up in the middle: to be recovered like that of a dead process

import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIfThere } from '../files/names-in.js';
import { isMissing } from '../files/open-file.js';
import { type Holder, nameHolder, readHolder } from './holder.js';

export interface Lease {
  readonly gate: string;
  readonly name: string;
  readonly state: 'free' | 'abandoned' | Holder;
}

/** In the order of the chains' names. */
export function listLeases(directory: string): readonly Lease[] {
  return namesIfThere(directory)
    .flatMap((name) => readLease(name) ?? [])
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

export function isGateId(name: string): boolean {
  return /^[0-9a-z]{8,40}$/.test(name);
}

/** Undefined where it is the name of none. */
export function readLease(name: string): Lease | undefined {
  const dot = name.indexOf('.');
  const gate = name.slice(0, dot);
  const rest = name.slice(dot + 1);
  if (!isGateId(gate)) return undefined;
  if (rest === 'free' || rest === 'abandoned') return { gate, name, state: rest };
  const holder = rest.endsWith('.lease') ? readHolder(rest.slice(0, -'.lease'.length)) : undefined;
  return holder && { gate, name, state: holder };
}

export class HeldLease {
  readonly gate: string;
  readonly #directory: string;
  readonly #name: string;

  constructor(directory: string, gate: string, name: string) {
    this.gate = gate;
    this.#directory = directory;
    this.#name = name;
  }

  release(state: 'free' | 'abandoned'): void {
    renameSync(join(this.#directory, this.#name), join(this.#directory, `${this.gate}.${state}`));
  }

  /** For a chain that was not begun after all. */
  remove(): void {
    rmSync(join(this.#directory, this.#name), { force: true });
  }
}

/** Undefined where another process was faster. */
export function takeLease(directory: string, { gate, name }: Lease, holder: Holder): HeldLease | undefined {
  const own = leaseName(gate, holder);
  try {
    renameSync(join(directory, name), join(directory, own));
    return new HeldLease(directory, gate, own);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** For a chain that nobody else knows yet. */
export function makeLease(directory: string, gate: string, holder: Holder): HeldLease {
  const name = leaseName(gate, holder);
  closeSync(openSync(join(directory, name), 'wx', 0o600));
  return new HeldLease(directory, gate, name);
}

function leaseName(gate: string, holder: Holder): string {
  return `${gate}.${nameHolder(holder)}.lease`;
}
