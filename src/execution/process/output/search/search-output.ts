// Looks for a regular expression in what a program printed, line by line. Time grows with the length of the output and
// of the pattern, never faster; memory does not grow.

import { compilePattern } from '../../../../patterns/compile-pattern.js';
import { PatternProblem } from '../../../../patterns/pattern-problem.js';
import type { TextEncoding } from '../../../../vocabulary/program.js';
import type { OutputView } from '../output-view.js';
import type { OutputMatch } from './match-list.js';
import { OutputSearcher } from './output-searcher.js';
import { searchEncodingOf } from './piece.js';

export interface SearchOptions {
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** How many lines before and after each match are shown. */
  readonly context?: number;
  /** Where to begin: a line, counted from 1, or a byte. */
  readonly fromLine?: number;
  readonly fromByte?: number;
  /** Most matches. */
  readonly most: number;
  /** Most bytes of text, in lines and context together. */
  readonly limitBytes: number;
  readonly signal?: AbortSignal;
}

/** Where to go on. */
export interface SearchPlace {
  readonly line: number | undefined;
  readonly byte: number;
}

/** `matches` and `size`: the next match did not fit. `effort`: the pattern needs too much work for what is left. */
export type SearchStop = 'matches' | 'size' | 'effort';

export interface SearchedOutput {
  readonly status: 'searched';
  readonly matches: readonly OutputMatch[];
  /** Whether there is another match; where the effort was too much, whether there may be. */
  readonly more: boolean;
  readonly stoppedBy: SearchStop | undefined;
  /** Where the rest begins, or what the program will still print. */
  readonly next: SearchPlace | undefined;
  /** True when `next` is inside a line because of the effort: a match over that place is not found. */
  readonly lineSplit: boolean;
  readonly fromByte: number;
  readonly searchedBytes: number;
  /** How many bytes were passed over because they are not kept. */
  readonly lostBytes: number;
  readonly totalBytes: number;
  /** False when some bytes in the texts were no text and became replacement characters. */
  readonly valid: boolean;
}

export interface RefusedSearch {
  readonly status: 'refused';
  readonly message: string;
  readonly hint: string;
}

export type OutputSearch = SearchedOutput | RefusedSearch;

export async function searchOutput(
  view: OutputView,
  encoding: TextEncoding,
  options: SearchOptions,
): Promise<OutputSearch> {
  if (encoding === 'base64' || encoding === 'hex') {
    return {
      status: 'refused',
      message: `This output is shown as ${encoding}: it has no lines to search`,
      hint: 'Read it by bytes',
    };
  }
  try {
    const compiled = compilePattern(options.pattern, searchEncodingOf(encoding), {
      ignoreCase: options.ignoreCase ?? false,
    });
    return await new OutputSearcher(view, encoding, compiled, options).search();
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    return { status: 'refused', message: `${error.message} (character ${error.character})`, hint: error.hint };
  }
}
