import type { KeyPath } from '../documents/document.js';
import { readHostEntry, showEntry } from '../execution/sandbox/network/host-list.js';
import type { NetworkChoice } from '../vocabulary/sandbox.js';
import type { Surroundings } from './surroundings.js';

/** The hosts in the one spelling that is compared. */
export function resolveNetwork(written: NetworkChoice, place: KeyPath, surroundings: Surroundings): NetworkChoice {
  return typeof written === 'boolean' ? written : resolveHosts(written, place, surroundings);
}

/** Those that can be read; what is wrong with the others is reported. */
export function resolveHosts(written: readonly string[], place: KeyPath, { report }: Surroundings): readonly string[] {
  return written.flatMap((text, index) => {
    const read = readHostEntry(text);
    if (read.ok) return [showEntry(read.entry)];
    report([...place, index], read);
    return [];
  });
}
