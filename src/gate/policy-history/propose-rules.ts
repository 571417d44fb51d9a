// The rules that cover what people approved, and nothing that was ever denied.

import { JudgedCall } from '../../policy/rules/judged-call.js';
import type { PolicySubject } from '../../policy/rules/rule.js';
import type { ApprovedCall } from './approved-calls.js';
import { type Draft, draftRules, groupBy, narrowDraft } from './draft-rules.js';
import { type Candidate, writeRule } from './write-rule.js';

export function proposeRules(calls: readonly ApprovedCall[], denied: readonly PolicySubject[]): readonly Candidate[] {
  const alike = groupBy(calls, ({ command, danger, caller, sandboxed, program }) =>
    JSON.stringify([command, danger, caller, sandboxed, program?.pattern, program?.directory]),
  );
  const drafts = [...alike.values()].flatMap(draftRules).flatMap((draft) => narrowUntilRight(draft, denied));
  return mergeDrafts(drafts)
    .flatMap((draft) => writeRule(draft) ?? [])
    .sort((left, right) => right.approvals.times - left.approvals.times || (left.rule.id < right.rule.id ? -1 : 1));
}

function narrowUntilRight(draft: Draft, denied: readonly PolicySubject[]): readonly Draft[] {
  const candidate = writeRule(draft);
  const isRight =
    candidate?.calls.every(({ subject }) => matchesSubject(candidate, subject)) &&
    !denied.some((subject) => matchesSubject(candidate, subject));
  return isRight ? [draft] : narrowDraft(draft).flatMap((narrower) => narrowUntilRight(narrower, denied));
}

export function matchesSubject({ compiled }: Candidate, subject: PolicySubject): boolean {
  return compiled.matches(subject, subject.program && new JudgedCall(subject.program, subject));
}

/** What differs only in who asked, or only in where, is one rule. That covers the same requests as both. */
function mergeDrafts(drafts: readonly Draft[]): readonly Draft[] {
  const callersOf = ({ calls }: Draft) => distinct(calls.map(({ caller }) => caller));
  const directoriesOf = ({ calls }: Draft) => distinct(calls.map(({ program }) => program?.directory));
  return mergeWhere(mergeWhere(drafts, directoriesOf), callersOf);
}

function mergeWhere(drafts: readonly Draft[], agreeIn: (draft: Draft) => unknown): readonly Draft[] {
  const groups = groupBy(drafts, (draft) => {
    const { command, danger, sandboxed, program } = draft.calls[0] ?? {};
    const { arguments: alternatives = [], onlyEffects, unless } = draft;
    const words = alternatives.map((words) => JSON.stringify(words)).sort();
    return JSON.stringify([command, danger, sandboxed, program?.pattern, words, onlyEffects, unless, agreeIn(draft)]);
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, calls: group.flatMap(({ calls }) => calls) }] : [];
  });
}

function distinct(items: readonly (string | undefined)[]): readonly (string | undefined)[] {
  return [...new Set(items)].sort();
}
