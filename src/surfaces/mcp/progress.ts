// What a client hears while a call runs: the handler's progress, the values it streams, what a program prints,
// that a person is asked, and a heartbeat.

import type { RunEvent } from '../../vocabulary/event.js';
import { NewestOutput } from './newest-output.js';

/** When a silent call says that it is still running. */
export interface Heartbeat {
  readonly firstMs: number;
  readonly everyMs: number;
}

export const defaultHeartbeat: Heartbeat = { firstMs: 2_000, everyMs: 5_000 };

/** The smallest visible step: MCP asks for values that increase with every notification. */
const step = 0.001;

const messageLimit = 2_000;

/** A program prints in many small pieces; a client shows a line. */
const outputEveryMs = 250;

/** A handler can report faster than a client reads; beyond this, within one turn, only the newest is kept. */
const burst = 64;

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface ProgressOptions {
  readonly send: (progress: Progress) => Promise<void>;
  /** True while the client does not take what was already sent. */
  readonly isCongested: () => boolean;
  readonly heartbeat: Heartbeat;
}

interface Update {
  readonly value: number | undefined;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** Sends progress for one call until it is stopped; memory stays bounded however much is reported. */
export class ProgressReporter {
  readonly #options: ProgressOptions;
  readonly #startedAt = performance.now();
  #last = 0;
  #total: number | undefined;
  #started = false;
  #stopped = false;
  #sentThisTurn = 0;
  #turn: NodeJS.Immediate | undefined;
  #held: Update | undefined;
  readonly #output = new NewestOutput(messageLimit);
  #outputTimer: NodeJS.Timeout | undefined;
  #waitsFor: string | undefined;
  #timer: NodeJS.Timeout;
  #sending = 0;
  #settled: (() => void) | undefined;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#timer = setTimeout(this.#beat, options.heartbeat.firstMs);
  }

  readonly onEvent = (event: RunEvent): void => {
    if (this.#stopped) return;
    switch (event.type) {
      case 'progress':
        this.#report({ value: event.done, total: event.total, message: event.message });
        break;
      case 'output':
        this.#say(describe(event.value));
        break;
      case 'output-delta':
        this.#output.add(event.text);
        if (this.#outputTimer === undefined) this.#sayOutput();
        break;
      case 'approval-request':
        this.#waitsFor = 'waiting for approval';
        this.#say(this.#waitsFor);
        break;
      case 'approval-answer':
        this.#waitsFor = undefined;
        break;
    }
  };

  /** Nothing is sent after this resolves, so that no progress follows the answer. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#outputTimer);
    clearImmediate(this.#turn);
    if (this.#sending > 0) {
      await new Promise<void>((resolve) => {
        this.#settled = resolve;
      });
    }
  }

  readonly #beat = (): void => {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#report(held);
    else this.#say(`${this.#waitsFor ?? 'running'} for ${seconds} s`);
    this.#timer = setTimeout(this.#beat, this.#options.heartbeat.everyMs);
  };

  readonly #sayOutput = (): void => {
    this.#outputTimer = undefined;
    if (this.#output.isEmpty) return;
    // What a slow client does not take is not sent later: by then there is something newer.
    if (!this.#options.isCongested()) this.#say(this.#output.take());
    this.#outputTimer = setTimeout(this.#sayOutput, outputEveryMs);
  };

  #say(message: string | undefined): void {
    this.#report({ value: undefined, total: undefined, message });
  }

  #report(update: Update): void {
    if (this.#stopped) return;
    if (this.#sentThisTurn >= burst || this.#options.isCongested()) {
      this.#held = update;
      return;
    }
    this.#sentThisTurn += 1;
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      this.#sentThisTurn = 0;
      const held = this.#held;
      this.#held = undefined;
      if (held !== undefined) this.#report(held);
    });
    this.#send(update);
  }

  #send({ value, total, message }: Update): void {
    const progress = this.#next(value);
    if (!Number.isFinite(progress)) return;
    this.#last = progress;
    this.#started = true;
    if (total !== undefined && Number.isFinite(total)) this.#total = total;
    this.#sending += 1;
    const settle = () => {
      this.#sending -= 1;
      if (this.#sending === 0) this.#settled?.();
    };
    this.#options
      .send({
        progress,
        // Repeated in every notification, or a progress bar would come and go with the heartbeat.
        ...(this.#total !== undefined && { total: this.#total }),
        ...(message !== undefined && { message: shorten(message) }),
      })
      .then(settle, settle);
  }

  #next(value: number | undefined): number {
    if (value !== undefined && Number.isFinite(value) && (!this.#started || value > this.#last)) return value;
    // Beyond 2^43 a thousandth is lost in rounding, so the step grows with the value.
    return this.#last + Math.max(step, Math.abs(this.#last) * Number.EPSILON * 2);
  }
}

function describe(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // What JSON cannot hold fails the call in the gate; here it only must not throw.
    return undefined;
  }
}

/** Half a character at the cut, as any lone surrogate, would be refused by strict readers of JSON. */
function shorten(message: string): string {
  return message.slice(0, messageLimit).replace(/\p{Surrogate}/gu, '\ufffd');
}
