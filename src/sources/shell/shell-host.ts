// What the owner gives the command `shell` to work with.

import type { ProgramHost } from '../../planning/machine.js';
import type { Elsewhere } from './line/elsewhere.js';

/** A text, or something secret that is used and never shown. */
export type ShellVariable = string | { reveal(): string };

/** A program that is itself an assistant: what it says is an answer of its own. */
export interface AiProfile {
  /** The stream that carries what it says. */
  readonly answer: 'stdout' | 'stderr';
}

export interface ShellHost extends ProgramHost {
  /** Variables of the gate that programs get, by name or by their beginning and a star. */
  readonly pass: readonly string[];
  /** Variables that programs get with these values. */
  readonly set: Readonly<Record<string, ShellVariable>>;
  /** How long a program may run when the call does not say. */
  readonly timeoutMs: number;
  /** The longest time that a call may ask for. */
  readonly maxTimeoutMs: number;
  /** Whether patterns such as `*.ts` are expanded to the files they match. */
  readonly globs: boolean;
  /** By the name of the program. */
  readonly aiCommands: Readonly<Record<string, AiProfile>>;
  /** Where a bash of somebody else runs what is judged here. */
  readonly elsewhere?: Elsewhere | undefined;
}

/** What holds unless the owner says otherwise. */
export const usualShell = {
  pass: [],
  set: {},
  timeoutMs: 600_000,
  maxTimeoutMs: 1_800_000,
  globs: true,
  aiCommands: { codex: { answer: 'stdout' }, gemini: { answer: 'stdout' }, copilot: { answer: 'stdout' } },
} as const satisfies Partial<ShellHost>;

/** When a door that cannot wait for ever is told how far a run is: clients give up after a minute as a rule. */
export const defaultYieldMs = 30_000;
