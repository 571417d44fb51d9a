// Whether a word can hold what is taken out of a text that is shown: most cannot, and taking it out costs as much as
// the rest of a small run. It has so many characters of a token in a row, an address, or an option inside a text.

const shortestToken = 12;

const isOfToken = Uint8Array.from({ length: 128 }, (_, code) => (/[\w.~+/-]/.test(String.fromCharCode(code)) ? 1 : 0));

/** Looking for one character costs a fraction of looking for several. */
export function mayBeRedacted(word: string): boolean {
  if (word.indexOf('-', 2) !== -1 && word.includes('--', 1)) return true;
  if (word.includes('/') && word.includes('://')) return true;
  return hasToken(word);
}

/** Of a long row every twelfth character is one of it: most others need not be looked at. */
function hasToken(word: string): boolean {
  let end = shortestToken - 1;
  while (end < word.length) {
    let start = end;
    while (end - start < shortestToken && isOfToken[word.charCodeAt(start)] === 1) start--;
    if (end - start === shortestToken) return true;
    end = start + shortestToken;
  }
  return false;
}
