// One request on its way. Each station of the path leaves one record here, and the type of the run says how far it has
// come: whoever takes a `JudgedRun` need not ask whether it was judged.

import type { Grammar } from '../../command-line/grammar.js';
import { peekPresentation, type StandardOptions } from '../../command-line/standard-options.js';
import { reachOf, type SandboxSettings } from '../../execution/sandbox/sandbox-settings.js';
import type { OwnPlaces, PathScope } from '../../policy/path-scope.js';
import type { ApprovalAnswer } from '../../vocabulary/approval.js';
import type { Command, DangerLevel, Input } from '../../vocabulary/command.js';
import type { Judgement } from '../../vocabulary/decision.js';
import type { RunEventBody } from '../../vocabulary/event.js';
import type { Presentation, RunFacts, Steps, Warning } from '../../vocabulary/outcome.js';
import type { PlannedCall, ProgramPlan } from '../../vocabulary/program.js';
import type { AtShell, Caller, Request, Session } from '../../vocabulary/request.js';
import { type HeldScope, type NetworkReach, networkReaches } from '../../vocabulary/sandbox.js';
import type { Secrets } from '../../vocabulary/secrets.js';
import { toSoundJson } from '../answering/sound-json.js';
import type { SeenFiles } from '../judging/seen-files.js';
import type { Wanted } from '../network/wanted-network.js';
import type { RecordMarks } from '../recording/record-marks.js';
import type { DistrustedFile } from '../trust/trust-watch.js';
import type { KnownRun } from './run-book.js';
import type { Running } from './running.js';
import { ShownRequest } from './shown-request.js';

type Fields = Readonly<Record<string, unknown>>;

/** Which command it is. */
export interface Resolved {
  readonly command: Command;
  readonly grammar: Grammar;
  /** How many of the words are its name. */
  readonly depth: number;
}

/** What it was given. */
export interface Given {
  readonly input: Input;
  readonly standard: StandardOptions | undefined;
  /** It only tells what it would do. */
  readonly dryRun: boolean;
  /** Of a command that answers with a list: which one it is. */
  readonly list: string | undefined;
}

/** The program that it will be, where it is one. */
export interface Planned extends PlannedCall {
  /** What must not be seen of it, what it was given included. */
  readonly secrets: Secrets;
  /** What must not even be told about it, but may be printed by its programs. */
  readonly untold: Secrets;
  /** What each of its programs may do where the system will keep all of them inside. */
  readonly sandbox: readonly SandboxSettings[] | undefined;
  /** Why nothing will, where the owner did not ask for that, and what helps. */
  readonly missingSandbox: { readonly reason: string; readonly remedy: string } | undefined;
  /** What was there when it was planned. */
  readonly seen: SeenFiles;
}

/** What the policy said. */
export interface Judged {
  readonly judgement: Judgement;
  /** It waits for a person before it starts. */
  readonly asks: boolean;
  /** It would destroy something, and nobody confirmed that: it only tells what it would do, as a refusal. */
  readonly unconfirmed: boolean;
  /** Files that it would obey and that are not trusted: a yes to it is a yes to what they hold. */
  readonly distrusted: readonly DistrustedFile[];
  /** What its programs want to reach beyond what the sandbox lets them: they may once it starts. */
  readonly wanted: readonly Wanted[];
  /** Nothing else speaks against it. */
  readonly wantsOnlyNetwork: boolean;
  /** What people let its programs reach before. */
  readonly granted: readonly string[];
  /** Who answered, and what. */
  readonly approval?: GivenApproval | undefined;
  /** Whether it still is what the person was asked about. */
  readonly isAsAsked?: (() => boolean) | undefined;
}

/** What a person answered, to which question. */
export type GivenApproval = Readonly<Pick<ApprovalAnswer, 'answer' | 'by'> & { id: string }>;

export type ResolvedRun = Run & { readonly resolved: Resolved };
export type ReadyRun = ResolvedRun & { readonly given: Given };
export type JudgedRun = ReadyRun & { readonly judged: Judged };
export type RunningRun = JudgedRun & { readonly running: Running };

export function isJudged(run: Run): run is JudgedRun {
  return run.judged !== undefined;
}

/** What all runs of a gate have in common. */
export interface RunOrigin {
  readonly idPrefix: string;
  /** Where the gate keeps its own files: path arguments must not lead there. */
  readonly places: OwnPlaces;
  /** Told what must not be seen in anything that this process prints from now on. */
  conceal?: (secrets: readonly string[]) => void;
}

const noWords: readonly string[] = [];
const noWarnings: readonly Warning[] = [];
const nothingAsked: Presentation = {};
const nothingGiven: Input = {};
const ignore = () => undefined;

/** By session: every run of one has the same. */
const scopes = new WeakMap<Session, { readonly places: OwnPlaces; readonly scope: Session & PathScope }>();

/** What it has told so far; most runs tell nothing. */
class Told {
  message: string | undefined;
  about: Fields | undefined;
  readonly warnings: Warning[] = [];
  begunSteps: string[] | undefined;
  events = 0;
}

export class Run implements RunFacts {
  request: Request;
  readonly startedAt = performance.now();
  durationMs = 0;
  readonly shown = new ShownRequest();
  resolved: Resolved | undefined;
  given: Given | undefined;
  planned: Planned | undefined;
  judged: Judged | undefined;
  running: Running | undefined;
  /** Where it can be asked about, if it can. */
  known: KnownRun | undefined;
  /** What was written of it. */
  marks: RecordMarks | undefined;
  readonly #origin: RunOrigin;
  readonly #number: number;
  #createdAt: number | undefined;
  #told: Told | undefined;

  constructor(request: Request, origin: RunOrigin, number: number) {
    this.request = request;
    this.#origin = origin;
    this.#number = number;
  }

  /** Looked up when somebody wants to know: most runs are over before that. */
  get createdAt(): number {
    this.#createdAt ??= Math.round(Date.now() - (performance.now() - this.startedAt));
    return this.#createdAt;
  }

  get runId(): string {
    return this.#origin.idPrefix + this.#number.toString(36);
  }

  get caller(): Caller {
    return this.request.caller;
  }

  get session(): Session {
    return this.request.session;
  }

  get signal(): AbortSignal | undefined {
    return this.known ? this.known.signal : this.request.signal;
  }

  get command(): string {
    return this.shown.textOf(this.request.line, this.path, this.secrets);
  }

  get path(): readonly string[] {
    return this.resolved?.command.path ?? noWords;
  }

  get danger(): DangerLevel | undefined {
    return this.resolved?.command.danger;
  }

  get isBuiltIn(): boolean {
    return this.resolved?.command.builtIn === true;
  }

  get exitCodes(): RunFacts['exitCodes'] {
    return this.resolved?.command.contract?.exitCodes;
  }

  get presentation(): Presentation {
    return this.given ? (this.given.standard ?? nothingAsked) : peekPresentation(this.shown.words);
  }

  get standard(): StandardOptions | undefined {
    return this.given?.standard;
  }

  get input(): Input {
    return this.given?.input ?? nothingGiven;
  }

  get dryRun(): boolean {
    if (this.judged?.unconfirmed) return true;
    return this.given ? this.given.dryRun : (this.request.dryRun ?? false);
  }

  get plan(): ProgramPlan | undefined {
    return this.planned?.plan;
  }

  get timeoutMs(): number {
    return this.running?.timeoutMs ?? 0;
  }

  /** What must not be seen of it anywhere: it grows while more is known. */
  get secrets(): Secrets {
    const { secrets } = this.shown;
    return this.planned ? this.planned.secrets.and(secrets.values) : secrets;
  }

  /** The same for what is told about its programs, of which the owner may have written parts. */
  get untold(): Secrets {
    const { secrets } = this.shown;
    return this.planned ? this.planned.untold.and(secrets.values) : secrets;
  }

  /** Where path arguments may lead: into the workspace, but not to the gate's own files. */
  get scope(): Session & PathScope {
    const { places } = this.#origin;
    if (places.auditFile === undefined && places.ledgerDirectory === undefined) return this.session;
    const known = scopes.get(this.session);
    if (known?.places === places) return known.scope;
    const scope = { ...this.session, ...places };
    scopes.set(this.session, { places, scope });
    return scope;
  }

  get environment(): AtShell['environment'] {
    return this.request.atShell?.environment ?? process.env;
  }

  /** Whether nothing is started here: a client runs it, or not. */
  get isHandedOver(): boolean {
    return this.request.handsOver !== undefined && !this.isBuiltIn;
  }

  get isSandboxed(): boolean {
    return this.planned?.sandbox !== undefined;
  }

  /** What its programs can reach; of several, the widest counts. */
  get network(): NetworkReach {
    const reaches = (this.planned?.sandbox ?? []).map(reachOf);
    return networkReaches.findLast((reach) => reaches.includes(reach)) ?? 'open';
  }

  /** Whether anybody listens to its events. After the answer only a program does, not a protocol. */
  get isHeard(): boolean {
    const { onEvent, door } = this.request;
    return onEvent !== undefined && (door === 'library' || !(this.known?.background || this.known?.yielded));
  }

  /** Whether anybody wants to know how far it is. */
  get isFollowed(): boolean {
    const { onEvent, hears } = this.request;
    return onEvent !== undefined && hears === undefined;
  }

  get message(): string | undefined {
    return this.#told?.message;
  }

  get about(): Fields | undefined {
    return this.#told?.about;
  }

  get warnings(): readonly Warning[] {
    return this.#told?.warnings ?? noWarnings;
  }

  get steps(): Steps | undefined {
    const begun = this.#told?.begunSteps;
    if (!begun) return undefined;
    const declared = this.resolved?.command.contract?.steps ?? [];
    return {
      completed: begun.slice(0, -1),
      current: begun.at(-1),
      skipped: declared.filter((name) => !begun.includes(name)),
    };
  }

  resolve(resolved: Resolved): ResolvedRun {
    this.resolved = resolved;
    return this as ResolvedRun;
  }

  give(given: Given): ReadyRun {
    this.given = given;
    return this as ReadyRun;
  }

  judge(judged: Judged): JudgedRun {
    this.judged = judged;
    return this as JudgedRun;
  }

  start(running: Running): RunningRun {
    this.running = running;
    return this as RunningRun;
  }

  /** What kept its programs inside; of several, the weakest counts. */
  tellScope(scope: HeldScope): void {
    if (this.about?.scope !== 'checked') this.tell({ scope });
  }

  /** More for the envelope's `meta`. */
  tell(fields: Fields): void {
    const told = this.#tell();
    told.about = { ...told.about, ...fields };
  }

  warn(code: string, message: string, context?: Fields): void {
    const { secrets } = this;
    this.#tell().warnings.push({
      code,
      message: secrets.hide(message),
      ...(context && { context: secrets.hideIn(context) }),
    });
  }

  hide(text: string): string {
    return this.secrets.hide(text);
  }

  say(message: string): void {
    this.#tell().message = this.hide(message);
  }

  step(name: string): void {
    const told = this.#tell();
    told.begunSteps ??= [];
    told.begunSteps.push(this.hide(name));
  }

  conceal(secrets: readonly string[]): void {
    if (this.shown.conceal(secrets)) this.#origin.conceal?.(secrets);
  }

  /** Gives what the listener gives: a promise where it cannot keep up. */
  emit(body: RunEventBody): unknown {
    const { onEvent, hears } = this.request;
    if (!onEvent || (hears === 'logs' && body.type !== 'log') || !this.isHeard) return undefined;
    const told = this.#tell();
    told.events++;
    try {
      const heard = onEvent({ runId: this.runId, sequence: told.events, ...this.#withoutSecrets(body) });
      // Unheard, its rejection would end the whole process.
      if (heard instanceof Promise) heard.catch(ignore);
      return heard;
    } catch {
      // A listener's trouble is not the run's.
      return undefined;
    }
  }

  /** It has ended and is only kept to be asked about: credentials and large inputs need not be kept with it. */
  forgetWhatItWasGiven(): void {
    // Shown once more as what it was.
    void this.command;
    const { door, caller, session, chat } = this.request;
    this.request = { line: '', door, caller, session, chat };
    this.shown.forget();
    this.planned = undefined;
    if (this.given) this.given = { ...this.given, input: nothingGiven };
    if (this.judged) this.judged = { ...this.judged, isAsAsked: undefined };
    this.running?.forgetAnswer();
  }

  #tell(): Told {
    this.#told ??= new Told();
    return this.#told;
  }

  /** What a handler logs or reports may hold what it was given in confidence. */
  #withoutSecrets(body: RunEventBody): RunEventBody {
    const { secrets } = this;
    if (body.type === 'output' && !secrets.isNone) {
      return { ...body, value: secrets.hideIn(JSON.parse(toSoundJson(body.value))) };
    }
    if ((body.type !== 'log' && body.type !== 'progress') || body.message === undefined) return body;
    return { ...body, message: secrets.hideLikely(body.message) };
  }
}
