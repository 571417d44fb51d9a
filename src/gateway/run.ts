// One request on its way: what is known about it so far.
import { quoteWords } from '../command-line/quote.js';
import { redactText, redactValues } from '../command-line/redact.js';
import { peekPresentation, type StandardOptions } from '../command-line/standard-options.js';
import type { HandlerRun } from '../execution/handler/run-handler.js';
import { resolveInside } from '../policy/path-scope.js';
import type { Command, DangerLevel, Input } from '../vocabulary/command.js';
import type { RunEventBody } from '../vocabulary/event.js';
import { GateError } from '../vocabulary/gate-error.js';
import type { Presentation, RunFacts, Warning } from '../vocabulary/outcome.js';
import type { Caller, Request, Session } from '../vocabulary/request.js';

const noWords: readonly string[] = [];
const noWarnings: readonly Warning[] = [];
const nothingAsked: Presentation = {};
const noInput: Input = {};

/** A word shorter than this is no token. */
const shortestToken = 12;

export class Run implements RunFacts, HandlerRun {
  readonly request: Request;
  readonly startedAt = performance.now();
  enteredAt = this.startedAt;
  durationMs = 0;
  /** What the run was given in the end. */
  timeoutMs = 0;
  keepBytes = 0;
  /** Where the audit log keeps it while it goes on. */
  slot: number | undefined;
  /** How many of the words are the command's name. */
  depth = 0;
  words: readonly string[] = noWords;
  resolved: Command | undefined;
  input: Input = noInput;
  standard: StandardOptions | undefined;
  argumentsRead = false;
  /** Read without problems, and no option is even named like a secret. */
  harmless = false;
  /** What was given for parameters that are declared secret. */
  secrets: readonly string[] | undefined;
  message: string | undefined;
  dryRun: boolean;
  readonly #idPrefix: string;
  readonly #number: number;
  #warnings: Warning[] | undefined;
  #sequence = 0;
  #shown: string | undefined;

  constructor(request: Request, idPrefix: string, number: number) {
    this.request = request;
    this.dryRun = request.dryRun ?? false;
    this.#idPrefix = idPrefix;
    this.#number = number;
  }

  get runId(): string {
    return this.#idPrefix + this.#number.toString(36);
  }

  get caller(): Caller {
    return this.request.caller;
  }

  get session(): Session {
    return this.request.session;
  }

  get signal(): AbortSignal | undefined {
    return this.request.signal;
  }

  get path(): readonly string[] {
    return this.resolved?.path ?? noWords;
  }

  get presentation(): Presentation {
    return this.standard ?? (this.argumentsRead ? nothingAsked : peekPresentation(this.words));
  }

  get danger(): DangerLevel | undefined {
    return this.resolved?.danger;
  }

  get warnings(): readonly Warning[] {
    return this.#warnings ?? noWarnings;
  }

  /** The request as it may be shown and recorded. */
  get command(): string {
    this.#shown ??= this.#show();
    return this.#shown;
  }

  warn(code: string, message: string): void {
    this.#warnings ??= [];
    this.#warnings.push({ code, message });
  }

  say(message: string): void {
    this.message = message;
  }

  emit(body: RunEventBody): void {
    const { onEvent } = this.request;
    if (!onEvent) return;
    this.#sequence++;
    try {
      onEvent({ runId: this.runId, sequence: this.#sequence, ...body });
    } catch {
      // A listener's trouble is not the run's.
    }
  }

  resolvePath(path: string): string {
    const result = resolveInside(path, this.session);
    if ('path' in result) return result.path;
    throw new GateError('PATH_TRAVERSAL_BLOCKED', `The path ${result.reason}`, {
      hint: 'Use a relative path inside the workspace, without ".."',
      phase: 'execution',
    });
  }

  #show(): string {
    const { line } = this.request;
    if (typeof line === 'string') {
      if (this.secrets) return redactText(quoteWords(this.words.map((word) => redactValues(word, this.secrets ?? []))));
      return this.#mayHoldToken(line) ? redactText(line) : line;
    }
    const words = 'path' in line ? [...line.path, '--input', JSON.stringify(line.input)] : line;
    const shown = this.secrets
      ? words.map((word) => redactValues(String(word), this.secrets ?? []))
      : words.map(String);
    return redactText(quoteWords(shown));
  }

  /** Most lines are short words, and looking for tokens costs as much as the rest of a small run. */
  #mayHoldToken(line: string): boolean {
    if (!this.harmless || line.includes('://')) return true;
    for (const word of this.words) if (word.length >= shortestToken) return true;
    return false;
  }

  /** Instead of the request itself. */
  showAs(text: string): void {
    this.#shown = text;
  }
}
