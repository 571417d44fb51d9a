// A gate that opens goes on with a chain that was closed in order, and else begins one. So there are as many chains as
// there were gates at the same time, however often one is opened. It waits for nobody.

import { closeSync, readSync, rmSync } from 'node:fs';
import type { Holder } from '../../machine/claims/holder.js';
import { type HeldLease, type Lease, listLeases, makeLease, takeLease } from '../../machine/claims/lease.js';
import { openIfThere } from '../../machine/files/open-file.js';
import { newId } from '../../vocabulary/new-id.js';
import { type ChainOptions, type ChainPosition, ChainWriter, syncPath } from './chain-writer.js';
import { chainStart, judgeSeal, readEntry } from './entry.js';
import { emptyHead, HeadFile, type HeadReading, readHead } from './head-file.js';
import { placeOfHead } from './head-in-place.js';
import { judgeWitness } from './judge-witness.js';
import { OpenStarts } from './open-starts.js';
import { WitnessFile } from './witness.js';

export interface OpenedChain {
  readonly lease: HeldLease;
  readonly writer: ChainWriter;
  /** Why nobody outside of the ledger knows the chain. */
  readonly unwitnessed?: Error;
}

/**
 * `known`: its witness tells exactly the end that it has. `any`: or nothing more than that end. Both only where this
 * user's gates sealed its end; `to_trim`: whoever did.
 */
export type Wanted = 'known' | 'any' | 'to_trim';

export function openChain(options: ChainOptions, holder: Holder): OpenedChain {
  const { directory, witness } = options;
  directory.make();
  const known = takeFirst(options, holder, 'known');
  if (known) return known;
  const gate = newId();
  const file = witness && new WitnessFile(witness, gate, undefined);
  file?.write(emptyHead);
  if (!file?.trouble) {
    try {
      return beginChain(options, holder, gate, file);
    } catch (error) {
      file?.remove();
      throw error;
    }
  }
  // Else there would be one more chain with every gate that opens.
  const unknown = takeFirst(options, holder, 'any') ?? beginChain(options, holder, gate, undefined);
  return { ...unknown, unwitnessed: file.trouble };
}

function takeFirst(options: ChainOptions, holder: Holder, wanted: Wanted): OpenedChain | undefined {
  for (const lease of listLeases(options.directory.leases)) {
    const opened = takeFreeChain(options, lease, holder, wanted);
    if (opened) return opened;
  }
  return undefined;
}

/**
 * Undefined where it is not free, where another gate was faster, or where it is not wanted. One that is not as it was
 * when it was closed is given up: whoever recovers it writes down what was found.
 */
export function takeFreeChain(
  options: ChainOptions,
  lease: Lease,
  holder: Holder,
  wanted: Wanted,
): OpenedChain | undefined {
  const { directory } = options;
  const held = lease.state === 'free' ? takeLease(directory.leases, lease, holder) : undefined;
  if (!held) return undefined;
  const position = readIfSame(options, lease.gate);
  if (!position) {
    held.release('abandoned');
    return undefined;
  }
  const isUnknown = options.witness && !position.witness && wanted === 'known';
  if (isUnknown || (wanted !== 'to_trim' && !isEndSealed(options, position))) {
    held.release('free');
    return undefined;
  }
  return { lease: held, writer: new ChainWriter(options, position) };
}

function beginChain(
  options: ChainOptions,
  holder: Holder,
  gate: string,
  witness: WitnessFile | undefined,
): OpenedChain {
  const { directory, sync } = options;
  const lease = makeLease(directory.leases, gate, holder);
  try {
    directory.makeChain(gate);
    const head = makeHead(directory.head(gate));
    if (sync === 'full') for (const path of [directory.gates, directory.heads, directory.leases]) syncPath(path);
    const position = {
      gate,
      end: chainStart,
      segment: 1,
      bytes: 0,
      head,
      witness,
      starts: new OpenStarts(),
      found: [],
    };
    return { lease, writer: new ChainWriter(options, position) };
  } catch (error) {
    // On a full disk this is tried again and again.
    for (const path of [directory.chain(gate), directory.head(gate)]) rmSync(path, { recursive: true, force: true });
    lease.remove();
    throw error;
  }
}

/** Whether its last entry was written with the key of this gate: what others wrote is not gone on with. */
function isEndSealed({ directory, key }: ChainOptions, { gate, segment, bytes }: ChainPosition): boolean {
  const line = readLastLine(directory.segment(gate, segment), bytes);
  const entry = line && readEntry(line);
  if (!entry) return false;
  const ownKey = key();
  return judgeSeal(entry, line, ownKey) === (ownKey ? 'own' : 'unkeyed');
}

/** The entry that closes a chain is short. */
const longestClosing = 4_096;

function readLastLine(file: string, end: number): Buffer | undefined {
  const descriptor = openIfThere(file)?.descriptor;
  if (descriptor === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(Math.min(end, longestClosing));
    if (readSync(descriptor, bytes, 0, bytes.length, end - bytes.length) < bytes.length) return undefined;
    const before = bytes.lastIndexOf(0x0a, -2);
    return before === -1 && bytes.length < end ? undefined : bytes.subarray(before + 1, -1);
  } finally {
    closeSync(descriptor);
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

function readIfSame(options: ChainOptions, gate: string): ChainPosition | undefined {
  try {
    return readClosedChain(options, gate);
  } catch {
    // It is in other hands, or cannot be read: whoever recovers it is told why.
    return undefined;
  }
}

function readClosedChain({ directory, witness }: ChainOptions, gate: string): ChainPosition | undefined {
  const head = readHead(directory.head(gate));
  if (!head?.newest || head.spoiled || !directory.hasChain(gate)) return undefined;
  const { newest } = head;
  if (placeOfHead(directory, gate, newest) !== 'last') return undefined;
  const known = witness?.read(gate);
  const standing = judgeWitness(directory, gate, known?.newest, newest);
  if (standing === 'ahead') return undefined;
  const file = witness && standing === 'same' ? new WitnessFile(witness, gate, known) : undefined;
  const { segment, bytes } = newest;
  return { gate, end: newest, segment, bytes, head, witness: file, starts: new OpenStarts(), found: [] };
}
