const escapedQuote = String.raw`'\''`;

/** Words as one line that reads back as the same words, here and in a shell. */
export function quoteWords(words: readonly string[]): string {
  let line = '';
  for (const word of words) line += line === '' ? quoteWord(word) : ` ${quoteWord(word)}`;
  return line;
}

/** A word as it has to be typed. */
export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  return word.includes("'") ? `'${word.replaceAll("'", escapedQuote)}'` : `'${word}'`;
}
