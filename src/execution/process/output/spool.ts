import type { Hash } from 'node:crypto';
import type { FewAtOnce } from './few-at-once.js';

/** Where output goes that is too long for memory, or that is to outlive the gate. */
export interface Spool {
  /** Whether what is in it can be read when the gate is gone: then the shortest output is written too. */
  readonly outlivesGate: boolean;
  /** However many ask for output, the descriptors are there for programs too. */
  readonly readers: FewAtOnce;
  /** Makes a file that was not there, and gives its descriptor. Throws where it cannot. */
  create(fileName: string, mode: number): number;
  /** Tells where the file is. That is true only until `use` returns. */
  at<T>(fileName: string, use: (path: string) => T): T;
  /** So much more is kept in it, or so much less. */
  count(bytes: number): void;
  /** Sums up what was written, where somebody may want to know later whether it was changed. */
  beginDigest(): Hash | undefined;
}
