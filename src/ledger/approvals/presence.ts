// Who sits at the list of approvals: one small file for each terminal, touched as long as the terminal is there.

import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { judgeClaimant } from '../../machine/claims/claimant.js';
import { nameHolder, newHolder } from '../../machine/claims/holder.js';
import { namesIn } from '../../machine/files/names-in.js';
import { replaceWhole } from '../../machine/files/whole-file.js';
import { newId } from '../../vocabulary/new-id.js';
import type { Clock } from './approval-store.js';
import { readSmallFile } from './read-small-file.js';

const refreshMs = 1_000;

/** A busy machine may be late; a terminal that was killed is noticed by its process, or by this in another container. */
const staleMs = 10_000;

/** Is present until the returned function is called. */
export function bePresent(directory: string, now: Clock): () => void {
  const file = join(directory, `${process.pid}-${newId()}.json`);
  const text = JSON.stringify({ holder: nameHolder(newHolder()) });
  const appear = () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Half a file would be removed as broken.
    replaceWhole(file, text);
    touch();
  };
  const touch = () => utimesSync(file, now() / 1_000, now() / 1_000);
  const refresh = () => {
    try {
      touch();
    } catch {
      // Removed meanwhile: this process was stopped for so long that it seemed to be gone.
      attempt(appear);
    }
  };
  appear();
  const timer = setInterval(refresh, refreshMs).unref();
  return () => {
    clearInterval(timer);
    attempt(() => rmSync(file, { force: true }));
  };
}

/** Whether anybody is present. Removes what those left who ended without leaving. */
export function isAnybodyPresent(directory: string, now: Clock): boolean {
  const present = namesIn(directory).filter((name) => {
    if (!name.endsWith('.json')) return false;
    const file = join(directory, name);
    if (isFresh(file, now())) return true;
    attempt(() => rmSync(file, { force: true }));
    return false;
  });
  return present.length > 0;
}

function isFresh(file: string, now: number): boolean {
  try {
    const { holder } = JSON.parse(readSmallFile(file) ?? '') as { readonly holder?: unknown };
    const verdict = judgeClaimant(String(holder), dirname(file));
    if (verdict === 'dead' || verdict === 'no-name') return false;
    return Math.abs(now - statSync(file).mtimeMs) < staleMs;
  } catch {
    return false;
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The next refresh or the next look tries again.
  }
}
