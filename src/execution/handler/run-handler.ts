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
 * Gives the result at once where the handler answers at once. A handler that does not stop when its signal says so goes
 * on unheard.
 */
export function runHandler(
  handler: Handler,
  run: HandlerRun,
  deadlines: Deadlines,
): HandlerResult | Promise<HandlerResult> {
  if (run.signal?.aborted) return { status: 'canceled' };
  const context = new HandlerContext(run);
  const entered = enter(handler, run, context);
  if (!(entered instanceof Promise)) return whenOver(context.end(), entered);
  return new Promise((resolve) => {
    new PendingHandler(run, context, deadlines, resolve).take(entered);
  });
}

/** Waits for other work as for a handler: as long as its caller is there, and no longer than it has time. */
export function waitWithin(
  work: Promise<unknown>,
  { signal }: Pick<HandlerRun, 'signal'>,
  deadline: number,
  deadlines: Deadlines,
): Promise<HandlerResult> {
  return new Promise((resolve) => {
    new Pending(deadline, signal, deadlines, resolve).take(work);
  });
}

/** The answer tells the end of everything that the handler used. */
function whenOver(ending: Promise<void> | undefined, result: HandlerResult): HandlerResult | Promise<HandlerResult> {
  return ending ? ending.then(() => result) : result;
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

type Resolve = (result: HandlerResult | Promise<HandlerResult>) => void;

/** What has not answered yet: it returns, throws, runs out of time or is canceled, whichever is first. */
class Pending extends Expiring {
  readonly deadline: number;
  readonly #signal: AbortSignal | undefined;
  readonly #deadlines: Deadlines;
  readonly #resolve: Resolve;
  #settled = false;
  #forgetSignal: (() => void) | undefined;

  constructor(deadline: number, signal: AbortSignal | undefined, deadlines: Deadlines, resolve: Resolve) {
    super();
    this.deadline = deadline;
    this.#signal = signal;
    this.#deadlines = deadlines;
    this.#resolve = resolve;
  }

  take(work: Promise<unknown>): void {
    this.#deadlines.add(this);
    if (this.#signal) this.#listen(this.#signal);
    work.then(
      (returned) => this.returned(returned),
      (error: unknown) => this.settle({ status: 'threw', error }),
    );
  }

  expire(): void {
    this.stop({ status: 'timed-out' });
  }

  cancel(): void {
    this.stop({ status: 'canceled' });
  }

  protected returned(value: unknown): void {
    this.settle({ status: 'returned', value });
  }

  protected stop(result: HandlerResult): void {
    this.settle(result);
  }

  protected over(result: HandlerResult): HandlerResult | Promise<HandlerResult> {
    return result;
  }

  protected settle(result: HandlerResult): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#deadlines.remove(this);
    this.#forgetSignal?.();
    this.#resolve(this.over(result));
  }

  #listen(signal: AbortSignal): void {
    const onCancel = () => this.cancel();
    // The first part of the work may have been what withdrew it.
    if (signal.aborted) queueMicrotask(onCancel);
    else this.#forgetSignal = whenAborted(signal, onCancel);
  }
}

class PendingHandler extends Pending {
  readonly #run: HandlerRun;
  readonly #context: HandlerContext;

  constructor(run: HandlerRun, context: HandlerContext, deadlines: Deadlines, resolve: Resolve) {
    super(run.enteredAt + run.timeoutMs, run.signal, deadlines, resolve);
    this.#run = run;
    this.#context = context;
  }

  /** An async function may hand out a generator, too. */
  protected override returned(value: unknown): void {
    if (typeof value !== 'object' || value === null || !isIterator(value)) this.settle(toResult(value));
    else {
      drain(this.#run, this.#context, value).then(
        (drained) => this.settle(toResult(drained)),
        (error: unknown) => this.settle({ status: 'threw', error }),
      );
    }
  }

  protected override stop(result: HandlerResult): void {
    // First of all the handler hears of it: what it used ends now.
    this.#context.abort(new DOMException(`The run was ${result.status}.`, 'AbortError'));
    this.settle(result);
  }

  protected override over(result: HandlerResult): HandlerResult | Promise<HandlerResult> {
    return whenOver(this.#context.end(), result);
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
