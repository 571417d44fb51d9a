// Takes secrets out of a stream of bytes, also those that are split over chunks.

import { redacted } from '../../../vocabulary/look-alikes.js';
import type { TextEncoding } from '../../../vocabulary/program.js';

const nothing = Buffer.alloc(0);

interface Match {
  readonly at: number;
  readonly length: number;
  /** Of the pattern. */
  readonly index: number;
}

/**
 * Replaces every occurrence by `[REDACTED]`, or by what is given for its pattern; of those that overlap the first, and of those that begin together the
 * longest. The result does not depend on how the stream is cut into chunks.
 */
export class StreamRedactor {
  readonly #patterns: readonly Buffer[];
  readonly #longest: number;
  readonly #marks: readonly Buffer[];
  #held: Buffer = nothing;

  /** The patterns are sorted, the longest first. */
  constructor(patterns: readonly Buffer[], encoding: TextEncoding, marks?: readonly Buffer[]) {
    this.#patterns = patterns;
    this.#longest = patterns[0]?.length ?? 0;
    const usual = Buffer.from(redacted, encoding === 'utf16le' ? 'utf16le' : 'utf8');
    this.#marks = marks ?? patterns.map(() => usual);
  }

  /** What can be shown now: all but an end that may be the beginning of a secret. */
  push(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    return this.#redact(bytes, false);
  }

  end(): Buffer {
    return this.#redact(this.#held, true);
  }

  #redact(bytes: Buffer, isEnd: boolean): Buffer {
    const parts: Buffer[] = [];
    const next = this.#patterns.map((pattern) => bytes.indexOf(pattern));
    let from = 0;
    let heldFrom = isEnd ? bytes.length : this.#findBeginning(bytes, 0);
    for (;;) {
      const match = this.#firstMatch(bytes, from, next);
      // A longer secret may begin here: what it is will be known when more has come.
      if (match === undefined || match.at >= heldFrom) break;
      parts.push(bytes.subarray(from, match.at), this.#marks[match.index] ?? nothing);
      from = match.at + match.length;
      if (heldFrom < from) heldFrom = this.#findBeginning(bytes, from);
    }
    this.#held = heldFrom === bytes.length ? nothing : bytes.subarray(heldFrom);
    const rest = bytes.subarray(from, heldFrom);
    return parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
  }

  /** `next` remembers where each pattern comes next, so that a stretch is searched once for each, not once per match. */
  #firstMatch(bytes: Buffer, from: number, next: number[]): Match | undefined {
    let first: Match | undefined;
    for (const [index, pattern] of this.#patterns.entries()) {
      let at = next[index] ?? -1;
      if (at !== -1 && at < from) {
        at = bytes.indexOf(pattern, from);
        next[index] = at;
      }
      if (at !== -1 && (first === undefined || at < first.at)) first = { at, length: pattern.length, index };
    }
    return first;
  }

  /** Where the end begins that is the beginning, but not the whole, of a secret. */
  #findBeginning(bytes: Buffer, from: number): number {
    let nearest = bytes.length;
    const start = Math.max(from, bytes.length - this.#longest + 1);
    for (const pattern of this.#patterns) {
      const first = pattern[0] ?? 0;
      let at = Math.max(start, bytes.length - pattern.length + 1);
      for (at = bytes.indexOf(first, at); at !== -1 && at < nearest; at = bytes.indexOf(first, at + 1)) {
        if (pattern.compare(bytes, at, bytes.length, 0, bytes.length - at) === 0) nearest = at;
      }
    }
    return nearest;
  }
}
