// What is found when the log is checked.

import { isDamage, isLeftByDeath } from './damage.js';

export type FindingKind =
  /** The entry has not the hash that its bytes give. */
  | 'changed'
  /** The line is no entry. */
  | 'unreadable'
  /** Entries are missing in the middle, or at the beginning without a checkpoint. */
  | 'removed'
  | 'reordered'
  | 'doubled'
  /** The entry does not follow the one before it, is of another chain, or stands behind the end that the head tells. */
  | 'added'
  | 'missing_segment'
  /** The newest entries are missing: the head tells of more than there is. */
  | 'cut_off'
  /** The newest entries are missing, and the head does not tell of them either: their witness does. */
  | 'rolled_back'
  | 'missing_chain'
  | 'head_missing'
  | 'head_spoiled'
  /** A link, a pipe, or something that others can write. */
  | 'untrusted'
  /** A gate died while it wrote. What it wrote then was not answered. */
  | 'torn_line'
  | 'head_behind'
  | 'head_torn'
  /** They stand behind the end that the witness of the chain tells. */
  | 'unknown_entries'
  /** Nothing outside of the ledger tells where the chain ends. */
  | 'unwitnessed'
  /** Sealed with another key than this user's: whether it is as it was written cannot be told from here. */
  | 'foreign_key'
  /** Written by an earlier version, without a key. */
  | 'unkeyed';

export interface Finding {
  readonly kind: FindingKind;
  /** A `notice` is what the sudden death of a gate leaves, or what the owner accepted; a `problem` is neither. */
  readonly severity: 'problem' | 'notice';
  /** Missing where it is about all chains. */
  readonly gate?: string;
  /** The entry, or the first one of several. */
  readonly seq?: number;
  readonly file?: string;
  /** From 1 on. */
  readonly line?: number;
  readonly message: string;
  /** It would be a problem; the owner has accepted the gate by its name. */
  readonly accepted?: true;
}

export function severityOf(kind: FindingKind): Finding['severity'] {
  return isDamage(kind) && isLeftByDeath(kind) ? 'notice' : 'problem';
}

/**
 * What is no problem where the owner knows the gate: it wrote with the key and the state directory of another system, or
 * it was one of an earlier version. Without that, each of them looks the same as a forgery.
 */
export function isAcceptable(kind: FindingKind): boolean {
  return kind === 'unwitnessed' || kind === 'foreign_key' || kind === 'unkeyed';
}

export type Report = (finding: Omit<Finding, 'severity' | 'gate'>) => void;
