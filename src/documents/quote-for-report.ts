const longestQuote = 60;

/** Text from a file, on one short line and without characters that a terminal would obey. */
export function quoteForReport(text: string): string {
  const shown = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
  return JSON.stringify(shown).replace(
    /[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
