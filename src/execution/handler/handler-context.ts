import type {
  Context,
  Log,
  LogLevel,
  PromptDetails,
  Settings,
  TruncatedField,
  UrlToOpen,
  WrittenSettings,
} from '../../vocabulary/context.js';
import type { RunEventBody } from '../../vocabulary/event.js';
import type { Caller, Session } from '../../vocabulary/request.js';
import { CleanUps } from './clean-ups.js';
import { markExternal } from './mark-external.js';
import { promptThrough } from './prompt-through.js';
import type { RunTools } from './tools/run-tools.js';

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
  prompt(question: string, option: string, signal: AbortSignal, details: PromptDetails): Promise<string>;
  readonly page: Context['page'];
  openUrl(url: string): UrlToOpen;
  token(): string | undefined;
  truncated(part: TruncatedField): void;
  /** The variables of this process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Loaded with the first use: most handlers use none. */
  openTools(): Promise<RunTools>;
  settings(): Promise<Settings>;
  writeSettings(values: Settings): Promise<WrittenSettings>;
  /** Where paths may lead; the session's own directories unless given. */
  readonly scope?: Session;
  /** Whether somebody sits at a terminal. */
  readonly terminal?: boolean;
  /** How much of the answer is of use; undefined where all of it is. */
  readonly room?: { readonly mostBytes: number; readonly shownBytes: number } | undefined;
  /** Asked where the run is ended from outside: what its answer holds all the same. */
  tellSoFar(soFar: () => Readonly<Record<string, unknown>>): void;
  /** Told where something is left to be done after the handler. */
  onEnding(work: Promise<void>): void;
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
  #cleanUps: CleanUps | undefined;
  #tools: Promise<RunTools> | undefined;
  #fetches: AbortController | undefined;
  #ended = false;

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
    return promptThrough(this.#host, () => this.signal);
  }

  get page(): Context['page'] {
    return this.#host.page;
  }

  get resolvePath(): Context['resolvePath'] {
    return (path) => this.#host.resolvePath(path);
  }

  get spawn(): Context['spawn'] {
    return async (program, args, options) => (await this.#openTools()).spawn(program, args, options);
  }

  get pipeline(): Context['pipeline'] {
    return async (stages, options) => (await this.#openTools()).pipeline(stages, options);
  }

  get temporaryDirectory(): Context['temporaryDirectory'] {
    return async () => (await this.#openTools()).temporaryDirectory();
  }

  get lock(): Context['lock'] {
    return async (name, options) => (await this.#openTools()).lock(String(name), options);
  }

  get writeFile(): Context['writeFile'] {
    return async (path, content, { mode } = {}) => {
      const file = this.#host.resolvePath(path);
      const { writeWholeFile } = await import('./tools/write-whole-file.js');
      await writeWholeFile(file, content, mode);
    };
  }

  get onCleanup(): Context['onCleanup'] {
    return (work) => {
      this.#cleanUps ??= new CleanUps((problem) => this.log.warn(problem));
      this.#cleanUps.add(work);
      // Whoever is late must not leave anything behind either.
      if (this.#ended) void this.#cleanUps.run();
    };
  }

  get fetch(): Context['fetch'] {
    return async (url, options) => {
      this.#fetches ??= new AbortController();
      if (this.#ended) this.#fetches.abort(hasEnded());
      const { signal } = this.#fetches;
      const { fetchWithin } = await import('./network/fetch-within.js');
      return await fetchWithin({ variables: this.#host.environment, signal }, url, options);
    };
  }

  get token(): Context['token'] {
    return () => this.#host.token();
  }

  get truncated(): Context['truncated'] {
    return (part) => this.#host.truncated(part);
  }

  get items(): Context['items'] {
    return async (items, work) => {
      const { workOnItems } = await import('./tools/work-on-items.js');
      return await workOnItems(items, work as never, this);
    };
  }

  get settings(): Context['settings'] {
    return () => this.#host.settings();
  }

  get writeSettings(): Context['writeSettings'] {
    return (values) => this.#host.writeSettings(values);
  }

  /** @internal */
  tellSoFar(soFar: () => Readonly<Record<string, unknown>>): void {
    this.#host.tellSoFar(soFar);
  }

  get openUrl(): Context['openUrl'] {
    return (url) => this.#host.openUrl(String(url));
  }

  /** @internal Nothing that the handler used outlives this. Undefined where there is nothing to wait for. */
  end(): Promise<void> | undefined {
    this.#ended = true;
    this.#fetches?.abort(hasEnded());
    if (!this.#tools && !this.#cleanUps) return undefined;
    const ending = this.#endAll();
    this.#host.onEnding(ending);
    return ending;
  }

  /** Never rejects. */
  async #endAll(): Promise<void> {
    try {
      const tools = await this.#tools?.catch(() => undefined);
      await tools?.endPrograms();
      await this.#cleanUps?.run();
      await tools?.release();
    } catch (error) {
      this.log.warn(`Something that the command used could not be deleted: ${String(error)}`);
    }
  }

  async #openTools(): Promise<RunTools> {
    if (this.#ended) throw hasEnded();
    this.#tools ??= this.#host.openTools();
    return await this.#tools;
  }

  /** @internal Whoever runs the handler, for those who run it elsewhere. */
  get host(): ContextHost {
    return this.#host;
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
    this.#fetches?.abort(reason);
  }
}

function hasEnded(): DOMException {
  return new DOMException('The run has ended.', 'AbortError');
}
