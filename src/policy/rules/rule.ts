// The words of the policy: what is judged, and what a rule says.

import type { DangerLevel } from '../../vocabulary/command.js';
import type { Decision } from '../../vocabulary/decision.js';
import type { Door } from '../../vocabulary/request.js';
import type { NetworkReach } from '../../vocabulary/sandbox.js';
import { type Effect, effects } from '../understanding/program.js';
import type { Understanding } from '../understanding/understand.js';

/** A request, as far as rules can look at it. */
export interface PolicySubject extends RequestFacts {
  /** What would be started, where the command is a program. */
  readonly program: ProgramFacts | undefined;
  /** What would be started after it, one after the other. */
  readonly followedBy?: readonly ProgramFacts[];
}

export interface RequestFacts {
  /** The words of the command: its real names, no aliases. */
  readonly command: readonly string[];
  readonly danger: DangerLevel;
  readonly caller: string;
  readonly door: Door;
  /** Whether the system itself keeps the program inside the workspace. */
  readonly sandboxed: boolean;
  /** What it can reach there. */
  readonly network: NetworkReach;
}

export interface ProgramFacts {
  /** What the program sees as its own name. */
  readonly name: string;
  /** Real paths. */
  readonly file: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly workspace: string;
  /** Whether it is given text to read, which no rule can look at. */
  readonly stdin: boolean;
  /** Whether no rule can name all of it: only a run can tell its words or its directory, or it misses variables. */
  readonly hasUnknown?: boolean;
  /** What the request or its session decides of its environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Asked for only where a rule or a person needs it. */
  readonly understanding: () => Understanding;
}

/** The command that runs any program. What nobody described is allowed only by rules that say which programs. */
export const shellCommand = 'shell';

export function isShell(command: readonly string[]): boolean {
  return command.length === 1 && command[0] === shellCommand;
}

/** What a call can be found to do, beside its effects. */
const doubts = ['outside', 'hooks', 'unknown-program', 'unknown-option', 'unreadable'] as const;

export const findings = [...effects, ...doubts] as const;

export type Finding = (typeof findings)[number];

export const sandboxStates = ['sandboxed', 'unsandboxed'] as const;

/** Exactly one call, with nothing in it read as a pattern. */
export interface ExactCall {
  readonly name: string;
  readonly program: string;
  readonly arguments: readonly string[];
  /** Relative to the workspace; `.` is the workspace itself. */
  readonly directory: string;
  /** What the request decides of its environment: exactly this, or anything where it is not given. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Of the arguments, those that name files below the directory may be any, as long as the call does nothing else. */
  readonly withFiles?: readonly Effect[];
}

/** All of them must hold; in a list, one of the alternatives. */
export interface Conditions {
  readonly command?: readonly string[];
  readonly program?: readonly string[];
  readonly arguments?: readonly (readonly string[])[];
  readonly has?: readonly string[];
  readonly effects?: readonly Finding[];
  readonly onlyEffects?: readonly Effect[];
  readonly noEffects?: readonly Finding[];
  readonly understood?: boolean;
  readonly directory?: readonly string[];
  readonly exactly?: ExactCall;
  readonly danger?: readonly DangerLevel[];
  readonly callers?: readonly string[];
  readonly doors?: readonly Door[];
  readonly when?: (typeof sandboxStates)[number];
  readonly network?: readonly NetworkReach[];
}

const programConditions = [
  'program',
  'arguments',
  'has',
  'effects',
  'onlyEffects',
  'noEffects',
  'understood',
  'directory',
  'exactly',
] as const satisfies readonly (keyof Conditions)[];

export function isAboutProgram(conditions: Conditions): boolean {
  return programConditions.some((key) => conditions[key] !== undefined);
}

/**
 * Whether conditions say which programs they mean. What a call does, or with which arguments, is not enough: that much
 * can be true of any program.
 */
export function namesPrograms(conditions: Conditions): boolean {
  const { program, onlyEffects, understood, exactly } = conditions;
  if (onlyEffects || exactly || understood === true || isAboutHeld(conditions)) return true;
  if (program === undefined) return false;
  return !program.some(isAnyProgram) || conditions.arguments?.every((words) => words.some(isTelling)) === true;
}

/** Whether it is only about what the system holds. Outside of a sandbox every machine can be reached. */
export function isAboutHeld({ when, network }: Conditions): boolean {
  return when === 'sandboxed' || (network !== undefined && !network.includes('open'));
}

function isTelling(pattern: string): boolean {
  return !/^\*+$/.test(pattern);
}

function isAnyProgram(pattern: string): boolean {
  return /^[*/.]*$/.test(pattern);
}

export interface Rule {
  readonly id: string;
  readonly decision: Decision;
  readonly reason: string;
  /** The nearest thing that is allowed. */
  readonly instead: string | undefined;
  readonly conditions: Conditions;
  readonly unless: Conditions | undefined;
  readonly match: readonly Example[];
  readonly notMatch: readonly Example[];
}

/** A line is a program call, or the words of a command, as the rule is about the one or the other. */
export type Example = string | DetailedExample;

/** Where it says nothing, what the rule itself asks for is assumed. */
export interface DetailedExample {
  readonly run?: string | readonly string[];
  readonly command?: string;
  readonly danger?: DangerLevel;
  readonly caller?: string;
  readonly door?: Door;
  readonly directory?: string;
  readonly sandboxed?: boolean;
  readonly network?: NetworkReach;
}
