// Variables of a script that hold a value and stand outside of quotes: a shell makes several words of it, and a word can
// be a flag.

import type { Operator, Piece, ScannedLine, Word } from './scan-line.js';

/** `known` are the names that hold a value before the script begins. */
export function findSplit({ tokens }: ScannedLine, known: readonly string[]): readonly string[] {
  const holding = new Set(known);
  // A loop can use what is set behind it.
  for (let size = -1; size < holding.size; ) {
    size = holding.size;
    for (const name of namesSet(tokens, holding)) holding.add(name);
  }
  const open = tokens.flatMap((token) => (token.kind === 'word' && !isAssignment(token) ? token.pieces : []));
  const split = open.filter((piece) => piece.kind === 'placeholder' && piece.quote === 'none' && holds(piece, holding));
  return [...new Set(split.flatMap((piece) => nameOf(piece) ?? []))];
}

const assignment = /^([A-Za-z_]\w*)\+?=/;

function namesSet(tokens: readonly (Word | Operator)[], holding: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  let words: Word[] = [];
  for (const token of [...tokens, undefined]) {
    if (token?.kind === 'word') {
      words.push(token);
      continue;
    }
    for (const word of words) {
      const name = assignment.exec(leadOf(word))?.[1];
      if (name !== undefined && mayHold(word, holding)) names.push(name);
    }
    const [first, second, ...rest] = words.map(leadOf);
    if (first === 'for' && second !== undefined && words.some((word) => mayHold(word, holding))) names.push(second);
    const read = words.findIndex((word) => leadOf(word) === 'read');
    if (read !== -1) names.push(...[first, second, ...rest].slice(read + 1).filter((one) => one !== undefined));
    words = [];
  }
  return names;
}

/** What a substitution prints is not known. */
function mayHold({ pieces }: Word, holding: ReadonlySet<string>): boolean {
  return pieces.some((piece) =>
    piece.kind === 'text' ? /\$\(|`/.test(piece.text) : isValue(piece) || holds(piece, holding),
  );
}

/** Put there by the gate, which quotes it. */
function isValue(piece: Piece): boolean {
  return piece.kind === 'placeholder' && !(piece.byShell && piece.reference.kind === 'name');
}

function holds(piece: Piece, holding: ReadonlySet<string>): boolean {
  const name = nameOf(piece);
  return name !== undefined && (name.startsWith('$') || holding.has(name));
}

function nameOf(piece: Piece): string | undefined {
  if (piece.kind !== 'placeholder' || !piece.byShell) return undefined;
  return piece.reference.kind === 'name' ? piece.reference.name : undefined;
}

const isAssignment = (word: Word): boolean => assignment.test(leadOf(word));

function leadOf({ pieces: [first] }: Word): string {
  return first?.kind === 'text' && first.quote === 'none' ? first.text : '';
}
