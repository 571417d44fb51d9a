// What a program prints, as log messages of the protocol: complete, in order, and no faster than the client reads.

import type { RunEvent } from '../../vocabulary/event.js';

export interface OutputLogOptions {
  /** Resolves when the client has taken it. */
  readonly send: (data: OutputMessage) => Promise<void>;
  readonly session: string;
  readonly chat: string | undefined;
}

/** The `data` of one message. `seq` is the number of the event in its run, which has other events, too. */
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
  #release: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  constructor(options: OutputLogOptions) {
    this.#options = options;
  }

  /** The promise makes the program wait until the client has taken what it printed. */
  readonly onEvent = (event: RunEvent): Promise<void> | undefined => {
    const message = this.#toMessage(event);
    if (message === undefined || this.#isStopped) return undefined;
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

  #toMessage(event: RunEvent): OutputMessage | undefined {
    const { session, chat } = this.#options;
    const about = { seq: event.sequence, run_id: event.runId, session_id: session, chat_id: chat ?? null };
    if (event.type === 'output-delta') {
      return { type: 'tool-stream', stream: event.stream, content: event.text, ...about };
    }
    return event.type === 'assistant-output' ? { type: 'assistant-output', content: event.text, ...about } : undefined;
  }
}
