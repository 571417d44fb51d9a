// A regular expression over texts that are in memory: whether one matches, in time that grows with its length alone.

import { Automaton } from './automaton.js';
import { compileProgram } from './compile-program.js';
import { edgeKinds } from './edge-kind.js';
import { type PatternOptions, parsePattern } from './parse-pattern.js';
import type { PatternTree } from './pattern-tree.js';

/** Of these there may be several in one query, and each keeps its table. */
const mostStates = 1_000;

/** One byte that is looked up in the table is this much cheaper than a step that makes the table. */
const bytesForWork = 2;

export interface TextPatternOptions extends Pick<PatternOptions, 'dot'> {
  /** The whole text has to match, not a part of it. */
  readonly whole: boolean;
}

export class TextPattern {
  readonly #tree: PatternTree;
  #automaton: Automaton | undefined;

  /** Throws a `PatternProblem` where the pattern needs more than an automaton can do. */
  constructor(pattern: string, { whole, dot = 'javascript' }: TextPatternOptions) {
    const tree = parsePattern(pattern, { ignoreCase: false, spansLines: true, dot });
    const begin = { kind: 'assertion', name: 'begin' } as const;
    const end = { kind: 'assertion', name: 'end' } as const;
    this.#tree = whole ? { kind: 'sequence', parts: [begin, tree, end] } : tree;
    this.#automaton = this.#compile();
  }

  /** `spend` is told about the work while it is done, about every ten milliseconds, and may throw. */
  test(text: string, spend: (work: number) => void): boolean {
    const automaton = this.#automaton ?? this.#compile();
    // One that is left in the middle of its work begins anew.
    this.#automaton = undefined;
    const bytes = Buffer.from(text);
    let at = 0;
    automaton.begin(edgeKinds.lineEnd);
    do {
      const before = { at, work: automaton.work };
      automaton.startTurn();
      at = automaton.run(bytes, at, bytes.length);
      spend(1 + Math.ceil((at - before.at) / bytesForWork) + automaton.work - before.work);
    } while (!automaton.found && at < bytes.length);
    this.#automaton = automaton;
    return automaton.found || automaton.endsBefore(edgeKinds.lineEnd);
  }

  #compile(): Automaton {
    const program = compileProgram(this.#tree, 'utf8', 'forwards');
    return new Automaton(program, 'forwards', 'utf8', { mostStates, spansLines: true });
  }
}
