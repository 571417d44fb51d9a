// Runs a program over bytes, one look into a table for each: a byte costs at most what all nodes of the program cost,
// whatever the pattern and the text.

import { ByteClasses, lineFeed } from './byte-classes.js';
import type { SearchEncoding } from './byte-sequences.js';
import type { Direction, Program, ProgramNode } from './compile-program.js';
import { type EdgeKind, edgeKinds, kindOfByte, kindOfByteBehind, kindOfByteInText } from './edge-kind.js';
import { ReachedNodes } from './reached-nodes.js';
import { type State, StateTable } from './state-table.js';

const mostStates = 10_000;

/** What a state costs beside its nodes. */
const stateWork = 60;

/** About ten milliseconds: so long others wait for their turn. */
const workInTurn = 400_000;

export interface AutomatonOptions {
  readonly mostStates?: number;
  /** A line feed is a character like any other, and `^` and `$` are the ends of the whole text. */
  readonly spansLines?: boolean;
}

/** Forwards it finds what ends first, anywhere in a line. Backwards it begins at one place and finds all ends. */
export class Automaton {
  /** After a run: whether it stopped because of a match. Otherwise it stopped at the end, or for others' turn. */
  found = false;
  #turnEnd = workInTurn;
  readonly #nodes: readonly ProgramNode[];
  readonly #start: number;
  readonly #searches: boolean;
  readonly #encoding: SearchEncoding;
  readonly #spansLines: boolean;
  readonly #kindOf: (byte: number) => EdgeKind;
  readonly #classes: ByteClasses;
  readonly #states: StateTable;
  readonly #reached: ReachedNodes;
  #state = 0;

  constructor(
    { nodes, start }: Program,
    direction: Direction,
    encoding: SearchEncoding,
    { mostStates: limit = mostStates, spansLines = false }: AutomatonOptions = {},
  ) {
    this.#nodes = nodes;
    this.#start = start;
    this.#searches = direction === 'forwards';
    this.#encoding = encoding;
    this.#spansLines = spansLines;
    this.#kindOf = spansLines ? kindOfByteInText : kindOfByte;
    this.#classes = new ByteClasses(nodes);
    this.#states = new StateTable(this.#classes.bytes.length, limit);
    this.#reached = new ReachedNodes(nodes);
  }

  /** How much was done to make the table. */
  get work(): number {
    return this.#reached.work;
  }

  /** A run ends early when this was too long ago, by the work since then. */
  startTurn(): void {
    this.#turnEnd = this.work + workInTurn;
  }

  /** Begins behind (or, backwards, before) something of this kind. */
  begin(before: EdgeKind): void {
    this.#reached.clear();
    this.#reached.reach(this.#start);
    this.#state = this.#intern(before);
  }

  /** Reads forwards. Gives the place of the first byte that it did not need: behind a match, or `to`. */
  run(bytes: Uint8Array, from: number, to: number): number {
    const classes = this.#classes.ofByte;
    let table = this.#states.rows;
    let state = this.#state;
    this.found = false;
    for (let at = from; at < to; at++) {
      const byteClass = classes[bytes[at] as number] as number;
      let next = table[state + byteClass] as number;
      if (next <= 0) {
        if (next === 0) {
          next = this.#step(state, byteClass);
          table = this.#states.rows;
        }
        if (next < 0) {
          this.found = true;
          return at;
        }
        if (this.work > this.#turnEnd) {
          this.#state = next;
          return at + 1;
        }
      }
      state = next;
    }
    this.#state = state;
    return to;
  }

  /**
   * Reads backwards from `from` to `to`, and tells each place that a match reaches: the last one told is the furthest.
   * Gives the place that it came to: `to` when nothing more can follow.
   */
  runBackwards(bytes: Uint8Array, from: number, to: number, onMatch: (at: number) => void): number {
    for (let at = from; at > to; at--) {
      const byteClass = this.#classes.ofByte[bytes[at - 1] as number] as number;
      const next = this.#states.rows[this.#state + byteClass] || this.#step(this.#state, byteClass);
      if (next < 0) onMatch(at);
      this.#state = Math.abs(next);
      if (this.isDead) return to;
      if (this.work > this.#turnEnd) return at - 1;
    }
    return to;
  }

  /** Whether a match ends here, when this is what comes next. */
  endsBefore(after: EdgeKind): boolean {
    return this.#isMatch(this.#resolve(this.#states.at(this.#state), after));
  }

  get isDead(): boolean {
    return this.#states.at(this.#state).nodes.length === 0;
  }

  #step(from: number, byteClass: number): number {
    const states = this.#states;
    const byte = this.#classes.bytes[byteClass] as number;
    const behind = kindOfByteBehind(byte, this.#encoding, this.#kindOf);
    const nodes = this.#resolve(states.at(from), this.#searches ? behind : this.#kindOf(byte));
    const matches = this.#isMatch(nodes);
    if (matches && this.#searches) {
      states.rows[from + byteClass] = -1;
      return -1;
    }
    this.#reached.clear();
    // What comes behind a line feed has nothing to do with what came before.
    if (!this.#searches || this.#spansLines || byte !== lineFeed) this.#reached.follow(nodes, byte);
    if (this.#searches) this.#reached.reach(this.#start);
    const { begun } = states;
    const state = this.#intern(this.#searches ? this.#kindOf(byte) : behind);
    const value = matches ? -state : state;
    // A table that was begun anew has no such row any more.
    if (begun === states.begun) states.rows[from + byteClass] = value;
    return value;
  }

  #resolve({ nodes, before, asks }: State, after: EdgeKind): Uint16Array {
    return asks ? this.#reached.passAssertions(nodes, before, after) : nodes;
  }

  #isMatch(nodes: Uint16Array): boolean {
    return nodes.some((number) => this.#nodes[number]?.kind === 'match');
  }

  /** The state of the nodes that were reached. */
  #intern(before: EdgeKind): number {
    const nodes = this.#reached.take().sort();
    this.#reached.work += nodes.length + stateWork;
    const asks = nodes.some((number) => this.#nodes[number]?.kind === 'assertion');
    return this.#states.rowOf({ nodes, before: asks ? before : edgeKinds.other, asks });
  }
}
