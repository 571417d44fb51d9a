import { setImmediate } from 'node:timers/promises';
import type { Automaton } from '../../../../patterns/automaton.js';

/** How much work one search may do, in turns between which others get theirs. */
export class Turns {
  readonly #automata: readonly Automaton[];
  readonly #mostWork: number;
  readonly #signal: AbortSignal | undefined;

  constructor(automata: readonly Automaton[], mostWork: number, signal: AbortSignal | undefined) {
    this.#automata = automata;
    this.#mostWork = mostWork;
    this.#signal = signal;
  }

  get isOver(): boolean {
    return this.#automata.reduce((sum, { work }) => sum + work, 0) > this.#mostWork;
  }

  /** Rejects when nobody waits for the result any more. */
  async next(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
    for (const automaton of this.#automata) automaton.startTurn();
  }
}
