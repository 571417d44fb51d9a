import type { Io } from '../../terminal/io.js';
import { type Outcome, snapshot } from '../../vocabulary/outcome.js';

/** With a warning about what was printed to stdout beside the answers since the last one. */
export function withStrayOutput(outcome: Outcome, { stray }: Pick<Io, 'stray'>): Outcome {
  const warning = stray?.takeWarning();
  if (!warning) return outcome;
  const run = snapshot(outcome.run);
  return { ...outcome, run: { ...run, warnings: [...run.warnings, warning] } };
}
