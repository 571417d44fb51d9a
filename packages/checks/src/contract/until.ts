import { setTimeout as delay } from 'node:timers/promises';

/** Whether it becomes so before long: generous, because the machine may be slow. */
export async function until(isSo: () => boolean, mostMs = 15_000): Promise<boolean> {
  for (const last = performance.now() + mostMs; performance.now() < last; ) {
    if (isSo()) return true;
    await delay(20);
  }
  return isSo();
}
