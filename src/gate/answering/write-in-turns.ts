// The result of a handler that is large, before it is concluded.

import type { HandlerResult } from '../../execution/handler/run-handler.js';
import { textOfThrown } from '../../vocabulary/text-of-thrown.js';
import { UnwritableResult } from '../isolation/unwritable-result.js';
import type { RunningRun } from '../run/run.js';
import { answerRoom, isLookedAt } from './answer-room.js';
import { isLarge, WrittenAnswer, writeLarge } from './large-answer.js';

/** Whatever a handler returned: some values cannot even be looked at. */
export function isLargeResult(run: RunningRun, result: HandlerResult): boolean {
  if (result.status !== 'returned' || typeof result.value !== 'object') return false;
  const { value } = result;
  // Of a list a page is taken first.
  if (run.resolved.command.contract?.lists) return false;
  if (value instanceof WrittenAnswer) return isLookedAt(run);
  try {
    return isLarge(value);
  } catch {
    return false;
  }
}

export async function writeInTurns(run: RunningRun, result: HandlerResult): Promise<HandlerResult> {
  const room = answerRoom(run);
  if (result.status !== 'returned' || !room) return result;
  try {
    const { value } = result;
    const written = value instanceof WrittenAnswer ? value : await writeLarge(value, room);
    if (!isLookedAt(run)) return { status: 'returned', value: written };
    run.running.leftOutBytes = written.droppedBytes;
    return { status: 'returned', value: JSON.parse(written.json) as unknown };
  } catch (error) {
    return { status: 'threw', error: new UnwritableResult(textOfThrown(error)) };
  }
}
