import type { Run } from './run.js';

/** What only looks, or is only asked about, may be repeated as it is. */
export function changesSomething({ danger, dryRun, standard, isBuiltIn }: Run): boolean {
  return danger !== 'safe' && !dryRun && standard?.validateOnly !== true && !isBuiltIn;
}
