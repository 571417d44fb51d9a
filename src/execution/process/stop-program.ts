// How a program is ended: it is told, has a grace period, and is killed. Who does not even end then is given up.

import { signalGroup } from '../../machine/processes/process-group.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { signalInside } from './wrapped-program.js';

export type StopCause = 'timeout' | 'cancel';

/** How long the dead of a group may take to disappear; in the worst case they wait for a disk. */
export const longestDyingMs = 2_000;

export class ProgramStop {
  readonly #wrapper: ProgramPlan['wrapper'];
  readonly #pid: number;
  readonly #graceMs: number;
  readonly #giveUp: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  /** Who asked it to end, and when it is killed. */
  asked: { readonly by: StopCause; readonly killAt: number } | undefined;
  /** It used more than the owner allows. */
  exceeded: GateError | undefined;

  constructor({ wrapper }: ProgramPlan, pid: number, graceMs: number, giveUp: () => void) {
    this.#wrapper = wrapper;
    this.#pid = pid;
    this.#graceMs = graceMs;
    this.#giveUp = giveUp;
  }

  /** Its time begins. */
  allow(timeoutMs: number): void {
    // The program may have ended already, and the event loop not have seen it: it looks before this decides.
    const onTimeout = () => setImmediate(() => this.stop('timeout'));
    this.#timer = setTimeout(onTimeout, Math.min(timeoutMs, longestDelayMs));
  }

  /** It has ended by itself: nothing is left to be done. */
  ended(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  stop(by: StopCause): void {
    if (this.#hasEnded || this.asked || this.exceeded) return;
    clearTimeout(this.#timer);
    this.asked = { by, killAt: performance.now() + this.#graceMs };
    const signal = this.#wrapper ? signalInside : signalGroup;
    signal(this.#pid, 'SIGTERM');
    // One that is suspended would not notice.
    signal(this.#pid, 'SIGCONT');
    this.#timer = setTimeout(this.#kill, this.#graceMs);
  }

  readonly exceed = (error: GateError): void => {
    if (this.#hasEnded || this.exceeded) return;
    clearTimeout(this.#timer);
    this.exceeded = error;
    this.#kill();
  };

  readonly #kill = (): void => {
    // In bubblewrap its first process: everything there has ended before bubblewrap does. The other launcher is no
    // program's: it ends everybody inside, and would leave them behind if it were killed itself.
    if (this.#wrapper === 'bubblewrap') signalInside(this.#pid, 'SIGKILL');
    else signalGroup(this.#pid, this.#wrapper === 'landlock' ? 'SIGTERM' : 'SIGKILL');
    this.#timer = setTimeout(this.#giveUp, longestDyingMs);
  };
}
