// Whether a word can hold what is taken out of a text that is shown: most cannot, and taking it out costs as much as
// the rest of a small run.

/** What is redacted has at least so many characters of a token in a row, an address, or an option inside a text. */
const shortestToken = 12;

const isOfToken = Array.from({ length: 128 }, (_, code) => /[\w.~+/-]/.test(String.fromCharCode(code)));

const dash = 0x2d;
const slash = 0x2f;

/** By one look at each character: three searches would each cost more. */
export function mayBeRedacted(word: string): boolean {
  let inARow = 0;
  let before = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    inARow = isOfToken[code] === true ? inARow + 1 : 0;
    if (inARow === shortestToken) return true;
    if (code === before && at > 1) {
      if (code === dash || (code === slash && word[at - 2] === ':')) return true;
    }
    before = code;
  }
  return false;
}
