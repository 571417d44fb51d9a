// What a command does at its end, whichever way that comes.

import { textOfThrown } from '../../vocabulary/text-of-thrown.js';

/** How long all of it may take: the answer waits for it. */
const longestMs = 5_000;

export class CleanUps {
  readonly #work: (() => unknown)[] = [];
  readonly #onProblem: (problem: string) => void;
  #isRunning = false;

  constructor(onProblem: (problem: string) => void) {
    this.#onProblem = onProblem;
  }

  add(work: () => unknown): void {
    this.#work.push(work);
  }

  /** Each once, the last one first, also what they add themselves. Never rejects, and gives up what does not end. */
  async run(limitMs = longestMs): Promise<void> {
    // Whoever has begun does what was added meanwhile, too.
    if (this.#isRunning) return;
    this.#isRunning = true;
    let timer: NodeJS.Timeout | undefined;
    const outOfTime = new Promise<'out of time'>((resolve) => {
      timer = setTimeout(resolve, limitMs, 'out of time');
    });
    const end = await Promise.race([this.#runAll(performance.now() + limitMs), outOfTime]);
    clearTimeout(timer);
    this.#isRunning = false;
    if (end === 'out of time') this.#onProblem(`Cleaning up took longer than ${limitMs}ms and was abandoned.`);
  }

  /** Work that adds more and never waits would keep the timer from being heard. */
  async #runAll(last: number): Promise<'done' | 'out of time'> {
    for (let work = this.#work.pop(); work; work = this.#work.pop()) {
      try {
        await work();
      } catch (error) {
        this.#onProblem(`Cleaning up failed: ${textOfThrown(error)}`);
      }
      if (performance.now() > last) return 'out of time';
    }
    return 'done';
  }
}
