// Labels on the left, texts on the right, each line no wider than the terminal.

import type { Row, Value } from '../../renderings/approval/row.js';
import type { Colors } from '../../renderings/text/colors.js';

const labelWidth = 11;
const narrowest = 10;

/** Where a text goes on from the line above, so that no text can pass for the next one. */
const continued = '┆ ';

export function layOut(rows: readonly Row[], width: number, colors: Colors): string[] {
  const room = Math.max(narrowest, width - labelWidth - continued.length);
  return rows.flatMap(({ label, values }) =>
    values.flatMap(textsOf).flatMap(({ text, paint }, index) =>
      wrap(text, room).map((piece, line) => {
        const head = index === 0 && line === 0 ? label : '';
        const painted = paint === undefined ? piece : colors[paint](piece);
        return `${colors.dim(head.padEnd(labelWidth))}${line === 0 ? '  ' : colors.dim(continued)}${painted}`;
      }),
    ),
  );
}

interface Text {
  readonly text: string;
  readonly paint?: 'yellow';
}

function textsOf({ text, warnings = [] }: Value): readonly Text[] {
  return [{ text }, ...warnings.map((warning) => ({ text: `  ${warning}`, paint: 'yellow' as const }))];
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
