import type { Context, Log, LogLevel } from '../../vocabulary/context.js';
import type { RunEventBody } from '../../vocabulary/event.js';
import type { Caller, Session } from '../../vocabulary/request.js';
import { markExternal } from './mark-external.js';

/** What the context needs from whoever runs the handler. */
export interface ContextHost {
  readonly caller: Caller;
  readonly session: Session;
  readonly dryRun: boolean;
  /** A promise where the listener cannot keep up. */
  emit(body: RunEventBody): unknown;
  say(message: string): void;
  step(name: string): void;
  resolvePath(path: string): string;
  confirm(question: string, signal: AbortSignal): Promise<boolean>;
  prompt(question: string, option: string, signal: AbortSignal): Promise<string>;
  readonly page: Context['page'];
}

/**
 * What a handler gets. Everything that few handlers use is made when it is asked for: most runs are over
 * before a signal would have been built. Functions are bound, so that handlers may take them apart.
 */
export class HandlerContext implements Context {
  readonly #host: ContextHost;
  #controller: AbortController | undefined;
  #abortReason: unknown;
  #aborted = false;
  #log: Log | undefined;

  constructor(host: ContextHost) {
    this.#host = host;
  }

  get session(): Session {
    return this.#host.session;
  }

  get caller(): Caller {
    return this.#host.caller;
  }

  get dryRun(): boolean {
    return this.#host.dryRun;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  get log(): Log {
    if (!this.#log) {
      const at = (level: LogLevel) => (message: string) =>
        this.#host.emit({ type: 'log', level, message: String(message) });
      this.#log = Object.assign(at('info'), {
        debug: at('debug'),
        info: at('info'),
        warn: at('warn'),
        error: at('error'),
      });
    }
    return this.#log;
  }

  get progress(): Context['progress'] {
    return (done, total, message) => {
      if (!this.#aborted) this.#host.emit({ type: 'progress', done, total, message });
    };
  }

  get message(): Context['message'] {
    return (text) => this.#host.say(String(text));
  }

  get step(): Context['step'] {
    return (name) => {
      if (!this.#aborted) this.#host.step(String(name));
    };
  }

  get external(): Context['external'] {
    return markExternal;
  }

  get confirm(): Context['confirm'] {
    return (question) => this.#host.confirm(String(question), this.signal);
  }

  get prompt(): Context['prompt'] {
    return (question, option) => this.#host.prompt(String(question), String(option), this.signal);
  }

  get page(): Context['page'] {
    return this.#host.page;
  }

  get resolvePath(): Context['resolvePath'] {
    return (path) => this.#host.resolvePath(path);
  }

  /** @internal */
  get aborted(): boolean {
    return this.#aborted;
  }

  /** @internal Tells the handler to stop. */
  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }
}
