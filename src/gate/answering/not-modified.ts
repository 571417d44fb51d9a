// The answer to whoever has the newest version already: nothing, and that nothing has changed.
import type { HandlerResult } from '../../execution/handler/run-handler.js';
import type { Run } from '../run/run.js';

/** What a handler of the gate returns then. */
export const notModified = Symbol('not modified');

export function tellNotModified(run: Run, result: HandlerResult): HandlerResult {
  if (result.status !== 'returned' || result.value !== notModified) return result;
  run.tell({ not_modified: true });
  return { status: 'returned', value: null };
}
