// Runs a program over bytes, one table look-up for each. The table is made while it is needed, and begun anew when it
// is full: a byte costs at most what all nodes of the program cost, whatever the pattern and the text.

import type { SearchEncoding } from './byte-sequences.js';
import type { Direction, Program, ProgramNode } from './compile-program.js';
import { type EdgeKind, edgeKinds, holds, kindOfByte, kindOfByteBehind, kindOfByteInText } from './edge-kind.js';

const lineFeed = 0x0a;

/** In UTF-8, from here to there the bytes go on with a character. */
const firstContinuation = 0x80;
const firstLead = 0xc0;

const mostStates = 10_000;
const mostEntries = 1024 * 1024;

/** All states together hold at most so many nodes: a large pattern has large states. */
const mostNodes = 2 * 1024 * 1024;

/** What a state costs beside its nodes. */
const stateWork = 60;

/** About ten milliseconds: so long others wait for their turn. */
const workInTurn = 400_000;

interface State {
  /** What is waited for: only nodes that read a byte, ask for an assertion, or are the match. */
  readonly nodes: Uint16Array;
  readonly before: EdgeKind;
  readonly asks: boolean;
}

export interface AutomatonOptions {
  readonly mostStates?: number;
  /** A line feed is a character like any other, and `^` and `$` are the ends of the whole text. */
  readonly spansLines?: boolean;
}

/** Forwards it finds what ends first, anywhere in a line. Backwards it begins at one place and finds all ends. */
export class Automaton {
  /** After a run: whether it stopped because of a match. Otherwise it stopped at the end, or for others' turn. */
  found = false;
  /** How much was done to make the table. */
  work = 0;
  #turnEnd = workInTurn;
  readonly #nodes: readonly ProgramNode[];
  readonly #start: number;
  readonly #searches: boolean;
  readonly #encoding: SearchEncoding;
  readonly #spansLines: boolean;
  readonly #kindOf: (byte: number) => EdgeKind;
  /** Bytes that no step tells apart are one class. */
  readonly #classes = new Uint8Array(256);
  readonly #classBytes: number[] = [];
  readonly #width: number;
  readonly #limit: number;
  /** By state and class: 0 is not known yet, a negative number a match that ends before the byte. */
  #table: Int32Array;
  /** How often the table was begun. */
  #tables = 0;
  #heldNodes = 0;
  #states: State[] = [];
  #numbers = new Map<string, number>();
  #state = 0;
  readonly #nodeList: Uint16Array;
  readonly #marks: Uint32Array;
  readonly #waiting: number[] = [];
  #mark = 0;
  #count = 0;

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
    this.#nodeList = new Uint16Array(nodes.length);
    this.#marks = new Uint32Array(nodes.length);
    this.#sortBytes();
    this.#width = this.#classBytes.length;
    this.#limit = Math.min(limit, Math.floor(mostEntries / this.#width));
    this.#table = new Int32Array(64 * this.#width);
    this.#forget();
  }

  /** A run ends early when this was too long ago, by the work since then. */
  startTurn(): void {
    this.#turnEnd = this.work + workInTurn;
  }

  /** Begins behind (or, backwards, before) something of this kind. */
  begin(before: EdgeKind): void {
    this.#clear();
    this.#reach(this.#start);
    this.#state = this.#intern(before);
  }

  /** Reads forwards. Gives the place of the first byte that it did not need: behind a match, or `to`. */
  run(bytes: Uint8Array, from: number, to: number): number {
    const classes = this.#classes;
    let table = this.#table;
    let state = this.#state;
    this.found = false;
    for (let at = from; at < to; at++) {
      const byteClass = classes[bytes[at] as number] as number;
      let next = table[state + byteClass] as number;
      if (next <= 0) {
        if (next === 0) {
          next = this.#step(state, byteClass);
          table = this.#table;
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
      const byteClass = this.#classes[bytes[at - 1] as number] as number;
      const next = this.#table[this.#state + byteClass] || this.#step(this.#state, byteClass);
      if (next < 0) onMatch(at);
      this.#state = Math.abs(next);
      if (this.isDead) return to;
      if (this.work > this.#turnEnd) return at - 1;
    }
    return to;
  }

  /** Whether a match ends here, when this is what comes next. */
  endsBefore(after: EdgeKind): boolean {
    const state = this.#stateAt(this.#state);
    return this.#isMatch(this.#resolve(state, after));
  }

  get isDead(): boolean {
    return this.#stateAt(this.#state).nodes.length === 0;
  }

  #stateAt(state: number): State {
    return this.#states[state / this.#width] as State;
  }

  #step(from: number, byteClass: number): number {
    const byte = this.#classBytes[byteClass] as number;
    const behind = kindOfByteBehind(byte, this.#encoding, this.#kindOf);
    const nodes = this.#resolve(this.#stateAt(from), this.#searches ? behind : this.#kindOf(byte));
    const matches = this.#isMatch(nodes);
    if (matches && this.#searches) {
      this.#table[from + byteClass] = -1;
      return -1;
    }
    this.#clear();
    // What comes behind a line feed has nothing to do with what came before.
    if (!this.#searches || this.#spansLines || byte !== lineFeed) this.#follow(nodes, byte);
    if (this.#searches) this.#reach(this.#start);
    const table = this.#tables;
    const state = this.#intern(this.#searches ? this.#kindOf(byte) : behind);
    const value = matches ? -state : state;
    // A table that was begun anew has no such row any more.
    if (table === this.#tables) this.#table[from + byteClass] = value;
    return value;
  }

  /** The nodes with those that wait behind assertions which hold here. */
  #resolve({ nodes, before, asks }: State, after: EdgeKind): Uint16Array {
    if (!asks) return nodes;
    this.#clear();
    for (const number of nodes) this.#reach(number);
    // More are appended while it runs.
    for (let index = 0; index < this.#count; index++) {
      const node = this.#nodes[this.#nodeList[index] as number];
      if (node?.kind === 'assertion' && holds(node.name, before, after)) this.#reach(node.target);
    }
    return this.#nodeList.slice(0, this.#count);
  }

  #isMatch(nodes: Uint16Array): boolean {
    return nodes.some((number) => this.#nodes[number]?.kind === 'match');
  }

  #follow(nodes: Uint16Array, byte: number): void {
    for (const number of nodes) {
      const node = this.#nodes[number];
      if (node?.kind !== 'bytes') continue;
      this.work += node.steps.length;
      for (const { first, last, target } of node.steps) {
        if (byte >= first && byte <= last) this.#reach(target);
      }
    }
  }

  #clear(): void {
    this.#mark++;
    this.#count = 0;
  }

  /** Adds a node, and those that are reached from it without reading anything. */
  #reach(number: number): void {
    const waiting = this.#waiting;
    for (let next: number | undefined = number; next !== undefined; next = waiting.pop()) {
      this.work++;
      if (this.#marks[next] === this.#mark) continue;
      this.#marks[next] = this.#mark;
      const node = this.#nodes[next];
      if (node?.kind === 'split') for (const target of node.targets) waiting.push(target);
      else this.#nodeList[this.#count++] = next;
    }
  }

  /** The state of the nodes that were reached. */
  #intern(before: EdgeKind): number {
    const nodes = this.#nodeList.slice(0, this.#count).sort();
    this.work += nodes.length + stateWork;
    const asks = nodes.some((number) => this.#nodes[number]?.kind === 'assertion');
    const kind = asks ? before : edgeKinds.other;
    const key = `${kind}${Buffer.from(nodes.buffer).toString('latin1')}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= this.#limit || this.#heldNodes > mostNodes) this.#forget();
    this.#heldNodes += nodes.length;
    const number = this.#states.push({ nodes, before: kind, asks }) - 1;
    const state = number * this.#width;
    if (state + this.#width > this.#table.length) {
      const larger = new Int32Array(this.#table.length * 2);
      larger.set(this.#table);
      this.#table = larger;
    }
    this.#numbers.set(key, state);
    return state;
  }

  #forget(): void {
    this.#tables++;
    this.#heldNodes = 0;
    this.#table.fill(0);
    this.#numbers.clear();
    // No state has the number 0, which stands for what is not known.
    this.#states = [{ nodes: new Uint16Array(0), before: edgeKinds.other, asks: false }];
  }

  #sortBytes(): void {
    const isEdge = new Uint8Array(257);
    for (const node of this.#nodes) {
      if (node.kind !== 'bytes') continue;
      for (const { first, last } of node.steps) {
        isEdge[first] = 1;
        isEdge[last + 1] = 1;
      }
    }
    for (let byte = 0; byte < 256; byte++) {
      const differs =
        byte === 0 ||
        isEdge[byte] === 1 ||
        kindOfByte(byte) !== kindOfByte(byte - 1) ||
        byte === firstContinuation ||
        byte === firstLead ||
        byte === lineFeed ||
        byte === lineFeed + 1;
      if (differs) this.#classBytes.push(byte);
      this.#classes[byte] = this.#classBytes.length - 1;
    }
  }
}
