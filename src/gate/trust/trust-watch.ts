// Compares, before each start of a program and after each end, what git and the gate obey with what it was. A change
// while no program was running is the person's. Any other one ends the trust in that file, until a person agrees to it.

import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { findDistrust, type TrustStore } from '../../ledger/trust/trust-store.js';
import { changedAtMs, glanceAt, type Held, missing, namesIn, readHeld } from '../../machine/files/file-digest.js';
import { pathWithin } from '../../machine/paths/is-inside.js';
import type { Evidence, Judgement } from '../../vocabulary/decision.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { instructionsChanged, trustLost } from '../../vocabulary/notices.js';
import { type ProgramPlan, stepsOf } from '../../vocabulary/program.js';
import type { AboutQuestion } from '../judging/judge.js';
import { stepsHaveRun } from '../refusals.js';
import type { Judged, ReadyRun } from '../run/run.js';
import { describeChange, isHarmlessChange, type Text } from './compare-text.js';
import { NamedChanges } from './named-changes.js';
import type { Watched, WatchedSet } from './watched.js';

export interface TrustWatchOptions {
  /** A real path. */
  readonly workspace: string;
  readonly store: TrustStore;
  /** What is obeyed now: it changes with what stands in the files. */
  find(): WatchedSet;
  /** What a call was understood to touch and to start. */
  about(run: ReadyRun): Pick<AboutQuestion, 'paths' | 'programs'>;
}

/** What is remembered with a run: a yes is for this content alone. */
export interface DistrustedFile {
  readonly path: string;
  readonly digest: string;
}

export type NoteTrust = (type: 'distrusted' | 'trusted', fields: Readonly<Record<string, unknown>>) => Promise<void>;

interface Known {
  readonly watched: Watched;
  /** As it was last looked at. */
  glance: string;
  present: string;
  /** What counts. */
  trusted: string;
  text: Text;
}

interface Suspect {
  readonly watched: Watched;
  readonly digest: string;
  readonly why: string;
  readonly lines: readonly string[];
}

/** What is said of a run with what it would obey. */
type Raised = Pick<Judged, 'judgement' | 'distrusted'>;

/** Programs that read the settings of a repository and run its hooks. */
const runsGit = /^(?:git|git-.+|gh|hub|tig|pre-commit|husky|lint-staged)$/;

/** Where a program was running that could have made the change. */
type Meanwhile = 'nobody' | 'others' | { readonly run: ReadyRun; readonly alone: boolean };

/** A look that is not older than this counts as one of this moment: starting a program takes as long. */
const momentMs = 5;
/** The times of files are those of a clock that moves in steps: what was made right after a start can have an earlier time. */
const clockStepMs = 20;

export class TrustWatch {
  readonly #options: TrustWatchOptions;
  readonly #known = new Map<string, Known>();
  readonly #folders = new Map<string, string>();
  readonly #suspects = new Map<string, Suspect>();
  readonly #instructions: NamedChanges;
  #running = 0;
  #busySinceMs = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isOpen = false;
  #note: NoteTrust = async () => undefined;

  constructor(options: TrustWatchOptions) {
    this.#options = options;
    this.#instructions = new NamedChanges(options.workspace);
  }

  /** Where it is written down that trust was lost, and given again. */
  recordIn(note: NoteTrust): void {
    this.#note = note;
  }

  /** What is obeyed is something else from now on. */
  findAgain(): void {
    if (!this.#isOpen) return;
    for (const watched of this.#find()) this.#begin(watched);
    this.#save();
  }

  /** What the policy said, or that a person has to look at a file first. */
  raise(run: ReadyRun, judgement: Judgement): Raised {
    if (!run.plan || judgement.decision === 'deny') return { judgement, distrusted: [] };
    this.#tell(
      run,
      this.#look(() => (this.#running > 0 ? { run, alone: false } : this.#elsewhere())),
    );
    const suspects = this.#obeyed(run, run.plan);
    const distrusted = suspects.map(({ watched: { path }, digest }) => ({ path, digest }));
    if (suspects.length === 0) return { judgement, distrusted };
    const evidence = [...suspects.map((suspect) => this.#evidence(suspect)), ...judgement.evidence];
    const reason = evidence[0]?.why ?? '';
    const both = judgement.decision === 'ask' ? `${reason} ${judgement.reason}` : reason;
    return { judgement: { ...judgement, decision: 'ask', reason: both, evidence }, distrusted };
  }

  /** Right before it starts: what was agreed to is trusted from now on, and anything else keeps it from starting. */
  mayStart(run: ReadyRun, step?: ProgramPlan): GateError | undefined {
    const plan = step ?? run.plan;
    if (!plan) return undefined;
    if (!this.#hasJustLooked(1))
      this.#tell(
        run,
        this.#look(() => ({ run, alone: this.#isAlone })),
      );
    const suspects = this.#obeyed(run, plan);
    const isAgreed = ({ watched, digest }: Suspect) =>
      run.judged?.approval?.answer === 'approve' &&
      run.judged?.distrusted.some((asked) => asked.path === watched.path && asked.digest === digest);
    if (!suspects.every(isAgreed)) {
      const reasons = suspects.map((suspect) => this.#evidence(suspect).why);
      return lostMeanwhile(reasons, step !== undefined);
    }
    for (const { watched, digest } of suspects) this.#agree(watched.path, digest, run);
    return undefined;
  }

  /** Before the programs of a run are started. */
  enter(run: ReadyRun): void {
    if (this.#running === 0) {
      this.#attempt(() => this.#options.store.enterBusy());
      // What changed in this moment is then put down to the program, and asked about.
      if (!this.#hasJustLooked(0))
        this.#tell(
          run,
          this.#look(() => this.#elsewhere()),
        );
      this.#busySinceMs = Date.now() - clockStepMs;
    } else
      this.#tell(
        run,
        this.#look(() => ({ run, alone: false })),
      );
    this.#instructions.begin(run.plan?.directory, this.#running === 0);
    this.#running++;
  }

  /** When they have ended. */
  leave(run: ReadyRun): void {
    this.#tell(
      run,
      this.#look(() => ({ run, alone: this.#isAlone })),
    );
    const changed = this.#instructions.end(run.plan?.directory);
    if (changed.length > 0) {
      const more = changed.length > mostNamed ? ` and ${changed.length - mostNamed} more` : '';
      const what = `${changed.slice(0, mostNamed).join(', ')}${more}`;
      run.warn(instructionsChanged, `Changed during the run, and can run code later: ${what}.`);
    }
    this.#running--;
    if (this.#running === 0) this.#attempt(() => this.#options.store.leaveBusy());
  }

  /** Whether the files were looked at in this moment, and no other program of this gate could have changed them since. */
  #hasJustLooked(ownPrograms: 0 | 1): boolean {
    return this.#running === ownPrograms && performance.now() - this.#lookedAt < momentMs;
  }

  /** Whether one run has all the programs that are running here. */
  get #isAlone(): boolean {
    return this.#running === 1 && this.#elsewhere() === 'nobody';
  }

  #tell(run: ReadyRun, lost: readonly Suspect[]): void {
    for (const suspect of lost) {
      const message = this.#evidence(suspect).why;
      run.warn(trustLost, message);
      run.emit({ type: 'log', level: 'warn', message });
      const { watched, digest, lines } = suspect;
      this.#note('distrusted', { run: run.runId, file: this.#name(watched.path), digest, change: lines }).catch(ignore);
    }
  }

  #elsewhere(): Meanwhile {
    return this.#options.store.isBusyElsewhere() ? 'others' : 'nobody';
  }

  #obeyed(run: ReadyRun, plan: ProgramPlan): readonly Suspect[] {
    for (const { watched, digest } of this.#suspects.values()) {
      // Somebody may have agreed to it at another gate, or by `cmdgate trust`.
      const known = this.#known.get(watched.path);
      if (known && this.#isAgreed(watched.path, digest)) this.#trust(known, readHeld(watched.path));
    }
    if (this.#suspects.size === 0) return [];
    const suspects = [...this.#suspects.values()];
    const ofRules = suspects.filter(({ watched }) => watched.obeyedBy === 'rules');
    return this.#startsGit(run, plan)
      ? [...ofRules, ...suspects.filter(({ watched }) => watched.obeyedBy === 'git')]
      : ofRules;
  }

  #startsGit(run: ReadyRun, plan: ProgramPlan): boolean {
    const named = stepsOf(plan).flatMap(({ name, program }) => [name, program]);
    return [...named, ...this.#options.about(run).programs].some((program) => runsGit.test(basename(program)));
  }

  /** What lost trust with this look. */
  #look(whileWhom: () => Meanwhile): readonly Suspect[] {
    this.#lookedAt = performance.now();
    if (!this.#isOpen) return this.#open();
    const folders = [...this.#folders].filter(([folder, glance]) => glanceAt(folder) !== glance);
    const touched = [...this.#known.values()].filter(({ watched, glance }) => glanceAt(watched.path) !== glance);
    if (folders.length === 0 && touched.length === 0) return [];
    // Another gate says what its programs changed before it says that they have ended.
    const meanwhile = whileWhom();
    const added = this.#find().map((watched) => this.#begin(watched));
    const lost = [...new Set([...touched, ...added])].flatMap((known) => this.#compare(known, meanwhile) ?? []);
    this.#save();
    return lost;
  }

  /** With the first look everything is the person's, unless another gate has said otherwise, or died. */
  #open(): readonly Suspect[] {
    this.#isOpen = true;
    const { store } = this.#options;
    this.#attempt(() => store.settle());
    const snapshot = store.readSnapshot();
    for (const watched of this.#find()) {
      const glance = glanceAt(watched.path);
      const held = readHeld(watched.path);
      const { digest } = held;
      const known: Known = { watched, glance, present: digest, trusted: digest, text: textOf(held) };
      this.#known.set(watched.path, known);
      const isNew = isLinked(digest) && !this.#isAgreed(watched.path, digest);
      const why = findDistrust(store, watched.path, digest)?.why ?? (isNew ? linkedWhy(digest) : undefined);
      if (why === undefined) continue;
      known.trusted = snapshot.get(watched.path) ?? untold;
      known.text = undefined;
      this.#suspect(known, held, why);
    }
    this.#save();
    return [];
  }

  /** What has come to be watched. Folders are looked at first: what is put there afterwards is seen next time. */
  #find(): readonly Watched[] {
    for (const folder of this.#folders.keys()) this.#folders.set(folder, glanceAt(folder));
    const { files, folders } = this.#options.find();
    for (const folder of folders) if (!this.#folders.has(folder)) this.#folders.set(folder, glanceAt(folder));
    return files.filter(({ path }) => !this.#known.has(path));
  }

  /** A file that was there before the programs started, and is obeyed only now, did not change. */
  #begin(watched: Watched): Known {
    const isOlder = this.#running === 0 || changedAtMs(watched.path) < this.#busySinceMs;
    const held = isOlder ? readHeld(watched.path) : { digest: missing, bytes: undefined };
    const known: Known = { watched, glance: '', present: held.digest, trusted: held.digest, text: textOf(held) };
    this.#known.set(watched.path, known);
    return known;
  }

  #compare(known: Known, meanwhile: Meanwhile): Suspect | undefined {
    const { watched } = known;
    known.glance = glanceAt(watched.path);
    const held = readHeld(watched.path);
    const isNew = known.present !== held.digest;
    known.present = held.digest;
    if (held.digest === known.trusted && !isLinked(held.digest)) {
      this.#suspects.delete(watched.path);
      return undefined;
    }
    if (!isNew) return undefined;
    if (this.#mayTrust(known, held, meanwhile)) {
      this.#trust(known, held);
      return undefined;
    }
    const why = isLinked(held.digest) ? linkedWhy(held.digest) : this.#whyOf(known, held, meanwhile);
    return this.#suspect(known, held, why);
  }

  #mayTrust({ watched, text, trusted }: Known, held: Held, meanwhile: Meanwhile): boolean {
    const verdict = this.#options.store.readVerdict(watched.path);
    if (verdict?.digest === held.digest) return verdict.state === 'agreed';
    // Another gate has seen it, when nothing was running or when a person approved it.
    if (this.#options.store.readSnapshot().get(watched.path) === held.digest) return true;
    if (isLinked(held.digest)) return false;
    if (isHarmlessChange(watched, text, textOf(held))) return true;
    // What git obeys in a repository that is new is watched for itself.
    if (trusted === missing && basename(watched.path) === '.git' && isDirectory(watched.path)) return true;
    if (meanwhile === 'nobody') return true;
    return meanwhile !== 'others' && meanwhile.alone && this.#isApproved(meanwhile.run, watched);
  }

  /** A person saw that this call writes the file: it was shown as a path, or it is what git was asked to set. */
  #isApproved(run: ReadyRun, { path, obeyedBy, form }: Watched): boolean {
    if (run.judged?.approval?.answer !== 'approve' || !run.plan) return false;
    if (this.#options.about(run).paths.includes(path)) return true;
    return (
      obeyedBy === 'git' && form !== 'text' && stepsOf(run.plan).every(({ program }) => basename(program) === 'git')
    );
  }

  #isAgreed(path: string, digest: string): boolean {
    const verdict = this.#options.store.readVerdict(path);
    return verdict?.state === 'agreed' && verdict.digest === digest;
  }

  #trust(known: Known, held: Held): void {
    known.trusted = held.digest;
    known.text = textOf(held);
    this.#suspects.delete(known.watched.path);
  }

  #agree(path: string, digest: string, run: ReadyRun): void {
    const known = this.#known.get(path);
    if (known) this.#trust(known, { ...readHeld(path), digest });
    const why = `A person approved it (${run.judged?.approval?.id}).`;
    this.#attempt(() => this.#options.store.writeVerdict({ path, state: 'agreed', digest, why }));
    this.#save();
    this.#note('trusted', { run: run.runId, file: this.#name(path), digest }).catch(ignore);
  }

  #suspect(known: Known, held: Held, why: string): Suspect {
    const { watched, text } = known;
    const { digest } = held;
    const suspect: Suspect = { watched, digest, why, lines: describeChange(watched, text, textOf(held)) };
    this.#suspects.set(watched.path, suspect);
    this.#attempt(() => this.#options.store.writeVerdict({ path: watched.path, state: 'distrusted', digest, why }));
    return suspect;
  }

  #whyOf({ trusted }: Known, { digest }: Held, meanwhile: Meanwhile): string {
    const what = digest === missing ? 'It was removed' : trusted === missing ? 'It appeared' : 'It changed';
    if (meanwhile === 'nobody' || meanwhile === 'others') return `${what} while a program of another gate was running.`;
    const { run, alone } = meanwhile;
    return alone ? `${what} while ${run.runId} was running.` : `${what} while programs were running.`;
  }

  #evidence({ watched, why, lines }: Suspect): Evidence {
    const who = watched.obeyedBy === 'git' ? 'git' : 'the gate';
    const what = lines.length === 0 ? '' : ` Now: ${lines.join(' | ')}`;
    return {
      effect: 'untrusted',
      why: `${this.#name(watched.path)}, which ${who} obeys, is not trusted. ${why}${what}`,
    };
  }

  #save(): void {
    const all = [...this.#known].map(([path, { trusted }]) => [path, trusted] as const);
    const trusted = new Map(all.filter(([, digest]) => digest !== untold));
    this.#attempt(() => this.#options.store.writeSnapshot(trusted));
  }

  /** Where nothing can be written, this gate still remembers for itself. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch {
      // `doctor` tells of a directory that cannot be used.
    }
  }

  #name(path: string): string {
    const name = pathWithin(path, this.#options.workspace) || path;
    return name.replace(/[^\x20-\x7e\p{L}\p{N}]/gu, '\uFFFD');
  }
}

const ignore = () => undefined;

const mostNamed = 8;

/** What a file held that was not trusted when this gate first saw it. */
const untold = 'untold';

function lostMeanwhile(reasons: readonly string[], hasBegun: boolean): GateError {
  return new GateError('PERMISSION_DENIED', `A file that this program obeys has changed: ${reasons.join(' ')}`, {
    hint: hasBegun ? stepsHaveRun : 'Send it again: a person is asked about the change first',
  });
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isLinked(digest: string): boolean {
  return namesIn(digest) > 1;
}

function linkedWhy(digest: string): string {
  return `It has ${namesIn(digest)} names (hard links), and can be written through any of them.`;
}

function textOf({ bytes }: Held): Text {
  return bytes && !bytes.includes(0) ? bytes.toString('utf8') : undefined;
}
