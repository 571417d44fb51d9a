// Which runs of a chain were accepted or started and have not ended, and where that is written.

import type { LedgerEntry } from './entry.js';

/** Where a line is: its segment, its first byte there, and how many bytes it has with its line end. */
export interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

export interface OpenStart extends Place {
  readonly run: string;
}

/** A run that was accepted waits for its start, which then counts; it can be refused before that. */
const opens = new Set(['accepted', 'start']);
const closes = new Set(['end', 'refused', 'lost']);

export function opensRun(type: string): boolean {
  return opens.has(type);
}

export function closesRun(type: string): boolean {
  return closes.has(type);
}

export class OpenStarts {
  readonly #starts = new Map<string, OpenStart>();

  /** To be told of every entry in the order of the chain. */
  note(type: string, run: string, place: Place): void {
    if (opens.has(type)) this.#starts.set(run, { run, ...place });
    else if (closes.has(type)) this.#starts.delete(run);
  }

  /** The same of an entry that is read. A segment begins with the runs that went on when it was begun. */
  noteEntry({ type, run, open }: LedgerEntry, place: Place): void {
    if (type === 'segment') {
      this.#starts.clear();
      for (const start of readOpenStarts(open)) this.#starts.set(start.run, start);
    } else if (typeof run === 'string') {
      this.note(type, run, place);
    }
  }

  get(run: string): OpenStart | undefined {
    return this.#starts.get(run);
  }

  get size(): number {
    return this.#starts.size;
  }

  list(): readonly OpenStart[] {
    return [...this.#starts.values()];
  }
}

/** The starts that a segment's first entry carries on from the segments before it. */
function readOpenStarts(value: unknown): readonly OpenStart[] {
  return Array.isArray(value) ? value.filter(isOpenStart) : [];
}

function isOpenStart(value: unknown): value is OpenStart {
  if (typeof value !== 'object' || value === null) return false;
  const { run, segment, offset, length } = value as Record<string, unknown>;
  return typeof run === 'string' && [segment, offset, length].every(Number.isSafeInteger);
}
