// Runs a function of the owner's within its time. Never rejects: whatever the function does is a result.
import type { Handler, Input } from '../../vocabulary/command.js';
import type { Deadlines, Expiring } from './deadlines.js';
import type { HandlerContext } from './handler-context.js';

export type HandlerResult =
  | { readonly status: 'returned'; readonly value: unknown }
  | { readonly status: 'streamed'; readonly values: readonly unknown[]; readonly droppedBytes: number }
  | { readonly status: 'threw'; readonly error: unknown }
  | { readonly status: 'timed-out' }
  | { readonly status: 'canceled' };

export interface HandlerRun {
  readonly handler: Handler;
  readonly input: Input;
  readonly context: HandlerContext;
  readonly timeoutMs: number;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly signal: AbortSignal | undefined;
  readonly deadlines: Deadlines;
  readonly onOutput: (value: unknown) => void;
  /** How much of a stream is kept for the answer. */
  readonly keepBytes: number;
}

/**
 * The result at once where the handler gives it at once, which spares most runs a turn of the event loop.
 * A handler that does not stop when its signal says so goes on unheard.
 */
export function runHandler(run: HandlerRun): HandlerResult | Promise<HandlerResult> {
  if (run.signal?.aborted) return { status: 'canceled' };
  try {
    const value = run.handler(run.input, run.context);
    if (typeof value !== 'object' || value === null) return { status: 'returned', value };
    if (isIterator(value)) return new PendingRun(run, drain(run, value)).result;
    if (typeof (value as PromiseLike<unknown>).then !== 'function') return { status: 'returned', value };
    return new PendingRun(run, value as PromiseLike<unknown>).result;
  } catch (error) {
    return { status: 'threw', error };
  }
}

class Streamed {
  readonly values: unknown[] = [];
  droppedBytes = 0;
}

/** One handler that has not answered yet: it returns, throws, runs out of time or is canceled, whichever is first. */
class PendingRun implements Expiring {
  readonly deadline: number;
  readonly result: Promise<HandlerResult>;
  readonly #run: HandlerRun;
  #resolve: ((result: HandlerResult) => void) | undefined;
  readonly #onCancel: (() => void) | undefined;

  constructor(run: HandlerRun, value: PromiseLike<unknown>) {
    this.#run = run;
    this.deadline = run.startedAt + run.timeoutMs;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    run.deadlines.add(this);
    if (run.signal) {
      this.#onCancel = () => this.#stop({ status: 'canceled' });
      run.signal.addEventListener('abort', this.#onCancel, { once: true });
    }
    value.then(
      (returned) => this.#settle(toResult(returned)),
      (error: unknown) => this.#settle({ status: 'threw', error }),
    );
  }

  expire(): void {
    this.#stop({ status: 'timed-out' });
  }

  #stop(result: HandlerResult): void {
    this.#settle(result);
    this.#run.context.abort(new DOMException(`The run was ${result.status}.`, 'AbortError'));
  }

  #settle(result: HandlerResult): void {
    if (!this.#resolve) return;
    this.#run.deadlines.remove(this);
    if (this.#onCancel) this.#run.signal?.removeEventListener('abort', this.#onCancel);
    this.#resolve(result);
    this.#resolve = undefined;
  }
}

function toResult(value: unknown): HandlerResult {
  if (value instanceof Streamed) {
    return { status: 'streamed', values: value.values, droppedBytes: value.droppedBytes };
  }
  return { status: 'returned', value };
}

type AnyIterator = AsyncGenerator<unknown, unknown> | Generator<unknown, unknown>;

function isIterator(value: object): value is AnyIterator {
  const candidate = value as Partial<AnyIterator>;
  if (typeof candidate.next !== 'function') return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** What a streaming handler yields goes out as it comes; the answer is what it returns, or else what it yielded. */
async function drain(run: HandlerRun, iterator: AnyIterator): Promise<unknown> {
  const streamed = new Streamed();
  let keptBytes = 0;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) {
      if (value === undefined) return streamed;
      return value;
    }
    if (run.context.aborted) {
      await iterator.return(undefined);
      return streamed;
    }
    run.onOutput(value);
    const bytes = Buffer.byteLength(JSON.stringify(value) ?? 'null') + 1;
    if (keptBytes + bytes <= run.keepBytes && streamed.droppedBytes === 0) {
      keptBytes += bytes;
      streamed.values.push(value);
    } else streamed.droppedBytes += bytes;
  }
}
