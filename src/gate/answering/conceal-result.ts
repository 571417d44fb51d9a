import { redactValuesDeep } from '../../command-line/redact.js';
import type { HandlerResult } from '../../execution/handler/run-handler.js';
import { toSoundJson } from './sound-json.js';

/** What a handler gave, without these values. Before anything is cut off: a part of a secret would not be found. */
export function concealInResult(result: HandlerResult, secrets: readonly string[]): HandlerResult {
  const conceal = (value: unknown) => redactValuesDeep(JSON.parse(toSoundJson(value)), secrets);
  try {
    if (result.status === 'returned') return { ...result, value: conceal(result.value) };
    if (result.status === 'streamed') return { ...result, values: result.values.map(conceal) };
    return result;
  } catch (error) {
    return { status: 'threw', error };
  }
}
