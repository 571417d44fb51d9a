// `cmdgate doctor`: what is enforced here and what is not. Changes nothing.

import { type Area, type Check, Checks } from './check.js';
import { checkChains } from './check-chains.js';
import { checkClock } from './check-clock.js';
import { checkConfiguration } from './check-configuration.js';
import { checkIndex } from './check-index.js';
import { checkKeeper } from './check-keeper.js';
import { checkLeftovers } from './check-leftovers.js';
import { checkLimits } from './check-limits.js';
import { checkPermissions } from './check-permissions.js';
import { checkQuarantine } from './check-quarantine.js';
import { checkSandbox } from './check-sandbox.js';
import { checkStore } from './check-store.js';
import { checkVersions } from './check-versions.js';
import type { Subject } from './subject.js';

type Examination = (subject: Subject) => readonly Check[] | Promise<readonly Check[]>;

const examinations: readonly (readonly [Area, Examination])[] = [
  ['configuration', checkConfiguration],
  ['permissions', checkPermissions],
  ['store', checkStore],
  ['store', checkChains],
  ['store', checkIndex],
  ['sandbox', checkSandbox],
  ['limits', checkLimits],
  ['keeper', () => checkKeeper()],
  ['clock', checkClock],
  ['versions', () => checkVersions()],
  ['leftovers', checkLeftovers],
  ['leftovers', checkQuarantine],
];

export async function examine(subject: Subject): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const [area, examination] of examinations) checks.push(...(await attempt(area, examination, subject)));
  return checks;
}

/** What cannot be looked at is told, and keeps nothing else from being looked at. */
async function attempt(area: Area, examination: Examination, subject: Subject): Promise<readonly Check[]> {
  try {
    return await examination(subject);
  } catch (error) {
    const checks = new Checks(area);
    const { message, hint } = error as Error & { readonly hint?: string };
    checks.fail(`This check could not run: ${message}`, hint ?? 'Give this user read access to what the message names');
    return checks.list;
  }
}
