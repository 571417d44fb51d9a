// A file that one process at a time has. It says who has it: when that process has ended, in whichever container it was,
// the next one takes it over, so that nobody has to clean up after a sudden death.

import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOwnText } from '../files/read-plain-file.js';
import { createWhole } from '../files/whole-file.js';
import { mayBeRunning, readIdentity } from '../processes/process-identity.js';
import { hasClaimantEnded } from './claimant.js';

export interface LockText {
  /** A name of `Claimant`, or of `Holder` where it is held so briefly that nobody has to ask for it. */
  readonly holder: string;
  readonly [detail: string]: unknown;
}

export type TriedLock =
  | { readonly state: 'taken'; isStillHeld(): boolean; free(): void }
  /** `text` is what the other one wrote; undefined where it was freed in the same moment. */
  | { readonly state: 'held'; readonly text: string | undefined };

/** Whoever takes over a lock does so at once. */
const longestBreakMs = 10_000;

/**
 * Does not wait for the lock. Each try needs a text of its own. A lock that is older than `abandonedMs` is free, whoever
 * has it: then the one who had it has to ask whether it is still held, right before what it cannot take back.
 */
export async function tryLock(
  file: string,
  lock: LockText,
  abandonedMs = Number.POSITIVE_INFINITY,
): Promise<TriedLock> {
  const text = JSON.stringify(lock);
  if (createWhole(file, text)) return taken(file, text);
  const seen = readOwnText(file);
  if (seen === undefined) return { state: 'held', text: undefined };
  const isFree = ageOf(file) > abandonedMs || (await hasHolderEnded(seen, dirname(file)));
  return isFree && breakLock(file, seen) && createWhole(file, text) ? taken(file, text) : { state: 'held', text: seen };
}

function taken(file: string, text: string): TriedLock {
  const isStillHeld = () => readOwnText(file) === text;
  return {
    state: 'taken',
    isStillHeld,
    free: () => {
      if (isStillHeld()) rmSync(file, { force: true });
    },
  };
}

/** It appears with all that it holds: what says nothing was emptied by a power cut. */
async function hasHolderEnded(text: string, directory: string): Promise<boolean> {
  const { holder } = parseLock(text);
  if (typeof holder === 'string') return await hasClaimantEnded(holder, directory);
  // As earlier versions wrote it.
  const identity = readIdentity(text);
  return !identity || !mayBeRunning(identity);
}

/**
 * Only one process at a time may break a lock, and only the one that it saw: otherwise a slow one could take away the
 * lock that a fast one has got meanwhile.
 */
function breakLock(file: string, seen: string): boolean {
  const breaking = `${file}.breaking`;
  if (!createWhole(breaking, '')) {
    if (ageOf(breaking) > longestBreakMs) rmSync(breaking, { force: true });
    return false;
  }
  try {
    if (readOwnText(file) !== seen) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(breaking, { force: true });
  }
}

/** Of a file that is gone, nothing. */
function ageOf(file: string): number {
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return since === undefined ? 0 : Date.now() - since;
}

/** What a lock says; empty where that is nothing. */
export function parseLock(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
