// The process that holds handlers: it runs what the gate sends, and knows nothing else of the gate.
import { AsyncLocalStorage } from 'node:async_hooks';
import { isAbsolute } from 'node:path';
import { deserialize } from 'node:v8';
import { resolveAnywhereInside, resolveInside } from '../../../policy/path-scope.js';
import type { CommandSet, FunctionCommand } from '../../../vocabulary/command.js';
import { Secrets, scalarTexts, secretsIn } from '../../../vocabulary/secrets.js';
import { textOfThrown } from '../../../vocabulary/text-of-thrown.js';
import { isLarge, writeLarge } from '../../answering/large-answer.js';
import { toSoundJson } from '../../answering/sound-json.js';
import { pathTraversalBlocked } from '../../refusals.js';
import { commonClockMs, noteEntered } from '../entered-mark.js';
import type { FromHost, Loading, ParcelFromHost, ParcelToHost, ToHost } from '../messages.js';
import { packError } from '../packed-error.js';
import { endWithParent } from './end-with-parent.js';
import { type Inside, InsideRun } from './inside-run.js';

const inside: Inside = {
  send,
  sendSoon,
  toJson: toSoundJson,
  writeLarge: (value, room) => (isLarge(value) ? writeLarge(value, room) : undefined),
  resolvePath: (path, scope) => {
    // A declared path comes to the handler absolute, and may be asked for again.
    const result = (isAbsolute(path) ? resolveAnywhereInside : resolveInside)(path, scope);
    if ('path' in result) return result.path;
    throw pathTraversalBlocked(result.reason);
  },
};

/** Takes over this process. `load` gives the commands, when the gate says which. */
export function serveHandlers(load: (loading: Loading) => Promise<CommandSet>): void {
  const handlers = new Handlers(load);
  const exit = process.exit.bind(process);
  handlers.keepFromExiting();
  endWithParent();
  process.on('message', (parcel: ParcelToHost) => {
    if (handlers.expect(parcel)) handlers.takeNext();
  });
  process.on('disconnect', () => exit(0));
  // What the terminal sends to everybody is for the gate, which ends this process in good time.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      const shown = handlers.hide(textOfThrown(error));
      process.stderr.write(`error: background work of a command failed: ${shown}\n`);
    });
  }
}

/** What nobody waits for: it leaves with what is said next, or when this turn is over. */
let held: FromHost[] = [];

/** Throws for what cannot be cloned. */
function send(message: FromHost): void {
  if (held.length === 0) {
    post(message);
    return;
  }
  // An end is made of texts and numbers; anything else may be what cannot be cloned, and must not take others with it.
  if (message.type === 'returned') held.push(message);
  sendHeld();
  if (message.type !== 'returned') post(message);
}

function sendSoon(message: FromHost): void {
  held.push(message);
  if (held.length === 1) setImmediate(sendHeld);
}

function sendHeld(): void {
  if (held.length === 0) return;
  const all = held;
  held = [];
  post(all);
}

function post(parcel: ParcelFromHost): void {
  // Without a channel the gate is gone, and this process goes, too.
  if (process.connected) process.send?.(parcel, undefined, undefined, () => undefined);
}

class Handlers {
  readonly #load: (loading: Loading) => Promise<CommandSet>;
  readonly #runs = new Map<number, InsideRun>();
  readonly #waiting = new Map<number, () => void>();
  /** What has come and is not taken yet. */
  readonly #expected: Uint8Array[] = [];
  readonly #current = new AsyncLocalStorage<InsideRun>();
  #commands = new Map<string, FunctionCommand>();
  #enteredFile: number | undefined;
  /** What runs were given in confidence: what they leave behind may say it. */
  #secrets = Secrets.none;

  constructor(load: (loading: Loading) => Promise<CommandSet>) {
    this.#load = load;
  }

  /** Whether nothing else is being taken. */
  expect(parcel: ParcelToHost): boolean {
    const isFirst = this.#expected.length === 0;
    this.#expected.push(...parcel);
    return isFirst;
  }

  /** Between two messages an answer gets out: the next handler may not give the processor back. */
  readonly takeNext = (): void => {
    const [message] = this.#expected;
    if (message === undefined) return;
    queueMicrotask(() => process.nextTick(this.#takeRest));
    this.take(deserialize(message) as ToHost);
  };

  readonly #takeRest = (): void => {
    this.#expected.shift();
    this.takeNext();
  };

  take(message: ToHost): void {
    switch (message.type) {
      case 'load':
        this.#enteredFile = message.enteredFile;
        void this.#loadCommands(message);
        return;
      case 'run':
        this.#accept(message);
        return;
      case 'enter':
        this.#waiting.get(message.run)?.();
        this.#waiting.delete(message.run);
        return;
      case 'withdraw':
        this.#waiting.delete(message.run);
        this.#runs.delete(message.run);
        return;
      case 'abort':
        this.#runs.get(message.run)?.abort(message.reason);
        return;
      case 'reply':
        this.#runs.get(message.run)?.settle(message.call, message.answer);
        return;
      case 'work':
        this.#within(message.run, (run) => run.workOn(message.call, message.index));
        return;
      case 'clean':
        this.#within(message.run, (run) => run.cleanUp());
        return;
      case 'next':
        this.#runs.get(message.run)?.allowNext();
        return;
      case 'ping':
        send({ type: 'pong' });
        return;
      default:
        message satisfies never;
    }
  }

  /** One handler that wants to end the process ends only its own run. */
  keepFromExiting(): void {
    const exit = process.exit.bind(process);
    process.exit = ((code?: number | string | null) => {
      const run = this.#current.getStore();
      if (!run) return exit(code);
      run.exit(Number(code ?? process.exitCode ?? 0) || 0);
      throw new Error('A handler called process.exit, which does not end the process it shares with others.');
    }) as typeof process.exit;
  }

  async #loadCommands(loading: Loading): Promise<void> {
    try {
      const { commands } = await this.#load(loading);
      const own = commands.filter((command): command is FunctionCommand => command.plan === undefined);
      this.#commands = new Map(own.map((command) => [command.path.join(' '), command]));
      send({ type: 'loaded' });
    } catch (error) {
      send({ type: 'not-loaded', reason: error instanceof Error ? error.message : textOfThrown(error) });
    }
  }

  #accept({ run: number, path, kind, input, facts, enterBefore }: Extract<ToHost, { type: 'run' }>): void {
    const command = this.#commands.get(path.join(' '));
    const handler = command?.[kind];
    if (!handler) {
      const error = packError(new Error(`The module no longer defines '${path.join(' ')}'.`));
      send({ type: 'threw', run: number, error });
      return;
    }
    const token = facts.token.ok ? facts.token.value : undefined;
    this.#secrets = this.#secrets.andLatest([...secretsIn(command, input), ...scalarTexts(token)]);
    const run = new InsideRun(number, facts, inside, () => this.#forget(run));
    this.#runs.set(number, run);
    const enter = () => void this.#current.run(run, () => run.enter(handler, input));
    if (this.#mayEnter(number, enterBefore)) {
      enter();
      return;
    }
    this.#waiting.set(number, enter);
    // Where a handler blocks this process before that has left, the gate takes the run elsewhere, as it was not entered.
    sendSoon({ type: 'ready', run: number });
  }

  /**
   * Noted first, looked at the clock again after: what the gate does not find noted when the time is over was not entered.
   */
  #mayEnter(number: number, enterBefore: number): boolean {
    if (enterBefore === Number.POSITIVE_INFINITY) return true;
    const file = this.#enteredFile;
    if (file === undefined || commonClockMs() > enterBefore) return false;
    return noteEntered(file, number) && commonClockMs() < enterBefore;
  }

  hide(text: string): string {
    return this.#secrets.hideLikely(text);
  }

  #within(number: number, work: (run: InsideRun) => Promise<void>): void {
    const run = this.#runs.get(number);
    if (run) void this.#current.run(run, () => work(run));
  }

  /** Clean-up work may still be asked for; the gate does that at once, or never. */
  #forget(run: InsideRun): void {
    if (run.isNeeded) setTimeout(() => this.#runs.delete(run.number), 10_000).unref();
    else this.#runs.delete(run.number);
  }
}
