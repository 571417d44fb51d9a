// All segments of all chains, with what decides whether they are kept.

import { statSync } from 'node:fs';
import { BackwardReader } from './backward-reader.js';
import { readEntry } from './entry.js';
import type { LedgerDirectory } from './ledger-directory.js';

export interface Segment {
  readonly gate: string;
  readonly number: number;
  readonly bytes: number;
  /** When the newest entry up to its end was written. */
  readonly time: number;
  /** Whether it is the one that is appended to. */
  readonly isNewest: boolean;
}

export async function listSegments(directory: LedgerDirectory): Promise<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const gate of directory.listChains()) {
    if (!directory.hasChain(gate)) continue;
    const numbers = directory.listSegments(gate);
    let time = Number.NEGATIVE_INFINITY;
    for (const number of numbers) {
      const file = directory.segment(gate, number);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (!stats) continue;
      // Where the clock was set back, a later segment is not older than an earlier one.
      time = Math.max(time, (await readNewestTime(file)) ?? stats.mtimeMs);
      segments.push({ gate, number, bytes: stats.size, time, isNewest: number === numbers.at(-1) });
    }
  }
  return segments;
}

async function readNewestTime(file: string): Promise<number | undefined> {
  const reader = await BackwardReader.open(file);
  try {
    for (const { bytes } of (await reader?.next()) ?? []) {
      const time = Date.parse((bytes && readEntry(bytes)?.at) ?? '');
      if (!Number.isNaN(time)) return time;
    }
    return undefined;
  } finally {
    await reader?.close();
  }
}
