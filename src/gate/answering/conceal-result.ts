import type { HandlerResult } from '../../execution/handler/run-handler.js';
import type { Secrets } from '../../vocabulary/secrets.js';
import { toSoundJson } from './sound-json.js';

/** What a handler gave, without these values. Before anything is cut off: a part of a secret would not be found. */
export function concealInResult(result: HandlerResult, secrets: Secrets): HandlerResult {
  if (secrets.isNone) return result;
  const conceal = (value: unknown) => secrets.hideIn(JSON.parse(toSoundJson(value)));
  try {
    if (result.status === 'returned') return { ...result, value: conceal(result.value) };
    if (result.status === 'streamed') return { ...result, values: result.values.map(conceal) };
    return result;
  } catch (error) {
    return { status: 'threw', error };
  }
}
