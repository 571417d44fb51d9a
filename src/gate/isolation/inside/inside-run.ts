// One handler in the process that holds it: what its context needs comes from the gate, by messages.

import type { ContextHost } from '../../../execution/handler/handler-context.js';
import { isIterator } from '../../../execution/handler/run-handler.js';
import type { RunTools } from '../../../execution/handler/tools/run-tools.js';
import { urlToOpen } from '../../../execution/handler/tools/url-to-open.js';
import type { Handler, Input } from '../../../vocabulary/command.js';
import type {
  PromptDetails,
  Settings,
  TruncatedField,
  UrlToOpen,
  WrittenSettings,
} from '../../../vocabulary/context.js';
import type { RunEventBody } from '../../../vocabulary/event.js';
import { textOfThrown } from '../../../vocabulary/text-of-thrown.js';
import type { AnswerRoom, WrittenAnswer } from '../../answering/large-answer.js';
import { type CallName, type FromHost, type RunFacts, type Settled, streamWindow, type TellName } from '../messages.js';
import { packError, unpackError } from '../packed-error.js';
import { UnwritableResult } from '../unwritable-result.js';
import { InsideContext } from './inside-context.js';
import { RemoteTools } from './remote-tools.js';

/** What the process knows beside the handlers. */
export interface Inside {
  send(message: FromHost): void;
  /** The same of what nobody waits for, and what can be cloned. */
  sendSoon(message: FromHost): void;
  toJson(value: unknown): string;
  /** The same of an answer that is large, in turns; undefined where it is not. */
  writeLarge(value: unknown, room: AnswerRoom): Promise<WrittenAnswer> | undefined;
  resolvePath(path: string, scope: RunFacts['scope']): string;
}

type Work = (item: unknown, index: number) => unknown;

export class InsideRun implements ContextHost {
  readonly number: number;
  readonly facts: RunFacts;
  readonly context: InsideContext;
  readonly #inside: Inside;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<number, (answer: Settled) => void>();
  readonly #work = new Map<number, { readonly items: readonly unknown[]; readonly work: Work }>();
  #calls = 0;
  #hasEnded = false;
  #hasCleanUps = false;
  #mayEmit = streamWindow;
  #onNext: (() => void) | undefined;

  constructor(number: number, facts: RunFacts, inside: Inside, onEnd: () => void) {
    this.number = number;
    this.facts = facts;
    this.#inside = inside;
    this.#onEnd = onEnd;
    this.context = new InsideContext(this);
  }

  get session() {
    return this.facts.session;
  }

  get caller() {
    return this.facts.caller;
  }

  get dryRun() {
    return this.facts.dryRun;
  }

  get page() {
    return this.facts.page;
  }

  get environment() {
    return process.env;
  }

  /** Whether the gate may still ask for something, or answer, after the end. */
  get isNeeded(): boolean {
    return this.#hasCleanUps || this.#waiting.size > 0;
  }

  /** Never rejects. */
  async enter(handler: Handler, input: Input): Promise<void> {
    try {
      const value = await handler(input, this.context);
      const isStream = typeof value === 'object' && value !== null && isIterator(value);
      const given = isStream ? await this.#stream(value) : value;
      this.#end({ type: 'returned', run: this.number, ...(await this.#write(given)) });
    } catch (error) {
      this.#end({ type: 'threw', run: this.number, error: packError(error) });
    }
  }

  /** The process goes on: others may be in it. */
  exit(exitCode: number): void {
    this.#end({ type: 'exited', run: this.number, exitCode });
  }

  abort(reason: string): void {
    this.context.abort(new DOMException(reason, 'AbortError'));
    this.#onNext?.();
  }

  async cleanUp(): Promise<void> {
    await this.context.cleanUp();
    this.#inside.send({ type: 'cleaned', run: this.number });
    if (this.#hasEnded) this.#onEnd();
  }

  settle(call: number, answer: Settled): void {
    this.#waiting.get(call)?.(answer);
    this.#waiting.delete(call);
  }

  allowNext(): void {
    this.#mayEmit++;
    this.#onNext?.();
  }

  call(name: CallName, args: readonly unknown[]): Promise<unknown> {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, (answer) => (answer.ok ? resolve(answer.value) : reject(unpackError(answer.error))));
      this.#inside.send({ type: 'call', run: this.number, call, name, args });
    });
  }

  tell(name: TellName, args: readonly unknown[]): void {
    if (name === 'hasCleanUps') this.#hasCleanUps = true;
    this.#inside.send({ type: 'tell', run: this.number, name, args });
  }

  /** The gate counts what is done, so that its answer tells that also when this process is lost. */
  async workOnItems(items: readonly unknown[], work: Work): Promise<unknown> {
    const call = this.#calls + 1;
    this.#work.set(call, { items, work });
    // A thing is told by what it is called; what is no name is told by its place.
    const names = items.map((item) => (typeof item === 'string' || typeof item === 'number' ? item : null));
    try {
      return await this.call('items', [names]);
    } finally {
      this.#work.delete(call);
    }
  }

  async workOn(call: number, index: number): Promise<void> {
    const found = this.#work.get(call);
    const answer = await settled(async () => found?.work(found.items[index], index), this.#inside);
    this.#inside.send({ type: 'worked', run: this.number, call, index, answer });
  }

  emit(body: RunEventBody): void {
    if (body.type === 'log') this.tell('log', [body.level, body.message]);
    if (body.type === 'progress') this.tell('progress', [body.done, body.total, body.message]);
  }

  say(message: string): void {
    // It is shown with the answer, and so has time until then.
    if (typeof message === 'string') {
      this.#inside.sendSoon({ type: 'tell', run: this.number, name: 'message', args: [message] });
    } else this.tell('message', [message]);
  }

  step(name: string): void {
    this.tell('step', [name]);
  }

  truncated({ field, original, kept }: TruncatedField): void {
    this.tell('truncated', [{ field: String(field), original: Number(original), kept: Number(kept) }]);
  }

  resolvePath(path: string): string {
    return this.#inside.resolvePath(path, this.facts.scope);
  }

  async confirm(question: string): Promise<boolean> {
    return (await this.call('confirm', [question])) as boolean;
  }

  async prompt(question: string, option: string, _signal: AbortSignal, details: PromptDetails): Promise<string> {
    return (await this.call('prompt', [question, option, details])) as string;
  }

  openUrl(url: string): UrlToOpen {
    const shown = urlToOpen(url, this.facts.terminal ? process.env : undefined);
    this.tell('openUrl', [url]);
    return shown;
  }

  token(): string | undefined {
    const { token } = this.facts;
    if (!token.ok) throw unpackError(token.error);
    return token.value as string | undefined;
  }

  async openTools(): Promise<RunTools> {
    return new RemoteTools(this) as unknown as RunTools;
  }

  async settings(): Promise<Settings> {
    return (await this.call('settings', [])) as Settings;
  }

  async writeSettings(values: Settings): Promise<WrittenSettings> {
    // What is taken away is `undefined`, which a clone keeps.
    return (await this.call('writeSettings', [values])) as WrittenSettings;
  }

  tellSoFar(): void {}

  onEnding(): void {}

  async #stream(iterator: AsyncGenerator<unknown, unknown> | Generator<unknown, unknown>): Promise<unknown> {
    this.#inside.send({ type: 'streams', run: this.number });
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return value;
      while (this.#mayEmit === 0 && !this.context.aborted) await this.#whenNext();
      if (this.context.aborted) {
        void Promise.resolve(iterator.return(undefined)).catch(() => undefined);
        return undefined;
      }
      this.#mayEmit--;
      this.#inside.send({ type: 'value', run: this.number, json: writing(() => this.#inside.toJson(value)) });
    }
  }

  async #write(
    given: unknown,
  ): Promise<Pick<Extract<FromHost, { type: 'returned' }>, 'json' | 'beginning' | 'droppedBytes'>> {
    if (given === undefined) return { json: undefined };
    const { room } = this.facts;
    try {
      const { json, beginning, droppedBytes } = (await (room && this.#inside.writeLarge(given, room))) ?? {
        json: this.#inside.toJson(given),
      };
      return { json, beginning, droppedBytes };
    } catch (error) {
      throw new UnwritableResult(textOfThrown(error));
    }
  }

  #whenNext(): Promise<void> {
    return new Promise((resolve) => {
      this.#onNext = resolve;
    });
  }

  #end(message: FromHost): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    void this.context.end();
    this.#inside.send(message);
    this.#onEnd();
  }
}

function writing<Written>(write: () => Written): Written {
  try {
    return write();
  } catch (error) {
    throw new UnwritableResult(textOfThrown(error));
  }
}

async function settled(work: () => Promise<unknown>, { toJson }: Inside): Promise<Settled> {
  try {
    return { ok: true, value: JSON.parse(toJson(await work())) };
  } catch (error) {
    return { ok: false, error: packError(error) };
  }
}
