// Text → the words that are compared in a search: lower case, without endings, without words that say nothing.

/** They are in every sentence, and say nothing about what somebody wants. */
const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be been before both but by can could did do does each either for from
  had has have having he her here him his how i if in into is it its just let like may me might mine more most my need
  no not of off on one only or our out over own please same shall she should so some such than that the their them then
  there these they this those through to too under until up us very want was we were what when where while will with
  without would you your`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** The words of a text in their order, `createPullRequest` as three. */
export function splitWords(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** One form for `merge`, `merges`, `merging` and `merged`. It need not be a word; texts and queries get the same. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return withoutSilentEnd(withoutVerbEnding(withoutPlural(word.replace('isation', 'ization'))));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutVerbEnding(word: string): string {
  const [, start] = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word) ?? [];
  if (start !== undefined && start.length > 2) return withoutDouble(start);
  if (/[ts]ion$/.test(word) && word.length > 5) return word.slice(0, -3);
  return word;
}

function withoutDouble(start: string): string {
  return /([bdfgklmnprt])\1$/.test(start) && !/(?:ll|ff)$/.test(start) ? start.slice(0, -1) : start;
}

function withoutSilentEnd(word: string): string {
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1);
  return word.length > 3 && word.endsWith('y') ? `${word.slice(0, -1)}i` : word;
}
