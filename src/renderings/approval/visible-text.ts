// A person decides by what is on the screen. So nothing there may be invisible, look like nothing, reorder its
// neighbours or draw: all but letters, digits, punctuation, symbols and single blanks is written out.

/** The last five are letters and a symbol that look like nothing. */
const hidden = /[^\p{L}\p{N}\p{P}\p{S} ]|[\u115f\u1160\u2800\u3164\uffa0]/gu;

/** At the edges and after another one nobody can see how many there are. */
const doubtfulBlank = /^ | $|(?<= ) /g;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** One line of text that says what it is, such as a reason. */
export function visibleText(text: string): string {
  return text.replace(doubtfulBlank, '\\x20').replace(hidden, writeOut);
}

/** A value in quotes, from which the value can be told exactly. */
export function quoted(text: string): string {
  return `"${visibleText(text.replace(/["\\]/g, '\\$&'))}"`;
}

/** A path or a word: quoted only where that says more. */
export function quotedIfNeeded(text: string): string {
  return /^[!#-[\]-~]+$/.test(text) ? text : quoted(text);
}

/** What is in the text and nobody could see there, each once and written out: not line breaks, tabs or blanks. */
export function findHidden(text: string): readonly string[] {
  const found = text.match(hidden)?.filter((character) => named[character] === undefined) ?? [];
  return [...new Set(found)].map(writeOut);
}

/** The value in plain ASCII, where it has letters that may look like others or run from right to left. */
export function inAscii(text: string): string | undefined {
  const shown = quoted(text);
  return /^[\x20-\x7e]*$/.test(shown) ? undefined : shown.replace(/[^\x20-\x7e]/gu, writeOut);
}

function writeOut(character: string): string {
  const name = named[character];
  if (name !== undefined) return name;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`;
}
