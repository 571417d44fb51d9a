// A value is never a flag.

import { endsOptions } from '../vocabulary/ends-options.js';
import { readAsFlag } from '../vocabulary/read-as-flag.js';
import { type ForeignPiece, isForeign, joined, type Text } from './draft.js';
import type { Findings } from './findings.js';

/** Every value that would be read as a flag, unless a written `--` stands before it or its schema names it. */
export function checkFlags(args: readonly Text[], program: string, findings: Findings): void {
  const words = [program];
  for (const pieces of args) {
    const text = joined(pieces);
    const first = pieces.findIndex(({ from }) => from !== 'author');
    if (first === -1 && text === '--' && endsOptions(words)) return;
    words.push(text);
    const piece = pieces[first];
    if (!piece || !isForeign(piece)) continue;
    const flag = readAsFlag(text, joined(pieces.slice(0, first)).length);
    if (flag === 'part') refusePart(piece, findings);
    else if (flag === 'value' && !(pieces.length === 1 && isNamed(piece))) refuseFlag(piece, program, findings);
  }
}

/** The same for values in a script, where it is not known what stands around them. */
export function checkScriptValues(values: readonly Text[], program: string, findings: Findings): void {
  for (const piece of values.flat()) {
    if (isForeign(piece) && /^[-+]/.test(piece.text) && !isNamed(piece)) refuseFlag(piece, program, findings);
  }
}

const isNamed = (piece: ForeignPiece): boolean => piece.from === 'argument' && piece.named === true;

function refuseFlag(piece: ForeignPiece, program: string, findings: Findings): void {
  if (piece.from === 'handler') {
    const hint = 'Give a value that does not begin with "-" or "+"';
    findings.blame(piece, { code: 'OPTION_IN_VALUE', reason: `would be read as an option by ${program}`, hint });
    return;
  }
  findings.blame(piece, {
    code: 'REFUSED_ARGUMENT',
    reason: 'cannot be used: a value that starts with "-" or "+" would be read as a flag.',
    hint: piece.from === 'argument' ? hintFor(piece.value) : 'Ask the owner to put "--" before it in the manual',
  });
}

function hintFor(value: unknown): string {
  const negative = typeof value === 'number' ? ', or ask the owner to allow it with a negative "minimum"' : '';
  return `Use another value${negative}`;
}

/** No value would do: behind `-n` it could go on with other one-letter flags. */
function refusePart(piece: ForeignPiece, findings: Findings): void {
  findings.blame(piece, {
    code: 'REFUSED_ARGUMENT',
    reason: 'cannot be used: it would become part of a flag.',
    hint: 'Ask the owner to write the flag and its value as two arguments, or joined by "="',
  });
}
