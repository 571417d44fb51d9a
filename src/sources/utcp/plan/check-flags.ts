// The rule of Tool Form for these templates: no value is taken for a flag.

import { isObject } from '../../../shape/kind-of.js';
import type { Parameter } from '../../../vocabulary/command.js';
import { endsOptions } from '../../../vocabulary/ends-options.js';
import { looksLikeFlag } from '../../../vocabulary/looks-like-flag.js';
import { fieldOf } from '../../parameters/check-fields.js';
import { isNamedBySchema } from '../../parameters/schema-at.js';
import type { Findings } from './findings.js';
import { type ForeignPiece, isForeign, joined, type Piece } from './piece.js';

/** Every value that would be read as a flag, unless a written `--` stands before it or its schema names it. */
export function checkFlags(
  args: readonly (readonly Piece[])[],
  parameters: readonly Parameter[],
  program: string,
  findings: Findings,
): void {
  const words = [program];
  for (const pieces of args) {
    const text = joined(pieces);
    const first = pieces.findIndex(({ kind }) => kind !== 'written');
    if (first === -1 && text === '--' && endsOptions(words)) return;
    words.push(text);
    const piece = pieces[first];
    if (!piece || !looksLikeFlag(text)) continue;
    const lead = joined(pieces.slice(0, first));
    if (lead.includes('=')) continue;
    if (lead !== '') refuseJoined(piece, findings);
    else if (isForeign(piece) && !(pieces.length === 1 && isAllowed(piece, parameters))) refuseFlag(piece, findings);
  }
}

/** The same for values in a script, where it is not known what stands around them. */
export function checkScriptValues(
  values: readonly Piece[],
  parameters: readonly Parameter[],
  findings: Findings,
): void {
  for (const piece of values) {
    if (isForeign(piece) && /^[-+]/.test(piece.text) && !isAllowed(piece, parameters)) refuseFlag(piece, findings);
  }
}

function refuseFlag(piece: ForeignPiece, findings: Findings): void {
  findings.blame(piece, {
    code: 'REFUSED_ARGUMENT',
    reason: 'cannot be used. A value that starts with "-" or "+" would be read as a flag.',
    hint: piece.kind === 'input' ? hintFor(piece.value) : 'Let the owner write "--" before it in the manual',
  });
}

function hintFor(value: unknown): string {
  const negative = typeof value === 'number' ? ', or ask the owner to allow it with a negative "minimum"' : '';
  return `Give another value${negative}`;
}

/** No value would do: behind `-n` it could go on with other one-letter flags. */
function refuseJoined(piece: Piece, findings: Findings): void {
  if (!isForeign(piece)) return;
  findings.blame(piece, {
    code: 'REFUSED_ARGUMENT',
    reason: 'cannot be used. It would be a part of a flag.',
    hint: 'Ask the owner to write the flag and its value as two arguments, or with "=" between them',
  });
}

function isAllowed(piece: ForeignPiece, parameters: readonly Parameter[]): boolean {
  if (piece.kind !== 'input') return false;
  const own = parameters.find(({ key }) => key === piece.name)?.schema;
  const schema = piece.isItem ? own?.items : own;
  if (!isObject(schema)) return false;
  if (typeof piece.value !== 'number') return isNamedBySchema(schema, '', piece.text);
  const { enum: choices, const: only } = schema;
  if (only === piece.value || (Array.isArray(choices) && choices.includes(piece.value))) return true;
  return ['minimum', 'exclusiveMinimum'].some((name) => Number(fieldOf(schema, name)) < 0);
}
