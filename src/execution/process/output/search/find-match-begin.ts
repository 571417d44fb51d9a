// Where a match begins whose end is known: the same pattern, read backwards from there.

import type { Automaton } from '../../../../patterns/automaton.js';
import type { EdgeKind } from '../../../../patterns/edge-kind.js';
import type { Piece } from './piece.js';
import type { Turns } from './turns.js';

/** A place where a match ends, and what follows it. */
export interface MatchEnd {
  readonly piece: Piece;
  readonly index: number;
  readonly after: EdgeKind;
}

/** Where it can begin at the earliest, and what stands before that. */
export interface Earliest {
  readonly byte: number;
  /** The same place in the piece, or the piece's begin where it is before it. */
  readonly index: number;
  readonly before: EdgeKind;
}

/** The earliest begin; `undefined` when the work became too much. */
export async function findMatchBegin(
  automaton: Automaton,
  end: MatchEnd,
  earliest: Earliest,
  readBefore: (byte: number, notBefore: number) => Promise<Piece>,
  turns: Turns,
): Promise<number | undefined> {
  let { piece, index } = end;
  let begin = piece.placeOf(index);
  let to = earliest.index;
  automaton.begin(end.after);
  for (;;) {
    let reached: number | undefined;
    while (index > to) {
      index = automaton.runBackwards(piece.bytes, index, to, (at) => {
        reached = at;
      });
      if (turns.isOver) return undefined;
      if (index > to) await turns.next();
    }
    if (reached !== undefined) begin = piece.placeOf(reached);
    if (automaton.isDead) return begin;
    const place = piece.placeOf(to);
    if (place <= earliest.byte) break;
    piece = await readBefore(place, earliest.byte);
    // Somebody removed it.
    if (piece.bytes.length === 0) return begin;
    index = piece.bytes.length;
    to = 0;
  }
  return automaton.endsBefore(earliest.before) ? earliest.byte : begin;
}
