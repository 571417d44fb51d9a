// Log messages of the protocol: what a program prints, complete, in order and no faster than the client reads; and what
// a handler logs, where the owner shares that.

import type { LoggingLevel } from '@modelcontextprotocol/server';
import type { LogLevel } from '../../vocabulary/context.js';
import type { RunEvent } from '../../vocabulary/event.js';

export interface ClientLogOptions {
  /** Resolves when the client has taken it. */
  readonly send: (level: LoggingLevel, data: LogData) => Promise<void>;
  readonly session: string;
  readonly chat: string | undefined;
  readonly hearsOutput: boolean;
  readonly hearsLog: (level: LoggingLevel) => boolean;
}

/** The `data` of one message. `seq` counts the messages of one call from 1. */
export type LogData = {
  readonly content: string;
  readonly seq: number;
  readonly run_id: string;
  readonly session_id: string;
  readonly chat_id: string | null;
} & (
  | { readonly type: 'tool-stream'; readonly stream: 'stdout' | 'stderr' }
  | { readonly type: 'assistant-output' }
  | { readonly type: 'handler-log'; readonly dropped?: number }
);

/** From the least to the most important, as RFC 5424 has them. */
export const loggingLevels = [
  ...(['debug', 'info', 'notice', 'warning'] as const),
  ...(['error', 'critical', 'alert', 'emergency'] as const),
];

export function isHeard(level: LoggingLevel, least: LoggingLevel): boolean {
  return loggingLevels.indexOf(level) >= loggingLevels.indexOf(least);
}

const levelOf: Readonly<Record<LogLevel, LoggingLevel>> = {
  ...{ debug: 'debug', info: 'info', warn: 'warning', error: 'error' },
};

/** A handler does not wait for its log: more than this is left out, and counted. */
const mostWaiting = 100;

const longestMessage = 16 * 1024;

export class ClientLog {
  readonly #options: ClientLogOptions;
  #taken: Promise<void> = Promise.resolve();
  #isStopped = false;
  #sent = 0;
  #waiting = 0;
  #dropped = 0;
  #release: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  constructor(options: ClientLogOptions) {
    this.#options = options;
  }

  /** The promise makes the program wait until the client has taken what it printed. */
  readonly onEvent = (event: RunEvent): Promise<void> | undefined => {
    if (this.#isStopped) return undefined;
    if (event.type === 'log') {
      this.#log(event);
      return undefined;
    }
    if (!this.#options.hearsOutput) return undefined;
    if (event.type !== 'output-delta' && event.type !== 'assistant-output') return undefined;
    const kind =
      event.type === 'output-delta'
        ? ({ type: 'tool-stream', stream: event.stream } as const)
        : ({ type: 'assistant-output' } as const);
    this.#queue('info', { ...kind, ...this.#about(event.text, event.runId) });
    // After the call was answered, nobody who listens to it holds up the program.
    return Promise.race([this.#taken, this.#stopped]);
  };

  /** Nothing is sent after this resolves, so that no message follows the answer. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#release();
    await this.#taken;
  }

  #log({ level: given, message, runId }: Extract<RunEvent, { type: 'log' }>): void {
    const level = levelOf[given];
    if (!this.#options.hearsLog(level)) return;
    if (this.#waiting >= mostWaiting) {
      this.#dropped++;
      return;
    }
    const dropped = this.#dropped > 0 && { dropped: this.#dropped };
    this.#dropped = 0;
    this.#waiting++;
    this.#queue(level, { type: 'handler-log', ...dropped, ...this.#about(message.slice(0, longestMessage), runId) });
    this.#taken = this.#taken.then(() => {
      this.#waiting--;
    });
  }

  /** One after the other: a program that floods both streams would otherwise get further ahead with each message. */
  #queue(level: LoggingLevel, data: LogData): void {
    // A client that is gone withdraws the call; here there is nothing more to do about it.
    this.#taken = this.#taken.then(() => this.#options.send(level, data).catch(() => {}));
  }

  #about(content: string, runId: string) {
    const { session, chat } = this.#options;
    this.#sent++;
    return { content, seq: this.#sent, run_id: runId, session_id: session, chat_id: chat ?? null };
  }
}
