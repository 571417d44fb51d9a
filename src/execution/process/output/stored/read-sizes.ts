import type { RecordedStream } from '../../../../vocabulary/run-record.js';
import { tailBytes } from '../captured-stream.js';

export interface Sizes {
  readonly bytes: number;
  readonly kept: number;
  readonly tail: number;
}

/** The sizes that a record tells, made to fit each other: somebody may have changed it. */
export function readSizes({ bytes, kept, tail }: RecordedStream): Sizes {
  const all = size(bytes, Number.MAX_SAFE_INTEGER);
  const beginning = size(kept, all);
  return { bytes: all, kept: beginning, tail: size(tail ?? 0, Math.min(tailBytes, all - beginning)) };
}

function size(value: number, most: number): number {
  return Number.isSafeInteger(value) ? Math.min(Math.max(0, value), most) : 0;
}
