// Removes the oldest segments. A checkpoint is written into the chain before, so that `verifyLedger` can tell what was
// removed on purpose from what was not: it names the first entry that is kept, and the hash that this one follows.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Holder } from '../../machine/claims/holder.js';
import { listLeases } from '../../machine/claims/lease.js';
import { takeTrustedTime } from '../../machine/files/trusted-clock.js';
import type { ChainOptions, ChainWriter } from './chain-writer.js';
import { makeItem, readEntry } from './entry.js';
import type { LedgerDirectory } from './ledger-directory.js';
import { listSegments, type Segment } from './list-segments.js';
import { takeFreeChain } from './open-chain.js';
import { SegmentReader } from './segment-reader.js';

export interface Retention {
  /** Segments whose newest entry is older are removed. */
  readonly keepDays?: number;
  /** Of all chains together. The oldest segments are removed first; the newest one of each chain stays. */
  readonly keepBytes?: number;
}

export interface RemovedSegments {
  readonly gate: string;
  readonly segments: number;
  readonly bytes: number;
}

/** Gives the writer of the chain that this gate writes, ready to be used at once. */
export type OwnWriter = (gate: string) => ChainWriter | undefined;

/** The first entry that is kept. */
interface FirstKept {
  readonly segment: number;
  readonly seq: number;
  readonly prev: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

export async function removeOldSegments(
  options: ChainOptions,
  holder: Holder,
  retention: Retention,
  ownWriter: OwnWriter,
): Promise<readonly RemovedSegments[]> {
  const { directory } = options;
  if (!directory.isThere()) return [];
  const time = takeTrustedTime(join(directory.path, 'clock'), options.now());
  const old = chooseOld(await listSegments(directory), retention, time);
  const removed: RemovedSegments[] = [];
  for (const gate of new Set(old.map((segment) => segment.gate))) {
    const result = await removeOfGate(
      options,
      holder,
      ownWriter,
      gate,
      old.filter((segment) => segment.gate === gate),
    );
    if (result) removed.push(result);
  }
  return removed;
}

function chooseOld(
  segments: readonly Segment[],
  { keepDays, keepBytes }: Retention,
  time: number | undefined,
): readonly Segment[] {
  const isByAge = keepDays !== undefined && time !== undefined;
  const oldest = isByAge ? time - keepDays * dayMs : Number.NEGATIVE_INFINITY;
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  // In one chain the numbers go with the times; the sort keeps the order of those that have the same time.
  return segments
    .toSorted((left, right) => left.time - right.time)
    .filter((segment) => {
      const isOld = segment.time < oldest || (bytes > (keepBytes ?? Number.POSITIVE_INFINITY) && !segment.isNewest);
      if (isOld) bytes -= segment.bytes;
      return isOld;
    });
}

/** Undefined where nothing could be removed: another process writes the chain, and removes its own. */
async function removeOfGate(
  options: ChainOptions,
  holder: Holder,
  ownWriter: OwnWriter,
  gate: string,
  old: readonly Segment[],
): Promise<RemovedSegments | undefined> {
  const { directory } = options;
  const own = ownWriter(gate);
  const lease = own ? undefined : listLeases(directory.leases).find((one) => one.gate === gate);
  const taken = lease && takeFreeChain(options, lease, holder, 'to_trim');
  const writer = own ?? taken?.writer;
  if (!writer) return undefined;
  try {
    // The start of a run that goes on is still needed.
    const needed = Math.min(...writer.starts.list().map(({ segment }) => segment));
    const toRemove = old.filter(({ number }) => number < needed);
    const last = toRemove.at(-1);
    if (!last) return undefined;
    const first = await readFirstKept(directory, gate, last.number);
    // The gate may have written meanwhile, or may be closed. From here on nothing waits.
    const current = own ? ownWriter(gate) : writer;
    if (!current) return undefined;
    writeCheckpoint(current, options, first, toRemove);
    for (const { number } of toRemove) rmSync(directory.segment(gate, number), { force: true });
    return { gate, segments: toRemove.length, bytes: countBytes(toRemove) };
  } finally {
    taken?.writer.close();
    taken?.lease.release('free');
  }
}

/** Undefined where all entries are in the segments up to the given one. */
async function readFirstKept(directory: LedgerDirectory, gate: string, after: number): Promise<FirstKept | undefined> {
  for (const segment of directory.listSegments(gate).filter((number) => number > after)) {
    const reader = await SegmentReader.open(directory.segment(gate, segment));
    const [line] = (await reader?.next()) ?? [];
    await reader?.close();
    const entry = line?.bytes && readEntry(line.bytes);
    if (entry) return { segment, seq: entry.seq, prev: entry.prev };
  }
  return undefined;
}

/** On the disk before anything is removed, whatever `sync` says. */
function writeCheckpoint(
  writer: ChainWriter,
  { now }: ChainOptions,
  known: FirstKept | undefined,
  removed: readonly Segment[],
): void {
  const first = known ?? beginSegment(writer);
  const fields = { first, removed: { segments: removed.length, bytes: countBytes(removed) } };
  writer.write([makeItem('checkpoint', fields, new Date(now()).toISOString())]);
  writer.sync();
}

/** All there is of the chain is old: the checkpoint itself stands in the first segment that is kept. */
function beginSegment(writer: ChainWriter): FirstKept {
  writer.rotate();
  return { segment: writer.segment, seq: writer.end.seq + 1, prev: writer.end.hash };
}

function countBytes(segments: readonly Segment[]): number {
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}
