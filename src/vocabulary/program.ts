// A program that is about to be run, and what became of it. Sources plan, the gate judges, the process runner runs.

import type { GateError } from './gate-error.js';
import type { LineEnd, LineHands, LineJudge } from './line.js';
import type { Warning } from './outcome.js';
import type { SandboxChoice } from './sandbox.js';

export const textEncodings = ['utf8', 'utf16le', 'latin1', 'ascii', 'base64', 'hex'] as const;

/** How a program's bytes become text, and text its bytes. */
export type TextEncoding = (typeof textEncodings)[number];

export const streamModes = ['pipe', 'ignore', 'inherit'] as const;

export type StreamMode = (typeof streamModes)[number];

export type StreamName = 'stdout' | 'stderr';

/** Everything that is needed to start one program, checked: nothing in it is looked up, expanded or split again. */
export interface ProgramPlan {
  /** The absolute real path of the file that is started. */
  readonly program: string;
  /** What the program sees as its own name: multi-call programs look at it. */
  readonly name: string;
  readonly args: readonly string[];
  /** An absolute real path. */
  readonly directory: string;
  /** The whole environment. Nothing is inherited from the gate. */
  readonly environment: Readonly<Record<string, string>>;
  /** The names of the variables whose values the request decides, or may decide. */
  readonly decided?: readonly string[] | undefined;
  /** Given as TOOL_TRACE_ID, and no part of what is approved: each call may have its own. */
  readonly traceId?: string | undefined;
  /** What the program reads; closed where there is nothing. `open`: it is given while the program runs. */
  readonly stdin: Uint8Array | 'open' | undefined;
  readonly stdout: StreamMode;
  readonly stderr: StreamMode;
  readonly encoding: TextEncoding;
  /** Texts that must never be shown: credentials, and arguments that are declared secret. */
  readonly secrets: readonly string[];
  /** Texts that are the owner's: nowhere told or recorded, but a program may print them. */
  readonly unlisted?: readonly string[];
  /** The program's own limit; the owner's may be lower. */
  readonly timeoutMs: number | undefined;
  /** The owner's limit for this kind of program is already in `timeoutMs`; the general one does not lower it. */
  readonly ownTimeout?: true;
  /** How much of the streams stands in the answer: all that it can carry, or only what is needed to go on. */
  readonly shows?: 'complete' | 'brief';
  /** Where it is one of several that run one after the other. */
  readonly step?: PlannedStep;
  /** What of it only the line can tell when it runs. Words stand here as they were written until then. */
  readonly hasUnknown?: 'words' | 'directory';
  /** What is started is not one program, but joins several. */
  readonly line?: PlannedLine;
  /** What the owner says about its sandbox, beside what he says about all. */
  readonly sandbox?: SandboxChoice | undefined;
  /** What is started makes a sandbox, and runs the program in it. */
  readonly wrapper?: 'bubblewrap' | 'landlock';
  /** Where a program in a sandbox can leave files, as absolute paths. */
  readonly writable?: readonly string[];
  /** The file that says which calls to the kernel are refused there. */
  readonly callFilter?: string;
  /** How the program is started there, where that is not left to what makes the sandbox. */
  readonly start?: InsideStart;
  /** Looks after what the program must not touch, while it runs and when it has ended. */
  readonly guard?: ProgramGuard;
}

/** Several programs that one line joins. Which of them really run, and with which words, is known when it runs. */
export interface PlannedLine {
  /** As it was sent. */
  readonly text: string;
  /** All that it may start, in its order, as far as it is known; files that it opens by itself are `<`, `>` and `>>`. */
  readonly parts: readonly ProgramPlan[];
}

/** What a starter inside of a sandbox is told. */
export interface InsideStart {
  /** The starter itself, where it has to be put there. */
  readonly starter: string | undefined;
  readonly text: Uint8Array;
  /** Where only the gate can write. */
  readonly directory: string;
  /** What is started. */
  readonly plan: ProgramPlan;
  /** The paths that the starter looks at before that, in its order. */
  readonly checked: readonly string[];
}

/** Never throws. */
export interface ProgramGuard {
  /** `wrapper` makes the sandbox. Calls `onBroken` at most once, with why the program has to be ended. */
  watch(wrapper: number, onBroken: (error: GateError) => void): () => void;
  /** Asked once, when everything in the sandbox has ended: why the answer must be that it failed. */
  conclude(): GateError | undefined;
  /** Whether something of what the sandbox was to be made of is another one by now, or gone. */
  hasChanged(): boolean;
}

/** The place of a program in a list of them. */
export interface PlannedStep {
  /** As the author counts, from 1: some steps only change the directory. */
  readonly number: number;
  readonly of: number;
  /** Whether what it prints to stdout is part of the answer. */
  readonly shown: boolean;
  /** Whether a later step is given what it prints to stdout. */
  readonly isRead: boolean;
  /** Whether the next one runs although this one failed. */
  readonly mayFail: boolean;
  /**
   * The program after it, as far as it is known before anything has run: with the name of an output in place of it.
   * `undefined` is the last.
   */
  readonly next: ProgramPlan | undefined;
}

/** One call of a program: what is started, as plain data, and what only its source can say about it. */
export interface PlannedCall {
  readonly plan: ProgramPlan;
  /** What a result means to whoever asked, where the definition says so; `undefined` is the usual answer. */
  readonly interpret?: ((result: ProgramResult) => Interpretation | undefined) | undefined;
  /** What is told beside the usual result, looked up after the end: it never throws. */
  readonly finish?: ((result: ProgramResult) => Promise<Readonly<Record<string, unknown>>>) | undefined;
  /** What the next program really is, now that this one has printed this, without the line breaks at its end. */
  readonly goOn?: ((printed: string) => PlannedCall | GateError) | undefined;
  /** It was asked for as something that goes on after its answer. */
  readonly background?: boolean;
  /** What whoever asked should know about the request. */
  readonly warnings?: readonly Warning[];
  /** Says what a line starts, one by one, and never rejects for what its programs do. */
  readonly conduct?: ((hands: LineHands, judge: LineJudge) => Promise<LineEnd>) | undefined;
}

/** All programs that it may start, as they are foreseen: those of a line, or the plan and those that come after it. */
export function stepsOf(plan: ProgramPlan): readonly ProgramPlan[] {
  if (plan.line) return plan.line.parts;
  const steps = [plan];
  for (let next = plan.step?.next; next; next = next.step?.next) steps.push(next);
  return steps;
}

/** What the definition makes of an exit: data for the caller, in place of the usual result. */
export interface Interpretation {
  /** Whether this exit is what the command is for, such as the 1 of a search that found nothing. */
  readonly success: boolean;
  readonly data: unknown;
}

/** What is shown of one stream. */
export interface StreamText {
  /** The whole text, or its head and tail with a line between them that says what is left out. */
  readonly text: string;
  readonly totalBytes: number;
  readonly omittedBytes: number;
  /** False when some bytes were no text in the declared encoding and are shown as replacement characters. */
  readonly valid: boolean;
}

/** How a program ended. A stream that was not captured is `undefined`. */
export interface ProgramResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly stdout: StreamText | undefined;
  readonly stderr: StreamText | undefined;
}

/**
 * `queued`, `starting` and `running` come in this order; of the others exactly one comes last. `lost` is what became of
 * a run whose gate died.
 */
export const runStates = [
  'queued',
  'starting',
  'running',
  'completed',
  'failed',
  'canceled',
  'timed_out',
  'lost',
  // A client was told what the gate thinks of it, and runs it itself or not.
  'handed_over',
] as const;

export type RunState = (typeof runStates)[number];

/** Of a run that goes on. All others are ends. */
export const statesOnTheWay: readonly RunState[] = ['queued', 'starting', 'running'];

/** In a hint, what stands before the end of what a failed program printed. */
export const printedLast = 'Last output: ';
