// Outcome → lines: of a list each item, and at the end what the envelope tells beside them.
import type { Outcome } from '../vocabulary/outcome.js';
import { type EnvelopeFacts, renderEnvelope } from './envelope.js';

/** Every line is an object. */
export function jsonLine(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return json.startsWith('{') ? json : `{"value":${json}}`;
}

export function renderJsonl(
  outcome: Outcome,
  facts: EnvelopeFacts,
  about?: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (outcome.status === 'failed') return [renderEnvelope(outcome, facts, about)];
  const data: unknown = JSON.parse(outcome.json);
  if (!Array.isArray(data)) return [renderEnvelope(outcome, facts, about)];
  const summary = { _summary: true, count: data.length };
  return [
    ...data.map(jsonLine),
    renderEnvelope({ ...outcome, data: summary, json: JSON.stringify(summary) }, facts, about),
  ];
}
