// How many columns of a terminal a text takes, and how to cut and fill it to a number of them.

const narrow = /^[\x20-\x7e]*$/;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const emoji = /^\p{Emoji_Presentation}$/u;
const regionalIndicator = /^\p{Regional_Indicator}$/u;

/** East Asian wide and full-width blocks: first and last code point. */
const wideBlocks: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f], // Hangul Jamo, leading consonants
  [0x2e80, 0x303e], // radicals, punctuation
  [0x3041, 0x33ff], // kana, Bopomofo, compatibility
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff], // unified ideographs
  [0xa000, 0xa4cf], // Yi
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3], // Hangul syllables
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60], // full-width forms
  [0xffe0, 0xffe6],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
];

let segmenter: Intl.Segmenter | undefined;

function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

function graphemeWidth(grapheme: string): number {
  if (narrow.test(grapheme)) return grapheme.length;
  // The emoji form of a character that also has a text form.
  if (grapheme.includes('\ufe0f')) return 2;
  let width = 0;
  for (const character of grapheme) width += characterWidth(character);
  return Math.min(width, 2);
}

function characterWidth(character: string): number {
  if (invisible.test(character)) return 0;
  if (regionalIndicator.test(character)) return 1;
  if (emoji.test(character)) return 2;
  const code = character.codePointAt(0) ?? 0;
  return wideBlocks.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** The number of terminal columns that one line of text takes. */
export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

/** The text itself if it fits, else as much of it as fits before an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  if (narrow.test(text)) return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme);
    if (used > width - 1) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/** Fills the text with spaces up to the width. */
export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + space : space + text;
}

/** The width of the widest text, however many there are. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, displayWidth(text)), 0);
}
