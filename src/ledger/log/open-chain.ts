// A gate that opens goes on with a chain that was closed in order, and else begins one. So there are as many chains as
// there were gates at the same time, however often one is opened. It waits for nobody.

import { closeSync, fstatSync, readSync, rmSync } from 'node:fs';
import { newId } from '../../vocabulary/new-id.js';
import { type ChainOptions, type ChainPosition, ChainWriter, syncPath } from './chain-writer.js';
import { chainStart } from './entry.js';
import { emptyHead, type Head, HeadFile, type HeadReading, readHead } from './head-file.js';
import type { Holder } from './holder.js';
import { type HeldLease, type Lease, listLeases, makeLease, takeLease } from './lease.js';
import { type LedgerDirectory, openToReadSync } from './ledger-directory.js';
import { OpenStarts } from './open-starts.js';

export interface OpenedChain {
  readonly lease: HeldLease;
  readonly writer: ChainWriter;
}

export function openChain(options: ChainOptions, holder: Holder): OpenedChain {
  const { directory } = options;
  directory.make();
  for (const lease of listLeases(directory.leases)) {
    const opened = takeFreeChain(options, lease, holder);
    if (opened) return opened;
  }
  return beginChain(options, holder);
}

/** Undefined where it is not free, where another gate was faster, or where it is not as it was when it was closed. */
export function takeFreeChain(options: ChainOptions, lease: Lease, holder: Holder): OpenedChain | undefined {
  const { directory } = options;
  const held = lease.state === 'free' ? takeLease(directory.leases, lease, holder) : undefined;
  if (!held) return undefined;
  try {
    const position = readClosedChain(directory, lease.gate);
    if (position) return { lease: held, writer: new ChainWriter(options, position) };
  } catch {
    // It is in other hands, or cannot be read: whoever recovers it is told why.
  }
  held.release('abandoned');
  return undefined;
}

function beginChain(options: ChainOptions, holder: Holder): OpenedChain {
  const { directory, sync } = options;
  const gate = newId();
  const lease = makeLease(directory.leases, gate, holder);
  try {
    directory.makeChain(gate);
    const head = makeHead(directory.head(gate));
    if (sync === 'full') for (const path of [directory.gates, directory.heads, directory.leases]) syncPath(path);
    const position = { gate, end: chainStart, segment: 1, bytes: 0, head, starts: new OpenStarts(), found: [] };
    return { lease, writer: new ChainWriter(options, position) };
  } catch (error) {
    // On a full disk this is tried again and again.
    for (const path of [directory.chain(gate), directory.head(gate)]) rmSync(path, { recursive: true, force: true });
    lease.remove();
    throw error;
  }
}

/** Before the log itself: where there is a log, there has been a head. */
function makeHead(file: string): HeadReading | undefined {
  const head = new HeadFile(file, undefined);
  try {
    head.write(emptyHead);
  } finally {
    head.close();
  }
  return readHead(file);
}

function readClosedChain(directory: LedgerDirectory, gate: string): ChainPosition | undefined {
  const head = readHead(directory.head(gate));
  if (!head?.newest || head.spoiled || !directory.hasChain(gate)) return undefined;
  const { newest } = head;
  if (!endsWithHead(directory.segment(gate, newest.segment), newest)) return undefined;
  const { segment, bytes } = newest;
  return { gate, end: newest, segment, bytes, head, starts: new OpenStarts(), found: [] };
}

function endsWithHead(file: string, { hash, bytes }: Head): boolean {
  const descriptor = openToReadSync(file);
  if (descriptor === undefined) return false;
  try {
    const expected = Buffer.from(`,"hash":"${hash}"}\n`);
    const end = Buffer.alloc(expected.length);
    if (fstatSync(descriptor).size !== bytes || bytes < end.length) return false;
    readSync(descriptor, end, 0, end.length, bytes - end.length);
    return end.equals(expected);
  } finally {
    closeSync(descriptor);
  }
}
