import type { GateError } from '../../vocabulary/gate-error.js';

export type Fields = Readonly<Record<string, unknown>>;

/** One line of a plan: what is to be run, or why that cannot be known. */
export type PlanLine = PlanRequest | BrokenLine;

export interface PlanRequest {
  /** The physical line, counted from 1. */
  readonly number: number;
  /** As it was written. */
  readonly cmd: string;
  readonly path: readonly string[];
  readonly options: Fields;
  readonly input: Fields;
  /** Whether something in it is to be taken from an earlier answer. */
  readonly refers: boolean;
  readonly error?: undefined;
}

export interface BrokenLine {
  readonly number: number;
  readonly cmd: string | null;
  readonly error: GateError;
}

/** The lines of a plan, in order: a stream, or a list that is known from the beginning. */
export interface PlanSource {
  /** The next lines; `undefined` at the end. Rejects where nothing more can be read. */
  next(): Promise<Iterable<PlanLine> | undefined>;
  /** How many there still are, where that can be known without waiting for them. Nothing can be read afterwards. */
  countRest(): Promise<number | undefined>;
  close(): void;
}
