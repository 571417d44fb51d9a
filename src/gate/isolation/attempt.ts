// One handler in one process: does for it what its context offers, and hears how it ends.
import type { HandlerContext } from '../../execution/handler/handler-context.js';
import type { Input } from '../../vocabulary/command.js';
import type { LockOptions, LogLevel, Settings, SpawnOptions, TruncatedField } from '../../vocabulary/context.js';
import { WrittenAnswer } from '../answering/large-answer.js';
import { commonClockMs } from './entered-mark.js';
import type { HandlerHost, HostEnd, HostedRun } from './handler-host.js';
import type { FromHost, HandlerKind, RunFacts, Settled } from './messages.js';
import { packError, unpackError } from './packed-error.js';
import { ValueStream } from './value-stream.js';

export interface HandlerCall {
  readonly path: readonly string[];
  readonly kind: HandlerKind;
  readonly input: Input;
  readonly context: HandlerContext;
  readonly facts: RunFacts;
}

export interface AttemptListener {
  onReturned(attempt: Attempt, value: unknown): void;
  onThrew(attempt: Attempt, error: unknown): void;
  onExited(attempt: Attempt, exitCode: number): void;
  onBlocked(attempt: Attempt): void;
  onLost(attempt: Attempt, end: HostEnd): void;
  /** Nothing of it is left in the process. */
  onGone(attempt: Attempt): void;
}

type Message<T extends FromHost['type']> = Extract<FromHost, { type: T }>;

export class Attempt implements HostedRun {
  readonly host: HandlerHost;
  readonly #call: HandlerCall;
  readonly #listener: AttemptListener;
  readonly #number: number;
  readonly #locks = new Map<number, () => void>();
  readonly #work = new Map<string, (answer: Settled) => void>();
  readonly #enterBefore: number;
  #wasEntered: boolean;
  #wasAbandonedAt: number | undefined;
  #stream: ValueStream | undefined;
  #hasEnded = false;
  #isGone = false;
  #cleaning: (() => void) | undefined;

  /** Throws where the input cannot be sent. */
  constructor(host: HandlerHost, call: HandlerCall, listener: AttemptListener) {
    this.host = host;
    this.#call = call;
    this.#listener = listener;
    // Where others are in the process one of them may block it: this one could then still go elsewhere.
    this.#enterBefore = host.enterBefore;
    this.#wasEntered = host.isIdle;
    this.#number = host.add(this);
    const { path, kind, input, facts } = call;
    try {
      host.send({ type: 'run', run: this.#number, path, kind, input, facts, enterBefore: this.#enterBefore });
    } catch (error) {
      host.remove(this.#number);
      throw error;
    }
  }

  get wasEntered(): boolean {
    this.#wasEntered ||= this.host.hasEntered(this.#number);
    return this.#wasEntered;
  }

  /** Nobody waits for the end of what was never entered. */
  get abandonedAt(): number | undefined {
    return this.#wasAbandonedAt !== undefined && this.wasEntered ? this.#wasAbandonedAt : undefined;
  }

  get isStream(): boolean {
    return this.#stream !== undefined;
  }

  /** It was not entered, and will not be. */
  withdraw(): void {
    this.host.send({ type: 'withdraw', run: this.#number });
    this.#goAway();
  }

  /** Nobody waits for it any more; the handler is told. */
  abandon(reason: string): void {
    if (this.#hasEnded || this.#wasAbandonedAt !== undefined) return;
    if (!this.wasEntered && commonClockMs() > this.#enterBefore) {
      this.withdraw();
      return;
    }
    this.#wasAbandonedAt = performance.now();
    this.host.send({ type: 'abort', run: this.#number, reason });
  }

  onBlocked(): void {
    if (this.#wasAbandonedAt !== undefined && !this.wasEntered) this.withdraw();
    else this.#listener.onBlocked(this);
  }

  onLost(end: HostEnd): void {
    this.#cleaning?.();
    const isNews = !this.#hasEnded;
    this.#hasEnded = true;
    this.#stream?.fail(new Error('The process of the command ended.'));
    if (isNews) this.#listener.onLost(this, end);
    this.#goAway();
  }

  take(message: FromHost): void {
    switch (message.type) {
      case 'ready':
        if (this.#wasAbandonedAt !== undefined) {
          this.withdraw();
          return;
        }
        this.#wasEntered = true;
        this.host.send({ type: 'enter', run: this.#number });
        return;
      case 'call':
        void this.#answerCall(message);
        return;
      case 'tell':
        this.#hear(message);
        return;
      case 'worked':
        this.#work.get(`${message.call}:${message.index}`)?.(message.answer);
        return;
      case 'streams':
        this.#stream = new ValueStream(() => this.host.send({ type: 'next', run: this.#number }));
        this.#listener.onReturned(this, this.#stream.values());
        return;
      case 'value':
        this.#stream?.add(JSON.parse(message.json));
        return;
      case 'returned':
        this.#end(() => this.#give(readReturned(message)));
        return;
      case 'threw':
        this.#end(() => this.#fail(unpackError(message.error)));
        return;
      case 'exited':
        this.#end(() => this.#listener.onExited(this, message.exitCode));
        return;
      case 'cleaned':
        this.#cleaning?.();
        return;
      default:
    }
  }

  #give(value: unknown): void {
    if (this.#stream) this.#stream.end(value);
    else this.#listener.onReturned(this, value);
  }

  #fail(error: unknown): void {
    if (this.#stream) this.#stream.fail(error);
    else this.#listener.onThrew(this, error);
  }

  #end(tell: () => void): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    tell();
    // Its clean-up work, if it has any, is asked for when the gate has ended its programs.
    if (!this.#cleaning) this.#goAway();
  }

  #goAway(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.host.remove(this.#number);
    this.#listener.onGone(this);
  }

  async #answerCall({ call, name, args }: Message<'call'>): Promise<void> {
    const answer = await settle(() => this.#perform(name, args, call));
    try {
      this.host.send({ type: 'reply', run: this.#number, call, answer });
    } catch (error) {
      this.host.send({ type: 'reply', run: this.#number, call, answer: { ok: false, error: packError(error) } });
    }
  }

  async #perform(name: Message<'call'>['name'], args: readonly unknown[], call: number): Promise<unknown> {
    const { context } = this.#call;
    const [first, second, third] = args as readonly unknown[] as readonly [never, never, never];
    switch (name) {
      case 'spawn':
        return await context.spawn(first, second, third as SpawnOptions | undefined);
      case 'pipeline':
        return await context.pipeline(first, second as SpawnOptions | undefined);
      case 'temporaryDirectory':
        return await context.temporaryDirectory();
      case 'lock':
        this.#locks.set(call, await context.lock(first, second as LockOptions | undefined));
        return call;
      case 'confirm':
        return await context.confirm(first);
      case 'prompt':
        return await context.host.prompt(first, second, context.signal, third);
      case 'settings':
        return await context.settings();
      case 'writeSettings':
        return await context.writeSettings(first as Settings);
      case 'items':
        return await context.items(first as readonly unknown[], (_name, index) => this.#workOn(call, index));
      default:
        return name satisfies never;
    }
  }

  #workOn(call: number, index: number): Promise<unknown> {
    const key = `${call}:${index}`;
    return new Promise((resolve, reject) => {
      this.#work.set(key, (answer) => {
        this.#work.delete(key);
        if (answer.ok) resolve(answer.value);
        else reject(unpackError(answer.error));
      });
      this.host.send({ type: 'work', run: this.#number, call, index });
    });
  }

  #hear({ name, args }: Message<'tell'>): void {
    const { context } = this.#call;
    const [first, second, third] = args as readonly unknown[] as readonly [never, never, never];
    switch (name) {
      case 'log':
        context.log[first as LogLevel](second);
        return;
      case 'progress':
        context.progress(first, second, third);
        return;
      case 'message':
        context.message(first);
        return;
      case 'step':
        context.step(first);
        return;
      case 'truncated':
        context.truncated(first as TruncatedField);
        return;
      case 'openUrl':
        context.openUrl(first);
        return;
      case 'release':
        this.#locks.get(first)?.();
        return;
      case 'hasCleanUps':
        this.#promiseCleaning();
        return;
      default:
        name satisfies never;
    }
  }

  /** In the gate's order: when the programs have ended, and before directories and locks go. */
  #promiseCleaning(): void {
    if (this.#cleaning) return;
    let onCleaned: () => void = () => undefined;
    const cleaned = new Promise<void>((resolve) => {
      onCleaned = resolve;
    });
    this.#cleaning = () => {
      this.#cleaning = undefined;
      onCleaned();
      if (this.#hasEnded) this.#goAway();
    };
    this.#call.context.onCleanup(() => {
      this.host.send({ type: 'clean', run: this.#number });
      return this.host.isEnded ? undefined : cleaned;
    });
  }
}

async function settle(work: () => Promise<unknown>): Promise<Settled> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: packError(error) };
  }
}

function readReturned({ json, beginning, droppedBytes }: Message<'returned'>): unknown {
  if (json === undefined) return undefined;
  // What is large is read where it has to be.
  return droppedBytes === undefined ? (JSON.parse(json) as unknown) : new WrittenAnswer(json, beginning, droppedBytes);
}
