// Proposes rules from what people approved, and shows what each of them would have meant for every request since.

import type { AlwaysRules } from '../../policy/rules/always-rules.js';
import { describeRule } from '../../policy/rules/describe-rule.js';
import { Policy } from '../../policy/rules/policy.js';
import type { PolicySubject } from '../../policy/rules/rule.js';
import type { Decision } from '../../vocabulary/decision.js';
import { type Approvals, ApprovedCalls } from './approved-calls.js';
import type { PastRequest } from './past-requests.js';
import { matchesSubject, proposeRules } from './propose-rules.js';
import { type Counted, Tally } from './tally.js';
import type { Candidate, WrittenRule } from './write-rule.js';

export interface MatchedKind {
  readonly command: string;
  readonly caller: string;
  readonly was: Decision;
  /** What a person said to it; null where nobody did. */
  readonly answer: 'approve' | null;
  /** With the rule. */
  readonly now: Decision;
}

export interface Suggestion {
  /** As it would be written. */
  readonly rule: WrittenRule;
  /** In a sentence, what it matches. */
  readonly matches: string;
  readonly approvals: Approvals;
  /** What its owner should think of before saying yes. */
  readonly careful: readonly string[];
  /** How many past requests it would have matched, and for how many of them the decision would be another one. */
  readonly matched: number;
  readonly changed: number;
  readonly requests: readonly (MatchedKind & Counted)[];
  /** How many of the matched are of so many kinds that no row tells of them. */
  readonly left_out: number;
}

export interface Suggestions {
  /** Those of the history that a policy judged. */
  readonly requests: number;
  /** Approvals of what still asks. */
  readonly approvals: number;
  /** Those of them that no suggestion covers. */
  readonly uncovered: number;
  readonly suggestions: readonly Suggestion[];
}

export interface SuggestOptions {
  /** Reads the history from its beginning, as often as it is called. */
  readonly read: () => AsyncIterable<PastRequest>;
  /** As it stands today. */
  readonly policy: Policy;
  readonly always: AlwaysRules | undefined;
}

export async function suggestRules(options: SuggestOptions): Promise<Suggestions> {
  const { calls, denied, requests, approvals } = await collectAnswers(options);
  const first = await tryRules(proposeRules(calls, denied), options);
  const vetoes = first.flatMap(({ veto }) => veto ?? []);
  const tried = vetoes.length === 0 ? first : await tryRules(proposeRules(calls, [...denied, ...vetoes]), options);
  const suggestions = tried.filter(({ veto }) => !veto).map(toSuggestion);
  const covered = suggestions.reduce((sum, { approvals: { times } }) => sum + times, 0);
  return { requests, approvals, uncovered: approvals - covered, suggestions };
}

/** What people said. Of what nobody was asked about nothing is kept. */
async function collectAnswers({ read, policy, always }: SuggestOptions) {
  const calls = new ApprovedCalls();
  const denied: PolicySubject[] = [];
  let [requests, approvals] = [0, 0];
  for await (const request of read()) {
    requests++;
    const { answer, subject: recorded } = request;
    if (!answer || typeof recorded === 'string') continue;
    const { subject, redacted } = recorded;
    if (answer.answer === 'deny') denied.push(subject);
    else if (!redacted && policy.judge(subject, always).decision === 'ask') {
      approvals++;
      calls.add(request, subject);
    }
  }
  return { calls: calls.list(), denied, requests, approvals };
}

interface Tried {
  readonly candidate: Candidate;
  readonly tally: Tally<MatchedKind>;
  changed: number;
  /** What it would have matched, and was denied. */
  veto: PolicySubject | undefined;
}

async function tryRules(
  candidates: readonly Candidate[],
  { read, policy, always }: SuggestOptions,
): Promise<readonly Tried[]> {
  const tried = candidates.map((candidate) => ({
    candidate,
    policy: new Policy([...policy.rules, candidate.rule], policy.defaultDecision),
    tally: new Tally<MatchedKind>(),
    changed: 0,
    veto: undefined as PolicySubject | undefined,
  }));
  if (tried.length === 0) return tried;
  for await (const request of read()) {
    const { command, caller, decision: was, byRule, answer, subject: recorded } = request;
    if (typeof recorded === 'string') continue;
    const { subject, redacted } = recorded;
    for (const one of tried) {
      if (!matchesSubject(one.candidate, subject)) continue;
      const { decision: now } = one.policy.judge(subject, always);
      if ((was === 'deny' && byRule) || now === 'deny' || answer?.answer === 'deny') one.veto ??= subject;
      // What it was cannot be told exactly, so it is not shown as if it could.
      if (redacted) continue;
      if (was !== now) one.changed++;
      const approved = answer?.answer === 'approve' ? answer.answer : null;
      one.tally.add({ command, caller, was, answer: approved, now }, request);
    }
  }
  return tried;
}

function toSuggestion({ candidate, tally, changed }: Tried): Suggestion {
  const { written, rule, approvals } = candidate;
  return {
    rule: written,
    matches: describeRule(rule),
    approvals,
    careful: whatToThinkOf(candidate),
    matched: tally.times,
    changed,
    requests: tally.rows(),
    left_out: tally.uncounted,
  };
}

function whatToThinkOf({ calls, rule }: Candidate): readonly string[] {
  const programs = calls.flatMap(({ program }) => program ?? []);
  const careful: string[] = [];
  if (programs.length === 0) careful.push('It allows the command with any arguments.');
  if (programs.some(({ isOwn }) => isOwn)) {
    careful.push('The program is a file in the workspace: anyone who can write there can make it do anything.');
  } else if (programs.some(({ runsCode }) => runsCode)) {
    careful.push('It runs code that the gate cannot see into, and that may change later.');
  }
  if (rule.conditions.onlyEffects) careful.push('It also allows arguments that nobody has approved yet.');
  return careful;
}
