import type { ApprovalAnswer } from '../../vocabulary/approval.js';
import { whenAborted } from '../../vocabulary/when-aborted.js';

/** Finds what nothing told of: the passing of time, and changes on file systems that report none. */
const lookAgainMs = 250;

export interface Waiting {
  readonly look: () => ApprovalAnswer | 'pending' | 'gone';
  /** Calls back when something may have changed; gives a way to end that. */
  readonly watch: (wake: () => void) => () => void;
  readonly signal: AbortSignal;
}

/** Nothing is left behind when it settles. Rejects with what looking throws. */
export function waitForAnswer({ look, watch, signal }: Waiting): Promise<ApprovalAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const endings: (() => unknown)[] = [];
    const end = () => {
      for (const ending of endings.splice(0)) ending();
    };
    const check = () => {
      try {
        const seen = signal.aborted ? 'gone' : look();
        if (seen === 'pending') return;
        end();
        resolve(seen === 'gone' ? undefined : seen);
      } catch (error) {
        end();
        reject(error as Error);
      }
    };
    if (!signal.aborted) {
      const timer = setInterval(check, lookAgainMs);
      // Before the first look: what happens between the two is not missed.
      endings.push(() => clearInterval(timer), watch(check), whenAborted(signal, check));
    }
    check();
  });
}
