// A pattern as a machine of small steps over bytes, forwards or backwards.

import { type ByteSequence, byteSequences, type SearchEncoding } from './byte-sequences.js';
import type { CharacterRanges } from './character-ranges.js';
import { PatternProblem } from './pattern-problem.js';
import type { AssertionName, PatternTree } from './pattern-tree.js';

export type ProgramNode =
  | { readonly kind: 'bytes'; readonly steps: readonly Step[] }
  | { readonly kind: 'split'; readonly targets: number[] }
  | { readonly kind: 'assertion'; readonly name: AssertionName; readonly target: number }
  | { readonly kind: 'match' };

/** With a byte from `first` to `last` it goes on at `target`. */
export interface Step {
  readonly first: number;
  readonly last: number;
  readonly target: number;
}

export interface Program {
  readonly nodes: readonly ProgramNode[];
  readonly start: number;
}

export type Direction = 'forwards' | 'backwards';

/** What one byte costs at worst grows with this; and a node's number has 16 bits. */
const mostSteps = 60_000;

/** Throws a `PatternProblem` where it would be too large. */
export function compileProgram(tree: PatternTree, encoding: SearchEncoding, direction: Direction): Program {
  const compiler = new ProgramCompiler(encoding, direction);
  const match = compiler.add({ kind: 'match' });
  const start = compiler.compile(tree, match);
  return { nodes: compiler.nodes, start };
}

const mirrored = { begin: 'end', end: 'begin', boundary: 'boundary', inside: 'inside' } as const;

class ProgramCompiler {
  readonly nodes: ProgramNode[] = [];
  readonly #encoding: SearchEncoding;
  readonly #direction: Direction;
  readonly #sequences = new Map<CharacterRanges, readonly ByteSequence[]>();
  #steps = 0;

  constructor(encoding: SearchEncoding, direction: Direction) {
    this.#encoding = encoding;
    this.#direction = direction;
  }

  add(node: ProgramNode): number {
    if (node.kind === 'bytes') this.#count(node.steps.length);
    return this.nodes.push(node) - 1;
  }

  #count(steps: number): void {
    this.#steps += steps;
    if (this.#steps > mostSteps) {
      throw new PatternProblem('The pattern is too large', 1, 'Use smaller repetition counts, or a simpler pattern');
    }
  }

  /** Where to begin in order to match this and then go on at `next`. */
  compile(tree: PatternTree, next: number): number {
    // Nothing, repeated a thousand times a thousand times, adds no nodes but takes as long.
    this.#count(1);
    switch (tree.kind) {
      case 'character':
        return this.#character(tree, next);
      case 'assertion': {
        const name = this.#direction === 'forwards' ? tree.name : mirrored[tree.name];
        return this.add({ kind: 'assertion', name, target: next });
      }
      case 'sequence': {
        const fromEnd = this.#direction === 'forwards' ? tree.parts.toReversed() : tree.parts;
        return fromEnd.reduce((behind, part) => this.compile(part, behind), next);
      }
      case 'choice':
        return this.add({ kind: 'split', targets: tree.parts.map((part) => this.compile(part, next)) });
      case 'repeat':
        return this.#repeat(tree, next);
      default:
        return tree satisfies never;
    }
  }

  #repeat({ part, least, most }: PatternTree & { kind: 'repeat' }, next: number): number {
    let behind = next;
    if (most === Number.POSITIVE_INFINITY) {
      const targets = [next];
      behind = this.add({ kind: 'split', targets });
      targets.push(this.compile(part, behind));
    } else {
      for (let count = least; count < most; count++) {
        behind = this.add({ kind: 'split', targets: [next, this.compile(part, behind)] });
      }
    }
    for (let count = 0; count < least; count++) behind = this.compile(part, behind);
    return behind;
  }

  /** Ways that end alike share their end: without that a `.` would be three times as large. */
  #character(tree: PatternTree & { kind: 'character' }, next: number): number {
    const ends = new Map<string, number>();
    const stepOf = (sequence: ByteSequence): Step => {
      const [[first, last] = [0, -1], ...rest] = sequence;
      if (rest.length === 0) return { first, last, target: next };
      const key = rest.join();
      const target = ends.get(key) ?? this.add({ kind: 'bytes', steps: [stepOf(rest)] });
      ends.set(key, target);
      return { first, last, target };
    };
    return this.add({ kind: 'bytes', steps: this.#sequencesOf(tree.ranges).map(stepOf) });
  }

  #sequencesOf(ranges: CharacterRanges): readonly ByteSequence[] {
    const known = this.#sequences.get(ranges);
    if (known) return known;
    const forwards = byteSequences(ranges, this.#encoding);
    const sequences = this.#direction === 'forwards' ? forwards : forwards.map((sequence) => sequence.toReversed());
    this.#sequences.set(ranges, sequences);
    return sequences;
  }
}
