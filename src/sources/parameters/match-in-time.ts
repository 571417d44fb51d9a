import { runWithin } from '../../tool-form/run-within.js';
import { patternEngine, TakesTooLong } from './pattern-engine.js';

/** Somebody else chooses the text, and nobody may hold up the gate by one. */
const longestMatchMs = 1_000;

/**
 * Whether a text matches a pattern, as JSON Schema has it; what takes too long does not. Without the validator of whole
 * schemas, which takes longer to load than Node itself.
 */
export function matchInTime(pattern: string): (text: string) => boolean {
  let engine: ReturnType<typeof patternEngine> | undefined;
  return (text) => {
    engine ??= patternEngine(pattern, 'u');
    const { test } = engine;
    try {
      return runWithin(longestMatchMs, () => test(text)) === true;
    } catch (error) {
      if (error instanceof TakesTooLong || error instanceof RangeError) return false;
      throw error;
    }
  };
}
