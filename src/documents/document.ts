/** The way to a value: `['limits', 'rate', 'perMinute']`, `['allow', 0]`. */
export type KeyPath = readonly (string | number)[];

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface DocumentProblem {
  readonly path: KeyPath;
  readonly place?: Place | undefined;
  readonly message: string;
  readonly fix: string;
}

/** What a file holds, before anything is known about its keys. */
export interface Document {
  /** `undefined` when the file could not be read to its end; then `problems` says why. */
  readonly value: unknown;
  readonly problems: readonly DocumentProblem[];
  /** Where a key or its value stands. */
  locate(path: KeyPath, part: 'key' | 'value'): Place | undefined;
}

/** The line and column of an offset, both counted from 1. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** A file that holds no value at all. */
export function unreadable(problem: Omit<DocumentProblem, 'path'>): Document {
  return { value: undefined, problems: [{ path: [], ...problem }], locate: () => undefined };
}
