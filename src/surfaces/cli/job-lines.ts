import type { Outcome } from '../../vocabulary/outcome.js';

const lines = ['status_command', 'cancel_command'];

/** The lines by which a job is looked after, as they can be pasted into a shell. */
export function withJobLines(outcome: Outcome, toShellLine: (line: string) => string): Outcome {
  if (outcome.status === 'failed' || typeof outcome.data !== 'object' || outcome.data === null) return outcome;
  const shown = Object.entries(outcome.data).map(([name, value]): [string, unknown] =>
    lines.includes(name) && typeof value === 'string' ? [name, toShellLine(value)] : [name, value],
  );
  const data = Object.fromEntries(shown);
  return { ...outcome, data, json: JSON.stringify(data) };
}
