// What the policy says to a run. Where no policy is given, what the owner defined runs, unless it is destructive.

import type { KeptRule } from '../../ledger/approvals/approval-store.js';
import type { NetworkRule } from '../../policy/rules/network-rules.js';
import type { PolicySubject } from '../../policy/rules/rule.js';
import type { NetworkNeed } from '../../policy/understanding/network/find-needs.js';
import type { Understanding } from '../../policy/understanding/understand.js';
import type { Decision, Judgement } from '../../vocabulary/decision.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import type { ReadyRun, Run } from '../run/run.js';

/** One example of a rule, and what came of it. */
export interface RuleExample {
  readonly rule: string;
  readonly example: string;
  readonly kind: 'match' | 'not_match';
  readonly passed: boolean;
  /** Why not, where it did not. */
  readonly why?: string;
  /** What the whole policy decides: another rule may be stricter. */
  readonly decision?: Decision;
}

export interface AboutQuestion {
  /** What the program was given. */
  readonly paths: readonly string[];
  /** The files of the programs that it would start. */
  readonly programs: readonly string[];
  /** Those of the paths that it would change, or run: where one is a directory, what lies in it counts. */
  readonly changed?: readonly string[];
  /** What of it asks, and so what can be agreed to for longer; of a line, only the programs that no rule covers. */
  readonly asking?: PolicySubject | undefined;
}

/** `named`: it creates or changes files in a way that is known, and removes none. */
export type FileChanges = 'nothing' | 'named' | 'anything';

export interface Judge {
  /** Everything about the run is known, and what it would start is planned. */
  judge(run: ReadyRun): Judgement;
  /** One program of a list, when it is known what the ones before it printed. */
  judgeStep(run: ReadyRun, plan: ProgramPlan, network?: 'off'): Judgement;
  /** Whether what is started has to be judged again right before. */
  looksAtProgram(run: ReadyRun): boolean;
  /** Whether every path that was found in what it starts leads where it led when it was judged. */
  leadsWhereItLed(run: ReadyRun): boolean;
  /** What else a person should know who is asked. */
  aboutQuestion(run: ReadyRun): AboutQuestion;
  /** What a program of the run would do. */
  understand?(run: ReadyRun, plan: ProgramPlan): Understanding;
  /** The hosts that a program of the run cannot do without. */
  findNeeds?(run: ReadyRun, plan: ProgramPlan): readonly NetworkNeed[];
  /** The hosts that a program of the run fetches from, where it is known to do nothing else with the network. */
  findSources?(run: ReadyRun, plan: ProgramPlan): readonly string[] | undefined;
  /** Whether a program of the run is known to talk to others, and not known only to fetch. */
  maySend?(run: ReadyRun, plan: ProgramPlan): boolean;
  /** What people let programs reach for always. */
  networkRules?(run: Run): readonly NetworkRule[];
  /** A program of the run was let start, and does so now. */
  startsProgram?(run: ReadyRun, plan: ProgramPlan): void;
  /** Programs of the run are running from now on, until `ends`. */
  begins?(run: Run): void;
  ends?(run: Run): void;
  /** A person allows this for as long as the session of the run is there. */
  allowForSession?(run: Run, rules: readonly KeptRule[]): Promise<void>;
  /** What it would say if the programs reached no other machine at all, or those of a list. */
  judgeHeld?(run: ReadyRun, network?: 'off' | 'listed'): Judgement;
  /** What its programs may do to the files of the workspace; without this, anything. */
  changesFiles?(run: ReadyRun): FileChanges;
  /** What the policy looked at, as data, so that another policy can be asked about it later. */
  recordedSubject?(run: ReadyRun): unknown;
  /** Every example of every rule, tried. */
  tryExamples(): readonly RuleExample[];
}

export const allowed: Judgement = {
  decision: 'allow',
  reason: 'Commands that the owner defined may run.',
  rules: [],
  instead: undefined,
  evidence: [],
  policyVersion: 'standard',
};

function asked({ path }: ReadyRun): Judgement {
  return {
    ...allowed,
    decision: 'ask',
    // In the words of the policy out of the box, which says the same.
    reason: `No rule allows it, and ${path.join(' ')} is destructive.`,
  };
}

export const judgeOfOwnCommands: Judge = {
  judge: (run) => (run.danger === 'destructive' ? asked(run) : allowed),
  judgeStep: () => allowed,
  looksAtProgram: () => false,
  leadsWhereItLed: () => true,
  aboutQuestion: () => ({ paths: [], programs: [] }),
  tryExamples: () => [],
};
