import type { Outcome } from '../vocabulary/outcome.js';

/** The outcome of a program whose output a person has already seen as it came. */
export function withoutPrinted(outcome: Outcome): Outcome {
  if (outcome.status === 'completed') {
    return outcome.streams ? { ...outcome, streams: { stdout: '', stderr: '' } } : outcome;
  }
  const { error } = outcome;
  if (!error.result) return outcome;
  const { stdout, stderr, ...rest } = error.result;
  return { ...outcome, error: error.withResult(rest) };
}
