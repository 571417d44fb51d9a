import { Automaton } from './automaton.js';
import type { SearchEncoding } from './byte-sequences.js';
import { compileProgram } from './compile-program.js';
import { type PatternOptions, parsePattern } from './parse-pattern.js';
import { requiredLiteral } from './required-literal.js';

/** A pattern that is ready to be looked for in one stream. */
export interface CompiledPattern {
  /** Finds where a match ends. */
  readonly forwards: Automaton;
  /** Finds from there where it begins. */
  readonly backwards: Automaton;
  /** What every line with a match contains. */
  readonly literal: Buffer | undefined;
}

/** Throws a `PatternProblem` where it is not in the language. */
export function compilePattern(pattern: string, encoding: SearchEncoding, options: PatternOptions): CompiledPattern {
  const tree = parsePattern(pattern, options);
  const literal = requiredLiteral(tree);
  return {
    forwards: new Automaton(compileProgram(tree, encoding, 'forwards'), 'forwards', encoding),
    backwards: new Automaton(compileProgram(tree, encoding, 'backwards'), 'backwards', encoding),
    literal: literal === '' ? undefined : Buffer.from(literal, encoding),
  };
}
