// A regular expression as a tree, before it is known in which encoding it will be looked for.

import type { CharacterRanges } from './character-ranges.js';

/** `boundary` is `\b`, `inside` is `\B`. */
export type AssertionName = 'begin' | 'end' | 'boundary' | 'inside';

export type PatternTree =
  /** One character of these. */
  | { readonly kind: 'character'; readonly ranges: CharacterRanges }
  | { readonly kind: 'assertion'; readonly name: AssertionName }
  /** Without parts it is the empty text. */
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly part: PatternTree; readonly least: number; readonly most: number };
