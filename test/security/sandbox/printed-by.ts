import type { Outcome } from '../../../src/vocabulary/outcome.js';

/** Both streams of a program, however it ended. Throws where it did not run. */
export function printedBy(outcome: Outcome): string {
  const shown = outcome.status === 'completed' ? outcome.data : outcome.error.result;
  if (!shown) throw new Error(JSON.stringify(outcome.status === 'failed' && outcome.error));
  const { stdout, stderr } = shown as { stdout: string; stderr: string };
  return stdout + stderr;
}
