import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** What is unreachable is let go of, at the latest when the event loop comes around. Takes some milliseconds. */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    // Nobody else sees it: a flag counts for contexts that are made after it.
    setFlagsFromString('--no-expose-gc');
  }
  collect();
}
