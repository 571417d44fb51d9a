// Labels on the left, texts on the right, each line no wider than the terminal.

import type { Colors } from '../../renderings/text/colors.js';

/** What is said under one label. The texts can steer nothing: they went through visible-text. */
export interface Row {
  readonly label: string;
  readonly texts: readonly string[];
}

const labelWidth = 11;
const narrowest = 10;

/** Where a text goes on from the line above, so that no text can pass for the next one. */
const continued = '┆ ';

export function layOut(rows: readonly Row[], width: number, colors: Colors): string[] {
  const room = Math.max(narrowest, width - labelWidth - continued.length);
  return rows.flatMap(({ label, texts }) =>
    texts.flatMap((text, index) =>
      wrap(text, room).map((piece, line) => {
        const head = index === 0 && line === 0 ? label : '';
        return `${colors.dim(head.padEnd(labelWidth))}${line === 0 ? '  ' : colors.dim(continued)}${piece}`;
      }),
    ),
  );
}

/** Cuts anywhere: a blank at which a line was broken would be lost. */
function wrap(text: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of text) {
    // Terminals disagree on what is wide. Counted like this nothing is ever cut off at the edge.
    const columns = character <= '\x7f' ? 1 : 2;
    if (used + columns > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += columns;
  }
  return [...pieces, piece];
}
