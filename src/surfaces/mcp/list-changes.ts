// Tells a client that the list of tools is not the one that it has seen.

import type { Tool } from '@modelcontextprotocol/server';
import type { Gate } from '../../gate/gate.js';

export interface ListChangesOptions {
  readonly gate: Pick<Gate, 'tellRenewed'>;
  /** As it is now. */
  readonly list: () => readonly Tool[];
  /** Undefined where nothing can be sent between two calls: the next call then has it. */
  readonly send: (() => Promise<void>) | undefined;
}

export class ListChanges {
  readonly #options: ListChangesOptions;
  #seen: string | undefined;
  #isTold = true;
  readonly stop: () => void;

  constructor(options: ListChangesOptions) {
    this.#options = options;
    this.stop = options.gate.tellRenewed(() => this.#compare());
  }

  /** The client has it. */
  saw(list: readonly Tool[]): void {
    this.#seen = JSON.stringify(list);
    this.#isTold = true;
  }

  /** Whether the client is to hear of it with the call that is answered now. */
  takeUntold(): boolean {
    const isUntold = !this.#isTold;
    this.#isTold = true;
    return isUntold;
  }

  #compare(): void {
    const { list, send } = this.#options;
    // Who has never asked for it has nothing that could be out of date.
    if (this.#seen === undefined) return;
    const now = JSON.stringify(list());
    if (now === this.#seen) return;
    this.#seen = now;
    if (send === undefined) this.#isTold = false;
    else send().catch(() => undefined);
  }
}
