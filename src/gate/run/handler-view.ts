// What the handler of a run gets from the gate.

import { isAbsolute } from 'node:path';
import type { HandlerRun } from '../../execution/handler/run-handler.js';
import type { RunTools } from '../../execution/handler/tools/run-tools.js';
import { urlToOpen } from '../../execution/handler/tools/url-to-open.js';
import { resolveAnywhereInside, resolveInside } from '../../policy/path-scope.js';
import type { Input } from '../../vocabulary/command.js';
import type {
  PageWanted,
  PromptDetails,
  Settings,
  TruncatedField,
  UrlToOpen,
  WrittenSettings,
} from '../../vocabulary/context.js';
import type { RunEventBody } from '../../vocabulary/event.js';
import type { AtShell, Caller, Session } from '../../vocabulary/request.js';
import { answerRoom } from '../answering/answer-room.js';
import type { AnswerRoom } from '../answering/large-answer.js';
import { askCaller, confirmWithCaller } from '../options/ask-caller.js';
import { takeToken } from '../options/find-token.js';
import { pageWanted } from '../options/page-wanted.js';
import { pathTraversalBlocked } from '../refusals.js';
import type { HandlerSupport } from '../starting/handler-support.js';
import type { Run, RunningRun } from './run.js';

export class HandlerView implements HandlerRun {
  readonly #run: RunningRun;
  readonly #support: HandlerSupport;

  constructor(run: RunningRun, support: HandlerSupport) {
    this.#run = run;
    this.#support = support;
  }

  get caller(): Caller {
    return this.#run.request.caller;
  }

  get session(): Session {
    return this.#run.request.session;
  }

  get input(): Input {
    return this.#run.given.input;
  }

  get dryRun(): boolean {
    return this.#run.dryRun;
  }

  get enteredAt(): number {
    return this.#run.running.enteredAt;
  }

  get timeoutMs(): number {
    return this.#run.running.timeoutMs;
  }

  get keepBytes(): number {
    return this.#run.running.keepBytes;
  }

  get signal(): AbortSignal | undefined {
    return this.#run.signal;
  }

  get scope(): Session {
    return this.#run.scope;
  }

  get terminal(): boolean {
    return this.#run.request.terminal === true;
  }

  get environment(): AtShell['environment'] {
    return this.#run.environment;
  }

  get room(): AnswerRoom | undefined {
    return answerRoom(this.#run);
  }

  get page(): PageWanted {
    return pageWanted(this.#run);
  }

  emit(body: RunEventBody): unknown {
    return this.#run.emit(body);
  }

  say(message: string): void {
    this.#run.say(message);
  }

  step(name: string): void {
    this.#run.step(name);
  }

  resolvePath(path: string): string {
    return resolveFor(this.#run, path);
  }

  confirm(question: string, signal: AbortSignal): Promise<boolean> {
    return confirmWithCaller(this.#run, question, signal);
  }

  prompt(question: string, option: string, signal: AbortSignal, details: PromptDetails): Promise<string> {
    return askCaller(this.#run, question, { option, ...details }, signal);
  }

  openUrl(url: string): UrlToOpen {
    const { terminal, atShell } = this.#run.request;
    const shown = urlToOpen(url, terminal ? atShell?.environment : undefined);
    this.#run.tell({ headless: shown.headless });
    return shown;
  }

  token(): string | undefined {
    return takeToken(this.#run);
  }

  truncated({ field, original, kept }: TruncatedField): void {
    const name = String(field);
    const context = { field: name, original_bytes: Number(original), kept_bytes: Number(kept) };
    this.#run.tell({ truncated: true });
    this.#run.warn('FIELD_TRUNCATED', `${name} is ${original} bytes; the answer has ${kept} of them`, context);
  }

  async openTools(): Promise<RunTools> {
    return await this.#support.open(this.#run);
  }

  async settings(): Promise<Settings> {
    const { name, readsSettings } = this.#support.gate;
    if (!readsSettings) return {};
    const { readSettings } = await import('../starting/handler-settings.js');
    return await readSettings(this.#run, name);
  }

  async writeSettings(values: Settings): Promise<WrittenSettings> {
    const { writeSettings } = await import('../starting/handler-settings.js');
    return await writeSettings(this.#run, this.#support.gate.name, values);
  }

  tellSoFar(soFar: () => Readonly<Record<string, unknown>>): void {
    this.#run.running.soFar = soFar;
  }

  onEnding(work: Promise<void>): void {
    this.#support.waitFor(work);
  }
}

/** Throws where it leads out of the workspace. */
export function resolveFor({ scope }: Run, path: string): string {
  // A declared path comes to the handler absolute, and may be asked for again.
  const resolve = isAbsolute(path) ? resolveAnywhereInside : resolveInside;
  const result = resolve(path, scope);
  if ('path' in result) return result.path;
  throw pathTraversalBlocked(result.reason);
}
