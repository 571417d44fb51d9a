// The nodes of a program that are reached at one place of a text, and what it costs to find them.

import type { ProgramNode } from './compile-program.js';
import { type EdgeKind, holds } from './edge-kind.js';

export class ReachedNodes {
  /** How much was done so far. */
  work = 0;
  readonly #nodes: readonly ProgramNode[];
  readonly #list: Uint16Array;
  readonly #marks: Uint32Array;
  readonly #waiting: number[] = [];
  #mark = 0;
  #count = 0;

  constructor(nodes: readonly ProgramNode[]) {
    this.#nodes = nodes;
    this.#list = new Uint16Array(nodes.length);
    this.#marks = new Uint32Array(nodes.length);
  }

  clear(): void {
    this.#mark++;
    this.#count = 0;
  }

  /** Adds a node, and those that are reached from it without reading anything. */
  reach(number: number): void {
    const waiting = this.#waiting;
    for (let next: number | undefined = number; next !== undefined; next = waiting.pop()) {
      this.work++;
      if (this.#marks[next] === this.#mark) continue;
      this.#marks[next] = this.#mark;
      const node = this.#nodes[next];
      if (node?.kind === 'split') for (const target of node.targets) waiting.push(target);
      else this.#list[this.#count++] = next;
    }
  }

  /** Adds what is reached from these by reading a byte. */
  follow(nodes: Uint16Array, byte: number): void {
    for (const number of nodes) {
      const node = this.#nodes[number];
      if (node?.kind !== 'bytes') continue;
      this.work += node.steps.length;
      for (const { first, last, target } of node.steps) {
        if (byte >= first && byte <= last) this.reach(target);
      }
    }
  }

  /** These, with those that wait behind assertions which hold here. */
  passAssertions(nodes: Uint16Array, before: EdgeKind, after: EdgeKind): Uint16Array {
    this.clear();
    for (const number of nodes) this.reach(number);
    // More are appended while it runs.
    for (let index = 0; index < this.#count; index++) {
      const node = this.#nodes[this.#list[index] as number];
      if (node?.kind === 'assertion' && holds(node.name, before, after)) this.reach(node.target);
    }
    return this.take();
  }

  take(): Uint16Array {
    return this.#list.slice(0, this.#count);
  }
}
