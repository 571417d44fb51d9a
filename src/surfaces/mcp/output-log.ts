// What a program prints, as log messages of the protocol: complete, in order, and no faster than the client reads.

import type { RunEvent } from '../../vocabulary/event.js';

export interface OutputLogOptions {
  /** Resolves when the client has taken it. */
  readonly send: (data: OutputMessage) => Promise<void>;
  readonly session: string;
  readonly chat: string | undefined;
}

/** The `data` of one message. `seq` counts the messages of one call from 1. */
export type OutputMessage = {
  readonly content: string;
  readonly seq: number;
  readonly run_id: string;
  readonly session_id: string;
  readonly chat_id: string | null;
} & ({ readonly type: 'tool-stream'; readonly stream: 'stdout' | 'stderr' } | { readonly type: 'assistant-output' });

export class OutputLog {
  readonly #options: OutputLogOptions;
  #taken: Promise<void> = Promise.resolve();
  #isStopped = false;
  #sent = 0;
  #release: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  constructor(options: OutputLogOptions) {
    this.#options = options;
  }

  /** The promise makes the program wait until the client has taken what it printed. */
  readonly onEvent = (event: RunEvent): Promise<void> | undefined => {
    if (this.#isStopped || (event.type !== 'output-delta' && event.type !== 'assistant-output')) return undefined;
    const message = this.#toMessage(event);
    // One after the other: a program that floods both streams would otherwise get further ahead with each message.
    this.#taken = this.#taken.then(() => this.#send(message));
    // After the call was answered, nobody who listens to it holds up the program.
    return Promise.race([this.#taken, this.#stopped]);
  };

  /** Nothing is sent after this resolves, so that no message follows the answer. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#release();
    await this.#taken;
  }

  async #send(message: OutputMessage): Promise<void> {
    // A client that is gone withdraws the call; here there is nothing more to do about it.
    await this.#options.send(message).catch(() => {});
  }

  #toMessage(event: Extract<RunEvent, { type: 'output-delta' | 'assistant-output' }>): OutputMessage {
    const { session, chat } = this.#options;
    this.#sent++;
    const about = { content: event.text, seq: this.#sent, run_id: event.runId, session_id: session };
    const kind =
      event.type === 'output-delta'
        ? ({ type: 'tool-stream', stream: event.stream } as const)
        : ({ type: 'assistant-output' } as const);
    return { ...kind, ...about, chat_id: chat ?? null };
  }
}
