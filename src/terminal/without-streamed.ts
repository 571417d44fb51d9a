import { type Completed, type Outcome, snapshot } from '../vocabulary/outcome.js';

/** The outcome of a stream whose values were shown as they came; `asSummary` where the last line is a document, too. */
export function withoutStreamed(outcome: Outcome, count: number, asSummary: boolean): Outcome {
  if (outcome.status !== 'completed' || !isTheStream(outcome, count)) return outcome;
  const run = { ...snapshot(outcome.run), warnings: outcome.run.warnings.filter(({ code }) => code !== 'TRUNCATED') };
  const all = { ...outcome, truncated: undefined, run: outcome.truncated ? run : outcome.run };
  if (!asSummary) return { ...all, json: 'null', data: null, message: outcome.message ?? `${count} in all` };
  const data = { _summary: true, count };
  return { ...all, json: JSON.stringify(data), data };
}

/** Of a long stream the answer has kept the beginning. */
function isTheStream({ data, truncated }: Completed, count: number): boolean {
  if (!Array.isArray(data)) return false;
  return truncated ? data.length <= count : data.length === count;
}
