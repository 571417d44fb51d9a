import { errorCodes } from '../vocabulary/error-codes.js';
import { GateError, type Problem } from '../vocabulary/gate-error.js';
import type { Secrets } from '../vocabulary/secrets.js';

/** Everything that keeps a program from being started, in one error; the first problem gives it its code. */
export function planError(found: readonly [Problem, ...Problem[]], secrets: Secrets): GateError {
  const problems = secrets.hideIn(found);
  const [first] = problems;
  const more = problems.length - 1;
  const hints = new Set(problems.map(({ hint }) => hint).filter((hint) => hint !== undefined));
  return new GateError(
    Object.hasOwn(errorCodes, first.code) ? first.code : 'VALIDATION_ERROR',
    more === 0 ? first.message : `${first.message} (and ${more} more ${more === 1 ? 'problem' : 'problems'})`,
    { hint: [...hints].slice(0, 5).join('; ') || 'Check the arguments', phase: 'validation', details: problems },
  );
}

export function isAny<T>(items: readonly T[]): items is readonly [T, ...T[]] {
  return items.length > 0;
}
