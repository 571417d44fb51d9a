// Finds the first match in a piece: with a table for each byte, or, where every match contains a certain text, only in
// the lines that have it.

import type { Automaton } from '../../../../patterns/automaton.js';

const lineFeed = 0x0a;

/** Where lines with the text and without a match are nearer to each other than this, looking at all is faster. */
const farBytes = 512;

/** So many may be near by chance. */
const fewHits = 64;

export class LineScanner {
  readonly #automaton: Automaton;
  readonly #literal: Buffer | undefined;
  #missedHits = 0;
  #passedBytes = 0;

  constructor(automaton: Automaton, literal: Buffer | undefined) {
    this.#automaton = automaton;
    this.#literal = literal;
  }

  /**
   * Reads on from the state of the automaton. Gives the place where it stopped: at a match, at the end of the bytes,
   * or, when the automaton has worked long enough for one turn, anywhere.
   */
  scan(bytes: Buffer, from: number, isLineBegin: boolean): number {
    const literal = this.#literal;
    const automaton = this.#automaton;
    if (literal === undefined || this.#missedHits > fewHits + this.#passedBytes / farBytes) {
      return automaton.run(bytes, from, bytes.length);
    }
    let at = from;
    if (!isLineBegin) {
      const end = lineEnd(bytes, at);
      at = automaton.run(bytes, at, end);
      if (at < end || automaton.found) return at;
    }
    while (at < bytes.length) {
      const hit = bytes.indexOf(literal, at);
      const begin = Math.max(at, lineBegin(bytes, hit === -1 ? bytes.length : hit));
      this.#passedBytes += begin - at;
      // The last line may go on in the next piece, and have the text there.
      const end = hit === -1 ? bytes.length : lineEnd(bytes, hit);
      at = automaton.run(bytes, begin, end);
      if (at < end || automaton.found) return at;
      this.#missedHits++;
    }
    automaton.found = false;
    return at;
  }
}

function lineBegin(bytes: Buffer, at: number): number {
  return at === 0 ? 0 : bytes.lastIndexOf(lineFeed, at - 1) + 1;
}

function lineEnd(bytes: Buffer, at: number): number {
  const found = bytes.indexOf(lineFeed, at);
  return found === -1 ? bytes.length : found + 1;
}
