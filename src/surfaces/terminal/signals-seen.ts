import { setImmediate } from 'node:timers/promises';

/**
 * A signal that came together with the end of the input is told after it, in the same turn: only behind that turn is
 * it known whether there was one.
 */
export async function signalsSeen(): Promise<void> {
  await setImmediate();
}
