/**
 * How sure a condition must be. What lets something through holds `surely`; what holds something back holds as it
 * `seems`; an exception from what lets through holds wherever it `may`.
 */
export type Certainty = 'surely' | 'seems' | 'may';

export interface Condition<Facts> {
  holds(facts: Facts): boolean;
  /** Why it does not hold, after "because". */
  differs(facts: Facts): string;
}

export function orList(words: readonly string[]): string {
  return words.join(' or ');
}
