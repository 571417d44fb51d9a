// @ts-check
// Ends what is left over. First it is stopped, so that it cannot fork away from under the hand, and only killed when
// there is nothing new to stop.

/**
 * @typedef {import('./belongings.mjs').Known} Known
 */

/** What forks faster than it can be stopped has its chance again in the next sweep. */
const mostRounds = 50;

/**
 * @param {import('./belongings.mjs').Belongings} belongings
 * @returns {Set<Known>} What was left over.
 */
export function sweep(belongings) {
  /** @type {Set<Known>} */
  const found = new Set();
  belongings.update();
  let { leftovers, isQuiet } = belongings.look();
  for (let round = 1; round < mostRounds && !(isQuiet && leftovers.length === 0); round++) {
    for (const known of leftovers) {
      found.add(known);
      if (!belongings.isKeeperAtWork(known)) signal(belongings, known, 'SIGSTOP');
    }
    ({ leftovers, isQuiet } = belongings.lookAtNew());
  }
  if (found.size === 0) return found;

  // A run may have started in the meantime. It has told so before it started anything.
  belongings.update();
  for (const known of found) {
    if (belongings.isKeeperAtWork(known)) continue;
    if (belongings.isLeftover(known)) {
      known.kills++;
      signal(belongings, known, 'SIGKILL');
    } else {
      signal(belongings, known, 'SIGCONT');
      found.delete(known);
    }
  }
  return found;
}

/**
 * @param {import('./belongings.mjs').Belongings} belongings
 * @param {Known} known
 * @param {NodeJS.Signals} name
 */
function signal(belongings, known, name) {
  try {
    if (belongings.isStillThere(known)) process.kill(known.process.pid, name);
  } catch {
    // It has just ended, or it is not ours to end.
  }
}
