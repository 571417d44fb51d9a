// Work that may never end, such as a regular expression on a text that somebody else chose, for a limited time.

import { type Context, createContext, Script } from 'node:vm';

export const tookTooLong = Symbol('took too long');

let place: Context | undefined;
let script: Script | undefined;

/**
 * Nothing but a script can be stopped from outside while it computes, so the work is called from one. That takes a
 * tenth of a millisecond. Work that is stopped leaves without its `finally`: it must not hold anything.
 */
export function runWithin<T>(milliseconds: number, work: () => T): T | typeof tookTooLong {
  place ??= createContext(Object.create(null));
  script ??= new Script('work()');
  let result: T | typeof tookTooLong = tookTooLong;
  place.work = () => {
    result = work();
  };
  try {
    script.runInContext(place, { timeout: Math.max(1, Math.ceil(milliseconds)) });
    return result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return tookTooLong;
    throw error;
  } finally {
    place.work = undefined;
  }
}
