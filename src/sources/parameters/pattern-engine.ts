// The regular expressions of JSON Schema, on the automaton: the owner writes the pattern, an agent chooses the text.

import { PatternProblem } from '../../patterns/pattern-problem.js';
import { TextPattern } from '../../patterns/text-pattern.js';

/** Nothing that somebody would write takes long on so little text, and most texts are not longer. */
const shortText = 16;

/** About a tenth of a second. */
const mostWork = 4_000_000;

export class TakesTooLong extends Error {
  override readonly name = 'TakesTooLong';
}

interface Engine {
  (pattern: string, flags: string): { readonly test: (text: string) => boolean };
  /** What the validator would write into a module. */
  code: string;
}

export const patternEngine: Engine = (pattern, flags) => {
  const own = new RegExp(pattern, flags);
  let compiled: TextPattern | 'not-possible' | undefined;
  return {
    // By this name the validator tells its patterns apart.
    toString: () => String(own),
    test: (text) => {
      if (text.length <= shortText) return own.test(text);
      compiled ??= compile(pattern);
      // With lookaround or backreferences; the check as a whole is stopped after its time.
      if (compiled === 'not-possible') return own.test(text);
      let work = 0;
      return compiled.test(text, (more) => {
        work += more;
        if (work > mostWork) throw new TakesTooLong();
      });
    },
  };
};
patternEngine.code = 'new RegExp';

function compile(pattern: string): TextPattern | 'not-possible' {
  try {
    return new TextPattern(pattern, { whole: false });
  } catch (error) {
    if (error instanceof PatternProblem) return 'not-possible';
    throw error;
  }
}
