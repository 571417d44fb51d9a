// The numbers of a report, and what in it has to be looked at.

import type { Harmless } from './entry.js';
import type { AttackOutcome, Finding, HarmlessOutcome, Report } from './run-corpus.js';

type Counts<Outcome extends string> = Readonly<Partial<Record<Outcome, number>>>;

export interface Summary {
  readonly attacks: { readonly attempted: number; readonly counts: Counts<AttackOutcome> };
  readonly attackGroups: Readonly<Record<string, Counts<AttackOutcome>>>;
  readonly harmless: { readonly attempted: number; readonly counts: Counts<HarmlessOutcome> };
  readonly letThrough: readonly string[];
  readonly harmlessDenied: readonly string[];
  readonly harmlessBroken: readonly string[];
  /** Asked, where the policy as shipped should not ask. */
  readonly harmlessAskedBeyond: readonly string[];
  /** Not asked, where the policy as shipped should ask. */
  readonly harmlessNotAsked: readonly string[];
}

export function summarize({ attacks, harmless }: Report, requests: readonly Harmless[]): Summary {
  const asks = new Set(requests.filter(({ expect }) => expect === 'ask').map(({ id }) => id));
  return {
    attacks: { attempted: attacks.length, counts: count(attacks) },
    attackGroups: Object.fromEntries(
      [...new Set(attacks.map(({ group }) => group))].map((group) => [
        group,
        count(attacks.filter((finding) => finding.group === group)),
      ]),
    ),
    harmless: { attempted: harmless.length, counts: count(harmless) },
    letThrough: ids(attacks, 'let-through'),
    harmlessDenied: ids(harmless, 'denied'),
    harmlessBroken: ids(harmless, 'broken'),
    harmlessAskedBeyond: ids(harmless, 'asked').filter((id) => !asks.has(id)),
    harmlessNotAsked: ids(harmless, 'run').filter((id) => asks.has(id)),
  };
}

function count<Outcome extends string>(findings: readonly Finding<Outcome>[]): Counts<Outcome> {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of findings) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function ids<Outcome>(findings: readonly Finding<Outcome>[], wanted: Outcome): string[] {
  return findings
    .filter(({ outcome }) => outcome === wanted)
    .map(({ id }) => id)
    .toSorted();
}
