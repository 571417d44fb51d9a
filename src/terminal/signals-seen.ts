import { setImmediate } from 'node:timers/promises';

/**
 * A signal that came together with the end of the input is told after it: the system hands it over when it has already
 * said what can be read, so that the loop finds it one turn later. Only then is it known whether there was one.
 */
export async function signalsSeen(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await setImmediate();
}
