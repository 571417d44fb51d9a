// One request on its way: what is known about it so far.
import { isAbsolute } from 'node:path';
import { type Grammar, grammarOf } from '../command-line/grammar.js';
import { mayBeRedacted } from '../command-line/may-be-redacted.js';
import { quoteWords } from '../command-line/quote.js';
import { redacted, redactText, redactValues, redactValuesDeep, scalarTexts } from '../command-line/redact.js';
import { peekPresentation, type StandardOptions } from '../command-line/standard-options.js';
import type { HandlerRun } from '../execution/handler/run-handler.js';
import type { RunTools } from '../execution/handler/tools/run-tools.js';
import { urlToOpen } from '../execution/handler/tools/url-to-open.js';
import { reachOf, type SandboxSettings } from '../execution/sandbox/sandbox-settings.js';
import type { UserContext } from '../ledger/run-log.js';
import { type OwnPlaces, type PathScope, resolveAnywhereInside, resolveInside } from '../policy/path-scope.js';
import type { ApprovalAnswer } from '../vocabulary/approval.js';
import type { Command, DangerLevel, Input, Parameter, PlanContext } from '../vocabulary/command.js';
import type { PageWanted, Settings, TruncatedField, UrlToOpen, WrittenSettings } from '../vocabulary/context.js';
import type { Judgement } from '../vocabulary/decision.js';
import type { RunEventBody } from '../vocabulary/event.js';
import type { Outcome, Presentation, RunFacts, Steps, Warning } from '../vocabulary/outcome.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import type { AtShell, Caller, ObjectLine, Request, Session } from '../vocabulary/request.js';
import type { RecordedOutput } from '../vocabulary/run-record.js';
import { type HeldScope, type NetworkReach, networkReaches } from '../vocabulary/sandbox.js';
import { mostAnswerBytes } from './bounded-json.js';
import type { HandlerSupport } from './handler-support.js';
import { askCaller, confirmWithCaller } from './options/ask-caller.js';
import { takeToken } from './options/find-token.js';
import { pageWanted } from './options/page-wanted.js';
import { isShaped } from './options/shape-answer.js';
import { pathTraversalBlocked } from './refusals.js';
import type { KnownRun } from './run-book.js';
import { objectWords, withoutSecretOptions } from './show-object-line.js';
import { toSoundJson } from './sound-json.js';
import type { DistrustedFile } from './trust/trust-watch.js';

type Fields = Readonly<Record<string, unknown>>;

const noWords: readonly string[] = [];
const noWarnings: readonly Warning[] = [];
const nothingAsked: Presentation = {};
const noInput: Input = {};
const asItIs = (outcome: Outcome): unknown => outcome;
const noGrammar = grammarOf([]);
const ignore = () => undefined;

/** By session: every run of one has the same. */
const scopes = new WeakMap<Session, { readonly places: OwnPlaces; readonly scope: Session & PathScope }>();

/** They hold the whole input. */
const inputOptions = ['--input', '--raw-payload'];

/** A word shorter than this is no token. */
const shortestToken = 12;

/** What a person answered, to which question. */
export type GivenApproval = Readonly<Pick<ApprovalAnswer, 'answer' | 'by'> & { id: string }>;

export class Run implements RunFacts, HandlerRun {
  request: Request;
  readonly startedAt = performance.now();
  enteredAt = this.startedAt;
  /** Whether its handler was called, or its program was started: from then on it may have done something. */
  wasEntered = false;
  /** As it was recorded. */
  userContext: UserContext | undefined;
  durationMs = 0;
  /** What the run was given in the end. */
  timeoutMs = 0;
  keepBytes = 0;
  /** How much of each stream of a program stands in the answer. */
  previewBytes = 0;
  /** The program that it will be, where it is one. */
  plan: ProgramPlan | undefined;
  /** Where its handler keeps what goes with the run, once it has asked for that. */
  ownDirectory: string | undefined;
  /** What each of its programs may do where the system will keep all of them inside; known with the plan. */
  sandbox: readonly SandboxSettings[] | undefined;
  /** Why nothing will, where the owner did not ask for that, and what helps. */
  missingSandbox: { readonly reason: string; readonly remedy: string } | undefined;
  /** What the policy said. */
  judgement: Judgement | undefined;
  /** It waits for a person before it starts. */
  asks = false;
  /** Whether it still is what the person was asked about. */
  isAsAsked: (() => boolean) | undefined;
  /** Files that it would obey and that are not trusted: a yes to it is a yes to what they hold. */
  distrusted: readonly DistrustedFile[] | undefined;
  /** Who answered, and what. */
  approval: GivenApproval | undefined;
  /** Where it can be asked about, if it can. */
  known: KnownRun | undefined;
  /** How the door wants the outcome. */
  render: (outcome: Outcome) => unknown = asItIs;
  /** Where its handler gets programs, directories and locks from; set before it is entered. */
  support: HandlerSupport | undefined;
  /** Where the audit log keeps it while it goes on. */
  slot: number | undefined;
  /** Whether what the policy looked at is written. */
  isWritten = false;
  /** Whether it is written that it waits. */
  isAccepted = false;
  /** When it was written down that it begins. */
  beganAt: number | undefined;
  /** Of a program: how it ended. */
  exit: { readonly exitCode: number | null; readonly signal: string | null } | undefined;
  /** Whether what it gives can be read after its answer. */
  keepsOutput = false;
  /** As JSON, where the answer holds only a part of it. */
  fullAnswer: string | undefined;
  /** What is kept of its output. */
  recordedOutput: RecordedOutput | undefined;
  /** Of a command that answers with a list: which one it is. */
  list: string | undefined;
  /** It would destroy something, and nobody confirmed that: it only tells what it would do, as a refusal. */
  unconfirmed = false;
  /** How far it came, of a command that works on several things. */
  soFar: (() => Fields) | undefined;
  /** How many of the words are the command's name. */
  depth = 0;
  words: readonly string[] = noWords;
  resolved: Command | undefined;
  grammar: Grammar = noGrammar;
  input: Input = noInput;
  standard: StandardOptions | undefined;
  argumentsRead = false;
  /** Read without problems, and no option is even named like a secret. */
  harmless = false;
  /** What was given for parameters that are declared secret. */
  secrets: readonly string[] | undefined;
  /** Those of them that it was not given, but found: they are taken out of the answer, too. */
  concealed: readonly string[] | undefined;
  message: string | undefined;
  /** More for the envelope's `meta`. */
  about: Readonly<Record<string, unknown>> | undefined;
  dryRun: boolean;
  readonly #idPrefix: string;
  readonly #number: number;
  readonly #places: OwnPlaces;
  #warnings: Warning[] | undefined;
  #begunSteps: string[] | undefined;
  #sequence = 0;
  #createdAt: number | undefined;
  #shown: string | undefined;
  #shownInput: string | undefined;
  #shownOptions: Fields | undefined;

  constructor(request: Request, idPrefix: string, number: number, places: OwnPlaces) {
    this.request = request;
    this.dryRun = request.dryRun ?? false;
    this.#idPrefix = idPrefix;
    this.#number = number;
    this.#places = places;
  }

  /** Looked up when somebody wants to know: most runs are over before that. */
  get createdAt(): number {
    this.#createdAt ??= Math.round(Date.now() - (performance.now() - this.startedAt));
    return this.#createdAt;
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
    return this.known ? this.known.signal : this.request.signal;
  }

  get planContext(): PlanContext {
    const { caller, terminal, traceId } = this.request;
    return { caller, session: this.scope, secrets: this.secrets ?? [], terminal: terminal === true, traceId };
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

  /** Where path arguments may lead: into the workspace, but not to the gate's own files. */
  get scope(): Session & PathScope {
    const { auditFile, ledgerDirectory } = this.#places;
    if (auditFile === undefined && ledgerDirectory === undefined) return this.session;
    const known = scopes.get(this.session);
    if (known?.places === this.#places) return known.scope;
    const scope = { ...this.session, ...this.#places };
    scopes.set(this.session, { places: this.#places, scope });
    return scope;
  }

  /** A page or some of the fields are taken of all that there is. */
  get mostBytes(): number | undefined {
    return isShaped(this) || this.concealed ? undefined : Math.max(this.keepBytes, mostAnswerBytes);
  }

  get terminal(): boolean {
    return this.request.terminal === true;
  }

  get isSandboxed(): boolean {
    return this.sandbox !== undefined;
  }

  /** What its programs can reach; of several, the widest counts. */
  get network(): NetworkReach {
    const reaches = (this.sandbox ?? []).map(reachOf);
    return networkReaches.findLast((reach) => reaches.includes(reach)) ?? 'open';
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

  get exitCodes(): RunFacts['exitCodes'] {
    return this.resolved?.contract?.exitCodes;
  }

  get steps(): Steps | undefined {
    const begun = this.#begunSteps;
    if (!begun) return undefined;
    const declared = this.resolved?.contract?.steps ?? [];
    return {
      completed: begun.slice(0, -1),
      current: begun.at(-1),
      skipped: declared.filter((name) => !begun.includes(name)),
    };
  }

  get warnings(): readonly Warning[] {
    return this.#warnings ?? noWarnings;
  }

  /** The request as it may be shown and recorded. */
  get command(): string {
    this.#shown ??= this.#show();
    return this.#shown;
  }

  /** What kept its programs inside; of several, the weakest counts. */
  tellScope(scope: HeldScope): void {
    if (this.about?.scope !== 'checked') this.tell({ scope });
  }

  tell(fields: Fields): void {
    this.about = { ...this.about, ...fields };
  }

  warn(code: string, message: string, context?: Fields): void {
    this.#warnings ??= [];
    this.#warnings.push({ code, message, ...(context && { context }) });
  }

  hide(text: string): string {
    return redactValues(text, this.secrets ?? []);
  }

  say(message: string): void {
    this.message = this.hide(message);
  }

  step(name: string): void {
    this.#begunSteps ??= [];
    this.#begunSteps.push(this.hide(name));
  }

  /** Gives what the listener gives: a promise where it cannot keep up. */
  emit(body: RunEventBody): unknown {
    const { onEvent, hears } = this.request;
    if (!onEvent || (hears === 'logs' && body.type !== 'log') || !this.isHeard) return undefined;
    this.#sequence++;
    try {
      const heard = onEvent({ runId: this.runId, sequence: this.#sequence, ...this.#withoutSecrets(body) });
      // Unheard, its rejection would end the whole process.
      if (heard instanceof Promise) heard.catch(ignore);
      return heard;
    } catch {
      // A listener's trouble is not the run's.
      return undefined;
    }
  }

  resolvePath(path: string): string {
    // A declared path comes to the handler absolute, and may be asked for again.
    const resolve = isAbsolute(path) ? resolveAnywhereInside : resolveInside;
    const result = resolve(path, this.scope);
    if ('path' in result) return result.path;
    throw pathTraversalBlocked(result.reason);
  }

  confirm(question: string, signal: AbortSignal): Promise<boolean> {
    return confirmWithCaller(this, question, signal);
  }

  prompt(question: string, option: string, signal: AbortSignal): Promise<string> {
    return askCaller(this, question, option, signal);
  }

  get page(): PageWanted {
    return pageWanted(this);
  }

  openUrl(url: string): UrlToOpen {
    const shown = urlToOpen(url, this.request.terminal ? this.request.atShell?.environment : undefined);
    this.tell({ headless: shown.headless });
    return shown;
  }

  token(): string | undefined {
    return takeToken(this);
  }

  truncated({ field, original, kept }: TruncatedField): void {
    const name = redactValues(String(field), this.secrets ?? []);
    const context = { field: name, original_bytes: Number(original), kept_bytes: Number(kept) };
    this.tell({ truncated: true });
    this.warn('FIELD_TRUNCATED', `${name} has ${original} bytes; the answer has ${kept} of them`, context);
  }

  /** What it came to know in confidence, and must not be seen anywhere. */
  conceal(secrets: readonly string[]): void {
    if (secrets.every((secret) => this.concealed?.includes(secret))) return;
    this.concealed = [...(this.concealed ?? []), ...secrets];
    this.secrets = [...(this.secrets ?? []), ...secrets];
    this.request.atShell?.conceal?.(secrets);
  }

  get environment(): AtShell['environment'] {
    return this.request.atShell?.environment ?? process.env;
  }

  async openTools(): Promise<RunTools> {
    return await (this.support as HandlerSupport).open(this);
  }

  async settings(): Promise<Settings> {
    const { name, readsSettings } = (this.support as HandlerSupport).gate;
    if (!readsSettings) return {};
    const { readSettings } = await import('./handler-settings.js');
    return await readSettings(this, name);
  }

  async writeSettings(values: Settings): Promise<WrittenSettings> {
    const { writeSettings } = await import('./handler-settings.js');
    return await writeSettings(this, (this.support as HandlerSupport).gate.name, values);
  }

  tellSoFar(soFar: () => Fields): void {
    this.soFar = soFar;
  }

  onEnding(work: Promise<void>): void {
    this.support?.waitFor(work);
  }

  /** Shows the input object with its secrets taken out, instead of the text it came as. */
  hideSecretsIn(object: unknown, parameters: readonly Parameter[], options?: Fields): void {
    if (!parameters.some(({ secret }) => secret)) return;
    this.#shownOptions = options && withoutSecretOptions(options, grammarOf(parameters));
    if (typeof object !== 'object' || object === null) {
      this.#shownInput = redacted;
      return;
    }
    const { inputKeys } = grammarOf(parameters);
    const shown = Object.entries(object).map(([key, value]) => {
      const parameter = parameters[inputKeys.get(key) ?? -1];
      // A field that means nothing may be a mistyped secret.
      return [key, parameter && !parameter.secret ? value : redacted];
    });
    this.#shownInput = JSON.stringify(Object.fromEntries(shown));
  }

  /** What the command gets is as secret as what was written: a schema may have changed it, or a default filled it in. */
  keepSecretsOf({ parameters, takesSecrets }: Grammar): void {
    if (!takesSecrets) return;
    const given = parameters.filter(({ secret }) => secret).flatMap(({ key }) => scalarTexts(this.input[key]));
    if (given.length > 0) this.conceal(given);
  }

  /** What a handler logs or reports may hold what it was given in confidence. */
  #withoutSecrets(body: RunEventBody): RunEventBody {
    if (body.type === 'output' && this.concealed) {
      return { ...body, value: redactValuesDeep(JSON.parse(toSoundJson(body.value)), this.concealed) };
    }
    if ((body.type !== 'log' && body.type !== 'progress') || body.message === undefined) return body;
    return { ...body, message: redactText(this.hide(body.message)) };
  }

  /** Whatever cannot be written is not shown: it may be nested too deeply, or too long for one text. */
  #show(): string {
    try {
      return this.#showLine();
    } catch {
      return this.path.join(' ');
    }
  }

  #showLine(): string {
    const { line } = this.request;
    const hidden = this.secrets !== undefined || this.#shownInput !== undefined;
    if (typeof line === 'string' && !hidden) return this.#mayHoldToken(line) ? redactText(line) : line;
    const isObject = typeof line === 'object' && 'path' in line;
    const given = typeof line === 'string' ? this.words : line;
    const words = isObject ? objectWords(line, this.#shownOptions) : (given as readonly string[]);
    if (isObject && !hidden && this.harmless && !this.#mayHoldTokenIn(words, line)) return quoteWords(words);
    return redactText(quoteWords(this.#withoutInput(words).map((word) => this.hide(word))));
  }

  #withoutInput(words: readonly string[]): readonly string[] {
    const shown = this.#shownInput;
    if (shown === undefined) return words.map(String);
    return words.map((word, index) => {
      if (inputOptions.includes(words[index - 1] ?? '')) return shown;
      const option = inputOptions.find((name) => word.startsWith(`${name}=`));
      return option === undefined ? word : `${option}=${shown}`;
    });
  }

  /** Most lines are short words, and looking for tokens costs as much as the rest of a small run. */
  #mayHoldToken(line: string): boolean {
    if (!this.harmless || line.includes('://')) return true;
    for (const word of this.words) if (word.length >= shortestToken) return true;
    return false;
  }

  /** A path that comes with options is the command's own name, and no secret. */
  #mayHoldTokenIn(words: readonly string[], { path, options }: ObjectLine): boolean {
    for (let at = options === undefined ? 0 : path.length; at < words.length; at++) {
      if (mayBeRedacted(words[at] as string)) return true;
    }
    return false;
  }

  /** It has ended and is only kept to be asked about: credentials and large inputs need not be kept with it. */
  forgetWhatItWasGiven(): void {
    this.#shown ??= this.#show();
    const { door, caller, session, chat } = this.request;
    this.request = { line: '', door, caller, session, chat };
    this.words = noWords;
    this.render = asItIs;
    this.plan = undefined;
    this.input = noInput;
    this.isAsAsked = undefined;
    this.fullAnswer = undefined;
  }

  /** Instead of the request itself. */
  showAs(text: string): void {
    this.#shown = text;
  }
}
