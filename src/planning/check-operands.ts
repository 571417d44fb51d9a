// Values that are no flags, and that some programs take for more than the name of a file or a target all the same.

import { basename } from 'node:path';
import { isForeign, joined, type Text } from './draft.js';
import type { Findings } from './findings.js';

const readAsMore: readonly (readonly [program: RegExp, value: RegExp, why: string])[] = [
  [/^(?:g?make|gnumake)$/, /[=$]/, 'make would evaluate "=" or "$" in it.'],
  // It opens a file by its name alone, and `|` and `>` in the name say how.
  [/^perl[\d.]*$/, /^\s*(?:[|<>]|\+[<>])|\|\s*$/, 'perl would run a program or write to a file of that name.'],
  // It makes addresses of a pattern, and one of them can be that of a file.
  [/^curl$/, /^[^/]*[{[]|^\s*file:.*[{[]/i, 'curl would expand it into other addresses.'],
  [/^r?ed$/, /^!/, 'ed would run it as a command.'],
];

/** `words` are those that may name the program: it can stand behind others, such as `timeout`. */
export function checkOperands(args: readonly Text[], words: readonly string[], findings: Findings): void {
  const names = new Set(words.map((word) => basename(word)));
  for (const [program, value, why] of readAsMore) {
    if (![...names].some((name) => program.test(name))) continue;
    for (const pieces of args) {
      const last = pieces.findLast(isForeign);
      if (!last || !value.test(joined(pieces))) continue;
      findings.blame(last, { code: 'REFUSED_ARGUMENT', reason: `cannot be used: ${why}`, hint: 'Use another value' });
    }
  }
}
