// Where a page of runs ends, as a text that is given back to go on there.

import { GateError } from '../../vocabulary/gate-error.js';
import type { Row, Value } from './database.js';

/** Runs come by the time at which they were created; the rest tells runs of the same moment apart. */
export interface RunCursor {
  readonly createdAt: number;
  readonly run: string;
  readonly chain: number;
}

export function cursorAt({ created_at, run, chain }: Row): RunCursor {
  return { createdAt: Number(created_at), run: String(run), chain: Number(chain) };
}

/** Whether the first comes before the second, the newest first. */
export function isNewer(left: RunCursor, right: RunCursor): boolean {
  if (left.createdAt !== right.createdAt) return left.createdAt > right.createdAt;
  // By their bytes, as the databases do.
  if (left.run !== right.run) return Buffer.compare(Buffer.from(left.run), Buffer.from(right.run)) > 0;
  return left.chain > right.chain;
}

export function writeCursor({ createdAt, run, chain }: RunCursor): string {
  return Buffer.from(JSON.stringify([createdAt, run, chain])).toString('base64url');
}

export function readCursor(text: string): RunCursor {
  const [createdAt, run, chain] = parse(text);
  if (Number.isSafeInteger(createdAt) && typeof run === 'string' && Number.isSafeInteger(chain)) {
    return { createdAt: Number(createdAt), run, chain: Number(chain) };
  }
  throw new GateError('VALIDATION_ERROR', 'The cursor does not come from a list of runs', {
    hint: 'Use the cursor from the previous page, or leave it out to start with the newest runs',
  });
}

function parse(text: string): readonly Value[] {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
