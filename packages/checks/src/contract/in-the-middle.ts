import { setTimeout as delay } from 'node:timers/promises';
import type { CheckContext } from './check.js';
import type { StartedProgram } from './start-program.js';

/** Waits until a call has certainly begun its work: four times as long as a short call takes. */
export async function inTheMiddle({ basics }: CheckContext, { ended }: StartedProgram): Promise<void> {
  const longest = Math.max(...(await basics()).map(({ ms }) => ms));
  await Promise.race([delay(Math.max(1_000, 4 * longest)), ended]);
}
