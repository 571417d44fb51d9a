// Words → what a program is given: variables and the output of commands put in, split where bash would split.

import { evaluate } from './arithmetic.js';
import { expandBraces } from './expand-braces.js';
import { ExpansionProblem, UnboundVariable } from './expansion-problem.js';
import { readTextPattern } from './file-pattern.js';
import type { CommandPart, VariablePart, Word, WordPart } from './syntax-tree.js';

/** A text; or one that only a run can tell, with what stands in its place until then. */
export interface Value {
  readonly text: string;
  readonly unknown: boolean;
}

/** What words are expanded with. */
export interface Surroundings {
  /** Undefined where it is not set. Throws where it must not be used. */
  variable(name: string): Value | undefined;
  /** What the commands printed, without the ends of line behind it. */
  output(part: CommandPart): Value;
  /** `set -u`: what is not set is a mistake. */
  readonly requiresSet: boolean;
}

/** One argument. */
export interface Field {
  readonly text: string;
  /** With a backslash before each character that is quoted; there where it may match files. */
  readonly pattern: string | undefined;
  readonly unknown: boolean;
}

interface Piece extends Value {
  readonly quoted: boolean;
  /** What it was expanded to is several words where there are blanks in it. */
  readonly splits: boolean;
}

const nothing: Value = { text: '', unknown: false };

/** As many as it stands for, or none. Throws an ExpansionProblem. */
export function expandWord(word: Word, around: Surroundings): readonly Field[] {
  return expandBraces(word).flatMap((one) => splitFields(one, around).map(toField));
}

/** Always one, as in an assignment. */
export function expandWhole(word: Word, around: Surroundings): Field {
  return toField(word.flatMap((part) => piecesOf(part, around)));
}

function splitFields(word: Word, around: Surroundings): readonly (readonly Piece[])[] {
  const fields: Piece[][] = [];
  let current: Piece[] | undefined;
  const add = (piece: Piece) => {
    if (current) current.push(piece);
    else {
      current = [piece];
      fields.push(current);
    }
  };
  for (const piece of word.flatMap((part) => piecesOf(part, around))) {
    if (!piece.splits || piece.unknown) {
      if (piece.quoted || piece.unknown || piece.text !== '') add(piece);
      continue;
    }
    for (const [index, text] of piece.text.split(/[ \t\n]+/).entries()) {
      if (index > 0) current = undefined;
      if (text !== '') add({ ...piece, text });
    }
  }
  return fields;
}

function piecesOf(part: WordPart, around: Surroundings): readonly Piece[] {
  const { quoted } = part;
  switch (part.kind) {
    case 'text':
      return [{ text: part.text, quoted, unknown: false, splits: false }];
    case 'variable':
      return variablePieces(part, around);
    case 'command':
      return [{ ...around.output(part), quoted, splits: !quoted }];
    case 'arithmetic':
      return [{ ...calculate(part.expression, around), quoted, splits: !quoted }];
  }
}

function calculate(expression: Word, around: Surroundings): Value {
  const written = expandWhole(expression, around);
  if (written.unknown) return { text: `$((${written.text}))`, unknown: true };
  let unknown = false;
  const text = evaluate(written.text, (name) => {
    const value = around.variable(name) ?? nothing;
    unknown ||= value.unknown;
    return value.unknown ? '0' : value.text;
  });
  return { text, unknown };
}

function variablePieces({ name, quoted, change }: VariablePart, around: Surroundings): readonly Piece[] {
  const value = around.variable(name);
  const own = (found: Value): readonly Piece[] => [{ ...found, quoted, splits: !quoted }];
  if (value === undefined && around.requiresSet && (!change || change.kind === 'length' || change.kind === 'trim')) {
    throw new UnboundVariable(`${name}: unbound variable`);
  }
  if (!change) return own(value ?? nothing);
  if (change.kind === 'length')
    return own({ text: String([...(value?.text ?? '')].length), unknown: value?.unknown ?? false });
  if (change.kind === 'trim') return own(trim(value ?? nothing, change, around));
  const isSet = value !== undefined && !(change.emptyIsUnset && value.text === '' && !value.unknown);
  if (isSet !== (change.kind === 'alternative')) return own(isSet ? value : nothing);
  // Its own quotes count, as if it stood there by itself.
  const given = change.word.flatMap((part) => piecesOf(part, around));
  // Whether it is there at all, only a run can tell.
  const unknown = value?.unknown === true;
  return given.map((piece) => ({
    ...piece,
    unknown: piece.unknown || unknown,
    quoted: quoted || piece.quoted,
    splits: !quoted && !piece.quoted,
  }));
}

/** No program could be given more, and a variable that is doubled again and again must end somewhere. */
const longestText = 2_000_000;

const longestTrimmed = 20_000;

function trim(value: Value, change: { end: boolean; longest: boolean; pattern: Word }, around: Surroundings): Value {
  const { text, pattern = escaped(text), unknown } = expandWhole(change.pattern, around);
  if (value.unknown || unknown) return { text: value.text, unknown: true };
  const matcher = readTextPattern(pattern);
  if (!matcher || value.text.length > longestTrimmed)
    throw new ExpansionProblem(`a pattern in \${…} cannot be evaluated`);
  const characters = [...value.text];
  const lengths = Array.from({ length: characters.length + 1 }, (_, length) => length);
  for (const length of change.longest ? lengths.reverse() : lengths) {
    const at = change.end ? characters.length - length : length;
    const [before, after] = [characters.slice(0, at).join(''), characters.slice(at).join('')];
    if (matcher.matches(change.end ? after : before)) return { text: change.end ? before : after, unknown: false };
  }
  return value;
}

function toField(pieces: readonly Piece[]): Field {
  const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  if (length > longestText) throw new ExpansionProblem(`a word has more than ${longestText} characters`);
  const text = pieces.map((piece) => piece.text).join('');
  const unknown = pieces.some((piece) => piece.unknown);
  const isPattern = pieces.some((piece) => !piece.quoted && !piece.unknown && /[*?[]/.test(piece.text));
  if (!isPattern) return { text, pattern: undefined, unknown };
  // An unquoted backslash in what a variable holds is a character for files, too.
  return {
    text,
    pattern: pieces.map((piece) => (piece.quoted ? escaped(piece.text) : piece.text.replaceAll('\\', '\\\\'))).join(''),
    unknown,
  };
}

/** So that nothing in it matches anything but itself. */
export function escaped(text: string): string {
  return text.replace(/[\\*?[\]!^-]/g, '\\$&');
}
