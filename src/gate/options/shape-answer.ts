// What the options of a request make of the answer: a page of a list, some of its fields, as many tokens as were asked
// for. Most requests ask for none of it, and none of it costs them anything.

import type { HandlerResult } from '../../execution/handler/run-handler.js';
import { defaultListLimit } from '../../vocabulary/contract.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { Run } from '../run/run.js';
import { pageOf } from './page-list.js';
import { selectFields } from './select-fields.js';
import { countTokens, cutToTokens } from './token-budget.js';
import { asDryRun } from './would-effect.js';

/** Whether the answer is another one than what the command gave. */
export function isShaped({ standard, dryRun, resolved }: Run): boolean {
  return dryRun || resolved?.command.contract?.lists === true || (standard !== undefined && selects(standard));
}

function selects({ fields, tokenLimit, tokenOffset, tokenCount }: NonNullable<Run['standard']>): boolean {
  return fields !== undefined || tokenLimit !== undefined || tokenOffset !== undefined || tokenCount === true;
}

export function shapeResult(run: Run, result: HandlerResult): HandlerResult {
  if (result.status === 'returned') return { status: 'returned', value: shapeValue(run, result.value) };
  if (result.status !== 'streamed') return result;
  const value = shapeValue(run, result.values);
  return Array.isArray(value) ? { ...result, values: value } : { status: 'returned', value };
}

/** The same for what a program gave. */
export function shapeOutcome(run: Run, outcome: Outcome): Outcome {
  if (outcome.status === 'failed' || outcome.truncated) return outcome;
  const data = shapeValue(run, outcome.data);
  return data === outcome.data ? outcome : { ...outcome, data, json: JSON.stringify(data) ?? 'null' };
}

function shapeValue(run: Run, value: unknown): unknown {
  const { standard = {} } = run;
  let shaped = value;
  if (run.dryRun && run.danger !== 'safe' && !standard.validateOnly) shaped = asDryRun(shaped);
  else if (run.resolved?.command.contract?.lists && !standard.validateOnly) shaped = page(run, shaped);
  if (!selects(standard)) return shaped;
  shaped = asJson(shaped);
  if (standard.fields) shaped = select(run, shaped, standard.fields);
  return budget(run, shaped, standard);
}

/** The same for all pages of a list, and another for every other list. */
export function listOf(path: readonly string[], input: unknown): string {
  try {
    return JSON.stringify([path, input]);
  } catch {
    // A schema may make what JSON cannot say.
    return path.join(' ');
  }
}

function page(run: Run, value: unknown): unknown {
  const { limit = defaultListLimit, cursor } = run.standard ?? {};
  const found = pageOf(value, { limit, cursor, list: run.given?.list ?? '' });
  if (!found) return value;
  run.tell({ pagination: found.pagination });
  return found.items;
}

function select(run: Run, value: unknown, fields: readonly string[]): unknown {
  const { data, missing } = selectFields(value, fields);
  if (missing.length > 0) {
    const named = missing.map((name) => JSON.stringify(name.slice(0, 100))).join(', ');
    run.warn(
      'UNKNOWN_FIELD',
      `Nothing in the answer has ${missing.length === 1 ? 'the field' : 'the fields'} ${named}.`,
    );
  }
  return data;
}

function budget(run: Run, value: unknown, standard: NonNullable<Run['standard']>): unknown {
  const { tokenLimit, tokenOffset = 0, tokenCount } = standard;
  if (tokenLimit === undefined && tokenOffset === 0 && !tokenCount) return value;
  const json = JSON.stringify(value) ?? 'null';
  if (tokenCount) return { token_count: countTokens(json) };
  const { text, window } = cutToTokens(json, tokenOffset, tokenLimit ?? Number.POSITIVE_INFINITY);
  run.tell({ tokens: window });
  // What fits is given as it is; otherwise it is a part of the text that all parts together make.
  return window.returned === window.total ? value : { text };
}

/** Fields are those that the answer would have, not those of a class. What JSON cannot say is told later. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null') as unknown;
  } catch {
    return value;
  }
}
