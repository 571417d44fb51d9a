// Words that no command line gives a meaning. They are other ones in each check and look like any word, so that no
// executable can tell that it is looked at.
import { randomInt } from 'node:crypto';

const [consonants, vowels] = ['bdfgklmnprstvz', 'aeiou'];
const anyOf = (letters: string) => letters.charAt(randomInt(letters.length));

/** Four syllables: nobody has a command, an option or a format of this name. */
export function madeWord(): string {
  return Array.from({ length: 4 }, () => anyOf(consonants) + anyOf(vowels)).join('');
}

export const unknownWord = madeWord();
export const unknownOption = `--${madeWord()}`;
export const otherUnknownOption = `--${madeWord()}`;
export const traceId = madeWord();
