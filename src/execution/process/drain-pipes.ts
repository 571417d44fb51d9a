// After the program's end its pipes may stay open: a descendant that left the group can hold them. All that was
// written before the end is read; what comes later is nobody's answer.

import type { Capture } from './output/capture.js';

/** No pipe holds more, so what comes beyond it was written after the end. */
const mostBytes = 8 * 1024 * 1024;
const longestMs = 1_000;

/** Calls back once, when the pipes were silent for a whole turn of the event loop, or were loud for too long. */
export function drainPipes(captures: readonly Capture[], onDrained: () => void): void {
  for (const capture of captures) capture.readToEnd();
  const received = () => captures.reduce((sum, capture) => sum + capture.receivedBytes, 0);
  const before = received();
  const deadline = performance.now() + longestMs;
  let last = -1;
  // The event loop looks at all pipes between two calls, and takes all that they hold.
  const look = () => {
    const now = received();
    if (now === last || now - before > mostBytes || (last !== -1 && performance.now() > deadline)) onDrained();
    else {
      last = now;
      setImmediate(look);
    }
  };
  setImmediate(look);
}
