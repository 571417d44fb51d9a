// Runs a function of the owner's within its time. Never rejects: whatever the function does is a result.
import type { Handler, Input } from '../../vocabulary/command.js';
import { whenAborted } from '../../vocabulary/when-aborted.js';
import { type Deadlines, Expiring } from './deadlines.js';
import { type ContextHost, HandlerContext } from './handler-context.js';

export type HandlerResult =
  | { readonly status: 'returned'; readonly value: unknown }
  | { readonly status: 'streamed'; readonly values: readonly unknown[]; readonly droppedBytes: number }
  | { readonly status: 'threw'; readonly error: unknown }
  | { readonly status: 'timed-out' }
  | { readonly status: 'canceled' };

/** What is known about the run whose handler it is. */
export interface HandlerRun extends ContextHost {
  readonly input: Input;
  readonly timeoutMs: number;
  /** On the clock of `performance.now()`. */
  readonly enteredAt: number;
  readonly signal: AbortSignal | undefined;
  /** How much of a stream is kept for the answer. */
  readonly keepBytes: number;
}

/**
 * Gives what `finish` makes of the result: at once where the handler answers at once, otherwise as one promise.
 * A handler that does not stop when its signal says so goes on unheard. `finish` is one function for all runs.
 */
export function runHandler<R extends HandlerRun, T>(
  handler: Handler,
  run: R,
  deadlines: Deadlines,
  finish: (run: R, result: HandlerResult) => T | Promise<T>,
): T | Promise<T> {
  if (run.signal?.aborted) return finish(run, { status: 'canceled' });
  const context = new HandlerContext(run);
  const entered = enter(handler, run, context);
  if (!(entered instanceof Promise)) return finishAfter(context.end(), run, entered, finish);
  return new Promise<T>((resolve, reject) => {
    new PendingRun(run, context, deadlines, entered, finish, resolve, reject);
  });
}

/** The answer tells the end of everything that the handler used. */
function finishAfter<R extends HandlerRun, T>(
  ending: Promise<void> | undefined,
  run: R,
  result: HandlerResult,
  finish: (run: R, result: HandlerResult) => T | Promise<T>,
): T | Promise<T> {
  return ending ? ending.then(() => finish(run, result)) : finish(run, result);
}

/** What the handler gives at once, or the promise of it. */
function enter(handler: Handler, run: HandlerRun, context: HandlerContext): HandlerResult | Promise<unknown> {
  try {
    const value = handler(run.input, context);
    if (value instanceof Promise) return value;
    if (typeof value !== 'object' || value === null) return { status: 'returned', value };
    if (isIterator(value)) return drain(run, context, value);
    // A thenable of any make becomes a promise that keeps the rules.
    if (typeof (value as PromiseLike<unknown>).then === 'function') return Promise.resolve(value);
    return { status: 'returned', value };
  } catch (error) {
    return { status: 'threw', error };
  }
}

class Streamed {
  readonly values: unknown[] = [];
  droppedBytes = 0;
}

/** One handler that has not answered yet: it returns, throws, runs out of time or is canceled, whichever is first. */
class PendingRun<R extends HandlerRun, T> extends Expiring {
  readonly deadline: number;
  readonly #run: R;
  readonly #context: HandlerContext;
  readonly #deadlines: Deadlines;
  readonly #finish: (run: R, result: HandlerResult) => T | Promise<T>;
  readonly #resolve: (answer: T | Promise<T>) => void;
  readonly #reject: (error: unknown) => void;
  #settled = false;
  #forgetSignal: (() => void) | undefined;

  constructor(
    run: R,
    context: HandlerContext,
    deadlines: Deadlines,
    value: Promise<unknown>,
    finish: (run: R, result: HandlerResult) => T | Promise<T>,
    resolve: (answer: T | Promise<T>) => void,
    reject: (error: unknown) => void,
  ) {
    super();
    this.#run = run;
    this.#context = context;
    this.#deadlines = deadlines;
    this.#finish = finish;
    this.#resolve = resolve;
    this.#reject = reject;
    this.deadline = run.enteredAt + run.timeoutMs;
    deadlines.add(this);
    if (run.signal) this.#listen(run.signal);
    value.then(
      (returned) => this.#take(returned),
      (error: unknown) => this.#settle({ status: 'threw', error }),
    );
  }

  /** An async function may hand out a generator, too. */
  #take(returned: unknown): void {
    if (typeof returned !== 'object' || returned === null || !isIterator(returned)) this.#settle(toResult(returned));
    else this.#drain(returned);
  }

  #drain(returned: AnyIterator): void {
    drain(this.#run, this.#context, returned).then(
      (drained) => this.#settle(toResult(drained)),
      (error: unknown) => this.#settle({ status: 'threw', error }),
    );
  }

  expire(): void {
    this.#stop({ status: 'timed-out' });
  }

  cancel(): void {
    this.#stop({ status: 'canceled' });
  }

  #listen(signal: AbortSignal): void {
    const onCancel = () => this.cancel();
    // The handler's first part may have been what withdrew it.
    if (signal.aborted) queueMicrotask(onCancel);
    else this.#forgetSignal = whenAborted(signal, onCancel);
  }

  #stop(result: HandlerResult): void {
    // First of all the handler hears of it: what it used ends now.
    this.#context.abort(new DOMException(`The run was ${result.status}.`, 'AbortError'));
    this.#settle(result);
  }

  #settle(result: HandlerResult): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#deadlines.remove(this);
    this.#forgetSignal?.();
    try {
      this.#resolve(finishAfter(this.#context.end(), this.#run, result, this.#finish));
    } catch (error) {
      this.#reject(error);
    }
  }
}

function toResult(value: unknown): HandlerResult {
  if (value instanceof Streamed) {
    return { status: 'streamed', values: value.values, droppedBytes: value.droppedBytes };
  }
  return { status: 'returned', value };
}

export type AnyIterator = AsyncGenerator<unknown, unknown> | Generator<unknown, unknown>;

export function isIterator(value: object): value is AnyIterator {
  const candidate = value as Partial<AnyIterator>;
  if (typeof candidate.next !== 'function') return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** A listener's trouble is not the run's. */
const ignore = () => undefined;

/** So long a stream that never waits may keep the others waiting. */
const longestTurnMs = 10;

/** What a streaming handler yields goes out as it comes; the answer is what it returns, or else what it yielded. */
async function drain(run: HandlerRun, context: HandlerContext, iterator: AnyIterator): Promise<unknown> {
  const streamed = new Streamed();
  let keptBytes = 0;
  let turnStarted = performance.now();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) {
        ended = true;
        return value === undefined ? streamed : value;
      }
      if (context.aborted) return streamed;
      const heard: unknown = run.emit({ type: 'output', value });
      // Whoever reads it sets the pace.
      if (heard instanceof Promise) await heard.catch(ignore);
      const bytes = Buffer.byteLength(JSON.stringify(value) ?? 'null') + 1;
      if (keptBytes + bytes <= run.keepBytes && streamed.droppedBytes === 0) {
        keptBytes += bytes;
        streamed.values.push(value);
      } else streamed.droppedBytes += bytes;
      if (performance.now() - turnStarted > longestTurnMs) {
        await new Promise(setImmediate);
        turnStarted = performance.now();
      }
    }
  } finally {
    // Not waited for: a generator that does not end must not hold the answer.
    if (!ended) void close(iterator);
  }
}

async function close(iterator: AnyIterator): Promise<void> {
  try {
    await iterator.return(undefined);
  } catch {
    // It was asked to end, and has: how is its own business.
  }
}
