// What people approved, in the words in which a rule can speak about it.

import { relative } from 'node:path';
import { pathWithin } from '../../machine/paths/is-inside.js';
import { directoryOf } from '../../policy/rules/directory-of.js';
import { JudgedCall, type JudgedStep } from '../../policy/rules/judged-call.js';
import { isShell, type PolicySubject, type ProgramFacts, type RequestFacts } from '../../policy/rules/rule.js';
import type { Effect } from '../../policy/understanding/program.js';
import type { DangerLevel } from '../../vocabulary/command.js';
import type { PastRequest } from './past-requests.js';

/** One call, however often it was approved. */
export interface ApprovedCall {
  readonly command: string;
  readonly danger: DangerLevel;
  readonly caller: string;
  readonly sandboxed: boolean;
  readonly program: ApprovedProgram | undefined;
  /** One of the requests. */
  readonly subject: PolicySubject;
  readonly approvals: Approvals;
}

/** The program that a call comes down to. */
export interface ApprovedProgram {
  /** As a rule names it. */
  readonly pattern: string;
  /** As it is called. */
  readonly name: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** What it does, where all of it is understood. */
  readonly effects: readonly Effect[] | undefined;
  readonly runsCode: boolean;
  /** Whether it is a file of the workspace. */
  readonly isOwn: boolean;
}

export interface Approvals {
  readonly times: number;
  /** The channels, such as `terminal`. */
  readonly by: readonly string[];
  readonly first: string;
  readonly last: string;
}

export class ApprovedCalls {
  readonly #calls = new Map<string, ApprovedCall>();

  /** What no rule can or should be written for is left out. */
  add({ at, answer }: PastRequest, subject: PolicySubject): void {
    const program = subject.program && describeProgram(subject.program, subject);
    if (subject.followedBy || program === 'no rule' || (!program && isShell(subject.command))) return;
    const { danger, caller, sandboxed } = subject;
    const call = { command: subject.command.join(' '), danger, caller, sandboxed, program };
    const key = JSON.stringify(call);
    const known = this.#calls.get(key);
    const one = { times: 1, by: [answer?.by ?? 'unknown'], first: at, last: at };
    const approvals = known ? addApprovals(known.approvals, one) : one;
    this.#calls.set(key, { ...call, subject: known?.subject ?? subject, approvals });
  }

  list(): readonly ApprovedCall[] {
    return [...this.#calls.values()];
  }
}

export function addApprovals(left: Approvals, right: Approvals): Approvals {
  const [first = ''] = [left.first, right.first].sort();
  const [, last = ''] = [left.last, right.last].sort();
  return { times: left.times + right.times, by: [...new Set([...left.by, ...right.by])].sort(), first, last };
}

/** They run any code, so a rule for them says nothing. */
const shells = new Set(
  (
    'sh bash rbash dash ash zsh ksh ksh93 mksh yash posh fish nu elvish xonsh csh tcsh pwsh powershell ' +
    'busybox toybox'
  ).split(' '),
);

function describeProgram(facts: ProgramFacts, request: RequestFacts): ApprovedProgram | 'no rule' {
  const call = new JudgedCall(facts, request);
  const step = call.understanding.steps.at(-1);
  const { inner } = call;
  // What reads text that nobody kept, or hides the program that runs, was approved as a whole and not as a kind.
  if (!step || inner?.file === undefined || facts.stdin) return 'no rule';
  if (call.has('inline-code') || call.has('privilege') || call.steps.some(isShellProgram)) return 'no rule';
  const { file, args, isOwn } = inner;
  const pattern = isOwn ? `./${relative(facts.workspace, file)}` : installedName(step.name, inner);
  const directory = directoryOf(facts);
  // In a rule, a `*` stands for any text.
  if ([pattern, directory, ...args].some((word) => word.includes('*'))) return 'no rule';
  const { understood, effects, evidence } = call.understanding;
  const isSure = understood && !evidence.some(({ effect }) => effect === 'outside');
  return {
    pattern,
    name: isOwn ? nameFrom(facts.directory, file) : pattern,
    args,
    directory,
    effects: isSure ? [...effects].sort() : undefined,
    runsCode: effects.has('runs-code'),
    isOwn,
  };
}

function isShellProgram({ possibleNames, known }: JudgedStep): boolean {
  return [...possibleNames, known].some((name) => name !== undefined && shells.has(name));
}

/** The name by which it is sure to be found again. */
function installedName(called: string, { names, known, file }: JudgedStep): string {
  return names.includes(called) ? called : (known ?? file ?? called);
}

function nameFrom(directory: string, file: string): string {
  const way = pathWithin(file, directory);
  return way === undefined ? relative(directory, file) : `./${way}`;
}
