// Writes words so that bash reads exactly them again.

/** Words that mean something to bash where a program is named. */
const reserved = new Set(
  'if then else elif fi for while until do done case esac in select function time coproc'.split(' '),
);

export function quote(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) && !reserved.has(word) ? word : quoteAlways(word);
}

export function quoteAlways(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

export function quoteAll(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

export function quoteDouble(text: string): string {
  return `"${text.replace(/[\\"$`]/g, '\\$&')}"`;
}

/** `$'\x72\x6d'`: every byte as its number. */
export function quoteHex(word: string): string {
  return `$'${[...Buffer.from(word)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`;
}
