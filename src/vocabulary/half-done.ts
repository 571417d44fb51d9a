import type { GateError } from './gate-error.js';
import type { RunFacts } from './outcome.js';

/** A run that ended in the middle of a change: what was done is unknown, and must not be done twice. */
export const lookFirst = 'All, some or none of it may have been done: check what changed before you send it again';

/**
 * Whether some of a change is done. Sent again as it is, it would be done twice, whatever the author says about the
 * error itself.
 */
export function isHalfDone({ data }: GateError, { danger, steps }: RunFacts): boolean {
  return danger !== 'safe' && ((steps?.completed.length ?? 0) > 0 || data?.partial === true);
}

/** What to do about it comes first. */
export function hintAboutRest({ hint, row }: GateError, { steps }: RunFacts): string {
  const done = steps?.completed ?? [];
  // Without steps nobody can say more than a hint that does not want the same again.
  if (done.length === 0 && row.retry !== 'yes') return hint;
  const what = done.length === 0 ? 'Part of it has been done' : `Done before it failed: ${done.join(', ')}`;
  return `${what}. Check that, and do only the rest; do not send the same request again. ${withoutAdvice(hint)}`.trimEnd();
}

/** It is known what was done: then nobody has to be told that it is not. */
function withoutAdvice(hint: string): string {
  return hint.startsWith(lookFirst) ? hint.slice(lookFirst.length).replace(/^\. /, '') : hint;
}
