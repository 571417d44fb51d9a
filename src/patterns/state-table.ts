// The table of an automaton, a row for each state. It is made while it is needed, and begun anew when it is full.

import { type EdgeKind, edgeKinds } from './edge-kind.js';

const mostEntries = 1024 * 1024;

/** All states together hold at most so many nodes: a large pattern has large states. */
const mostNodes = 2 * 1024 * 1024;

export interface State {
  /** What is waited for: only nodes that read a byte, ask for an assertion, or are the match. */
  readonly nodes: Uint16Array;
  readonly before: EdgeKind;
  readonly asks: boolean;
}

/** A state is known by where its row begins. */
export class StateTable {
  /** By state and class: 0 is not known yet, a negative number a match that ends before the byte. */
  rows: Int32Array;
  /** How often it was begun: what was a row then is none now. */
  begun = 0;
  readonly #width: number;
  readonly #limit: number;
  #heldNodes = 0;
  #states: State[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(width: number, mostStates: number) {
    this.#width = width;
    this.#limit = Math.min(mostStates, Math.floor(mostEntries / width));
    this.rows = new Int32Array(64 * width);
    this.#begin();
  }

  at(state: number): State {
    return this.#states[state / this.#width] as State;
  }

  /** The row of a state, as new where it has none yet. */
  rowOf(state: State): number {
    const { nodes, before } = state;
    const key = `${before}${Buffer.from(nodes.buffer).toString('latin1')}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= this.#limit || this.#heldNodes > mostNodes) this.#begin();
    this.#heldNodes += nodes.length;
    const row = (this.#states.push(state) - 1) * this.#width;
    if (row + this.#width > this.rows.length) this.#grow();
    this.#numbers.set(key, row);
    return row;
  }

  #grow(): void {
    const larger = new Int32Array(this.rows.length * 2);
    larger.set(this.rows);
    this.rows = larger;
  }

  #begin(): void {
    this.begun++;
    this.#heldNodes = 0;
    this.rows.fill(0);
    this.#numbers.clear();
    // No state has the number 0, which stands for what is not known.
    this.#states = [{ nodes: new Uint16Array(0), before: edgeKinds.other, asks: false }];
  }
}
