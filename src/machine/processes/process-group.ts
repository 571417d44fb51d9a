// A run's program is the leader of a process group of its own: one signal reaches all that stayed in it.

import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseStat } from './process-stat.js';

/** Whether anyone was there to get it. Signal 0 only asks. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  const { stackTraceLimit } = Error;
  // Mostly the group is gone, and to say so Node makes an error whose stack costs more than all the rest.
  Error.stackTraceLimit = 0;
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    // Gone, or none of it may be signalled: nothing more can be done either way.
    return false;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Where the system still knows the group after so long, a look at what is left of it is worth its price. */
const lookAfterMs = 20;

/** Resolves when nobody in the group lives, at the latest at this time on the clock of `performance.now()`. */
export async function groupGone(leader: number, deadline: number): Promise<void> {
  const lookFrom = performance.now() + lookAfterMs;
  for (let pause = 1; signalGroup(leader, 0); pause = Math.min(pause * 2, 50)) {
    const now = performance.now();
    if (now >= deadline) return;
    // The dead keep their place in the group until their parent has asked for them, which some never do.
    if (now >= lookFrom && !(await hasLivingMember(leader))) return;
    await sleep(pause);
  }
}

async function hasLivingMember(leader: number): Promise<boolean> {
  try {
    for (const name of await readdir('/proc')) {
      if (/^\d+$/.test(name) && (await livesIn(name, leader))) return true;
    }
    return false;
  } catch {
    // A system without /proc: what it says about the group is all there is.
    return true;
  }
}

async function livesIn(pid: string, leader: number): Promise<boolean> {
  const stat = parseStat(await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''));
  // A program can end its first thread and go on in another.
  return stat !== undefined && stat.group === leader && (!stat.isEnded || stat.threads > 1);
}
