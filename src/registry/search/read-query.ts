// What somebody types into a search → the words to look for, with others that mean the same.
import { isStopWord, splitWords, stem } from './search-words.js';
import { alike, phrases, shortForms } from './synonyms.js';

/** One word of a query. */
export interface Wanted {
  readonly stem: string;
  /** Other words that would do, and how well. */
  readonly others: ReadonlyMap<string, number>;
  /** It counts where it is found, and its absence says nothing. */
  readonly only?: true;
}

/** How good a word is that means much the same. */
const synonymWeight = 0.45;

const longestPhrase = Math.max(...Object.keys(phrases).map((phrase) => phrase.split(' ').length));

export function readQuery(texts: readonly string[]): Wanted[] {
  const given = texts.flatMap(splitWords);
  const words = withoutPhrases(given).flatMap((word) => expand(word));
  const telling = words.filter((word) => !isStopWord(word));
  const stems = new Set((telling.length > 0 ? telling : words).map(stem));
  const wanted = [...stems].map((word) => ({ stem: word, others: synonymsOf().get(word) ?? new Map() }));
  return [...wanted, ...pairs(given, stems)];
}

/** `local storage` may be written as one word. Where nobody does, that tells nothing about the two. */
function pairs(words: readonly string[], known: ReadonlySet<string>): Wanted[] {
  const joined = words.slice(1).map((word, index) => stem(`${words[index]}${word}`));
  return [...new Set(joined)]
    .filter((word) => !known.has(word))
    .map((word) => ({ stem: word, others: new Map(), only: true }));
}

function expand(word: string): string[] {
  return Object.hasOwn(shortForms, word) ? (shortForms[word]?.split(' ') ?? []) : [word];
}

function withoutPhrases(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; ) {
    const { length, meaning } = phraseAt(words, at);
    result.push(...meaning);
    at += length;
  }
  return result;
}

function phraseAt(words: readonly string[], at: number): { length: number; meaning: readonly string[] } {
  for (let length = Math.min(longestPhrase, words.length - at); length > 1; length--) {
    const phrase = words.slice(at, at + length).join(' ');
    if (Object.hasOwn(phrases, phrase)) return { length, meaning: (phrases[phrase] ?? '').split(' ') };
  }
  return { length: 1, meaning: words.slice(at, at + 1) };
}

let table: Map<string, Map<string, number>> | undefined;

/** Made when somebody searches for the first time. */
function synonymsOf(): Map<string, Map<string, number>> {
  if (table) return table;
  table = new Map();
  for (const line of alike) {
    const stems = [...new Set(line.split(' ').map(stem))];
    for (const word of stems) {
      const others = table.get(word) ?? new Map<string, number>();
      for (const other of stems) if (other !== word) others.set(other, synonymWeight);
      table.set(word, others);
    }
  }
  return table;
}
