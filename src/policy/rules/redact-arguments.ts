// Secrets in the arguments of a program. What a rule could say about them must not stand in a file.

import { quoteWords } from '../../command-line/quote.js';
import { isNamedLikeSecret, redacted, redactText } from '../../command-line/redact.js';

/** Whether something in them is a declared secret, or looks like one. */
export function holdsSecret(words: readonly string[], secrets: readonly string[]): boolean {
  if (holdsDeclared(words, secrets)) return true;
  if (!words.some(mayBeToken)) return false;
  // What looks like a token was not declared as a secret, and is one all the same.
  const line = quoteWords(words);
  return redactText(line) !== line;
}

/** As many words, with those taken out that are secret. The same list where there is nothing to take out. */
export function redactArguments(words: readonly string[], secrets: readonly string[]): readonly string[] {
  if (!holdsSecret(words, secrets)) return words;
  const shown = words.map((word, at) => {
    const isValue = isNamedLikeSecret(words[at - 1] ?? '') && !word.startsWith('-');
    return isValue || holdsDeclared([word], secrets) ? redacted : redactText(word);
  });
  const left = shown.filter((word, at) => word === words[at] && shown[at + 1] !== redacted);
  // A token may be spread over words. Then nobody knows over which.
  return holdsSecret(left, secrets) ? words.map(() => redacted) : shown;
}

/** Those that are secret as a whole, such as the value of `--token`: alone they do not look like it. */
export function secretWords(words: readonly string[], secrets: readonly string[]): readonly string[] {
  const shown = redactArguments(words, secrets);
  return shown === words ? [] : words.filter((_, at) => shown[at] === redacted);
}

function holdsDeclared(words: readonly string[], secrets: readonly string[]): boolean {
  return secrets.some((secret) => secret !== '' && words.some((word) => word.includes(secret)));
}

/** A word shorter than this is no token. */
const shortestToken = 12;

/** Most arguments are short words, and looking for tokens costs more than all the rest. */
function mayBeToken(word: string): boolean {
  return word.length >= shortestToken || word.includes('--') || word.includes('://');
}
