import type { GateError } from '../vocabulary/gate-error.js';
import type { RunFacts } from '../vocabulary/outcome.js';

/**
 * Whether some of a change is done. Sent again as it is, it would be done twice, whatever the author says about the
 * error itself.
 */
export function isHalfDone({ data }: GateError, { danger, steps }: RunFacts): boolean {
  return danger !== 'safe' && ((steps?.completed.length ?? 0) > 0 || data?.partial === true);
}

/** What to do about it comes first. */
export function hintAboutRest({ hint }: GateError, { steps }: RunFacts): string {
  const done = steps?.completed ?? [];
  if (done.length === 0) return hint;
  return `Done before it failed: ${done.join(', ')}. Check that, and do only the rest; do not send the same again. ${hint}`;
}
