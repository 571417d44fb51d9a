// A command line with placeholders → a script in which positional parameters stand for the values. The text of the
// script is the author's alone, so a value can never become a part of it.

import type { Part, Step } from '../tool.js';
import { checkCertain } from './check-arguments.js';
import { checkScript, namesWithValues } from './check-script.js';
import { checkUnfinished, commandsDialect, type Reference } from './placeholders.js';
import type { Line } from './read-line.js';
import type { Reading } from './reading.js';
import type { Piece, Quote, ScannedLine } from './scan-line.js';

export function makeScript(line: Line, scanned: ScannedLine, reading: Reading): Step {
  const { text, path, before, shown } = line;
  const { scope, report } = reading;
  const values: Part[] = [];
  let script = '';
  let at = 0;
  const pieces = scanned.tokens.flatMap((token) => (token.kind === 'word' ? token.pieces : []));
  for (const piece of pieces.filter(isPlaceholder)) {
    if (piece.byShell && isShells(piece.reference, text, reading)) continue;
    const [value] = scope.resolve(piece.reference, before, path);
    if (!value) continue;
    checkCertain([value], scope, path);
    script += text.slice(at, piece.start) + written(numberOf(value, values), piece.quote);
    at = piece.start + piece.length;
  }
  for (const piece of pieces) {
    if (piece.kind === 'text' && reading.dialect === commandsDialect) checkUnfinished(piece.text, scope, path);
  }
  checkHidden(scanned, line, reading);
  const takesValues = values.length > 0 || namesWithValues(reading).length > 0;
  if (takesValues && scanned.unclear !== undefined) {
    const fix = 'Put the script into its own file, and pass it the values as arguments.';
    report.error(path, `It is unclear what a value would be here: ${scanned.unclear}.`, fix);
  }
  if (takesValues) checkScript(text, path, reading);
  return { kind: 'shell', script: script + text.slice(at), values, shown };
}

/** Placeholders where a value could not be put as it is. */
export function checkHidden({ hidden }: ScannedLine, { text, path }: Line, reading: Reading): void {
  for (const { reference, byShell } of hidden) {
    if (byShell && (isShells(reference, text, reading) || !isKnown(reference, reading))) continue;
    const message = 'A placeholder follows a backslash, or is inside something that a shell evaluates first.';
    reading.report.error(path, message, 'Put the value into a word of its own.');
  }
}

const isPlaceholder = (piece: Piece): piece is Piece & { kind: 'placeholder' } => piece.kind === 'placeholder';

function written(number: number, quote: Quote): string {
  if (quote === 'double') return `\${${number}}`;
  return quote === 'single' ? `'"\${${number}}"'` : `"\${${number}}"`;
}

function numberOf(value: Part, values: Part[]): number {
  const known = values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  return known === -1 ? values.push(value) : known + 1;
}

/** What a shell knows by itself, or is told by the script or its environment. */
function isShells(reference: Reference, text: string, { scope, environment, inherited }: Reading): boolean {
  if (reference.kind !== 'name' || scope.isInput(reference.name)) return false;
  const { name } = reference;
  if (environment.has(name) || inherited.includes(name)) return true;
  if (scope.isVariable(name)) return false;
  if (['PWD', 'OLDPWD', 'PATH', 'IFS', 'PPID'].includes(name)) return true;
  return new RegExp(`(?:^|[^\\w$])(?:${name}=|(?:for|read(?: -r)?)\\s+${name}\\b)`).test(text);
}

function isKnown(reference: Reference, { scope }: Reading): boolean {
  return reference.kind !== 'name' || scope.isInput(reference.name) || scope.isVariable(reference.name);
}
