// Which runs of a chain have started and not ended, and where their starts are written.

/** Where a line is: its segment, its first byte there, and how many bytes it has with its line end. */
export interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

export interface OpenStart extends Place {
  readonly run: string;
}

export class OpenStarts {
  readonly #starts = new Map<string, OpenStart>();

  /** To be told of every entry in the order of the chain. */
  note(type: string, run: string, place: Place): void {
    if (type === 'start') this.#starts.set(run, { run, ...place });
    else if (type === 'end' || type === 'lost') this.#starts.delete(run);
  }

  add(start: OpenStart): void {
    this.#starts.set(start.run, start);
  }

  clear(): void {
    this.#starts.clear();
  }

  get size(): number {
    return this.#starts.size;
  }

  list(): readonly OpenStart[] {
    return [...this.#starts.values()];
  }
}

/** The starts that a segment's first entry carries on from the segments before it. */
export function readOpenStarts(value: unknown): readonly OpenStart[] {
  return Array.isArray(value) ? value.filter(isOpenStart) : [];
}

function isOpenStart(value: unknown): value is OpenStart {
  if (typeof value !== 'object' || value === null) return false;
  const { run, segment, offset, length } = value as Record<string, unknown>;
  return typeof run === 'string' && [segment, offset, length].every(Number.isSafeInteger);
}
