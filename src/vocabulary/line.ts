// A line of several programs while it runs: whoever read it says what is to be started next, and whoever runs it does so.

import type { GateError } from './gate-error.js';
import type { ProgramPlan } from './program.js';

/** What a program reads from or prints to, where the line runs. The first three are those of the line itself. */
export type Stream = number;

export type LineFileMode = 'read' | 'write' | 'append';

/** How one program ended; why it could not be started, by the name that the system has for it; or why it may not run. */
export type PartEnd = { readonly status: number } | { readonly failure: string } | { readonly error: GateError };

export interface StartedPart {
  readonly plan: ProgramPlan;
  /** By their descriptors; `undefined` is closed. */
  readonly streams: ReadonlyMap<number, Stream | undefined>;
  /** What differs from the environment of the line; `undefined` is taken away. */
  readonly changes: Readonly<Record<string, string | undefined>>;
}

/** Works where the programs of a line run. Rejects when that is gone. */
export interface LineHands {
  /** Nothing more can be done there. */
  readonly isGone: boolean;
  pipe(): readonly [read: Stream, write: Stream];
  /** What is printed there becomes text. */
  capture(): { readonly stream: Stream; readonly text: Promise<string | 'too much'> };
  /** A path that is real: no link is followed. Resolves to why not, by the name that the system has for it. */
  open(path: string, mode: LineFileMode): Promise<{ readonly stream: Stream } | { readonly failure: string }>;
  /** A text that can be read there. */
  hold(text: string): Stream;
  /** Up to the end of a line and no further; `isWhole` is false at the end of what there is. */
  readLine(stream: Stream): Promise<{ readonly line: string; readonly isWhole: boolean }>;
  print(stream: Stream, text: string): void;
  close(stream: Stream): void;
  /** Resolves when it has ended. */
  start(part: StartedPart): Promise<PartEnd>;
}

/** The judge of a line that runs: nothing starts without it. */
export interface LineJudge {
  /** `foreseen` is what was judged in its place before the line began. */
  mayStart(foreseen: readonly ProgramPlan[], plan: ProgramPlan): GateError | undefined;
}

/** How a line ended: by its last program, or because the gate did not let it go on. */
export type LineEnd = { readonly exitCode: number } | { readonly error: GateError; readonly plan: ProgramPlan };
