// Runs the history against another policy: what would have been decided otherwise, and by which rule.

import type { AlwaysRules } from '../../policy/rules/always-rules.js';
import type { Policy } from '../../policy/rules/policy.js';
import { type Decision, decisions } from '../../vocabulary/decision.js';
import type { PastRequest } from './past-requests.js';
import { type Counted, Tally } from './tally.js';

export interface ChangeKind {
  readonly was: Decision;
  readonly now: Decision;
  readonly kind: 'stricter' | 'looser';
  readonly command: string;
  readonly caller: string;
  /** What decides now; null is the default of the policy. */
  readonly rule: string | null;
  /** Whether it had to be looked at with the files of today: what was understood then was not recorded. */
  readonly by_todays_files: boolean;
}

export interface UntoldKind {
  readonly why: 'redacted' | 'not recorded' | 'of another format';
  readonly command: string;
  readonly caller: string;
}

export interface Replay {
  readonly policy_version: string;
  readonly requests: number;
  readonly same: number;
  readonly stricter: number;
  readonly looser: number;
  /** Those of which nobody can tell. */
  readonly untold: number;
  /** When the first and the last of them came; null where there are none. */
  readonly first: string | null;
  readonly last: string | null;
  readonly changes: readonly (ChangeKind & Counted)[];
  readonly untold_requests: readonly (UntoldKind & Counted)[];
  /** How many are of so many kinds that no row tells of them. */
  readonly left_out: number;
}

/** "Always" answers hold whatever the policy is: they turn `ask` into `allow`. */
export async function replayPolicy(
  requests: AsyncIterable<PastRequest>,
  policy: Policy,
  always: AlwaysRules | undefined,
): Promise<Replay> {
  const changes = new Tally<ChangeKind>();
  const untold = new Tally<UntoldKind>();
  const count = { requests: 0, same: 0, stricter: 0, looser: 0 };
  let [first, last]: [string | null, string | null] = [null, null];
  for await (const request of requests) {
    const { at, command, caller, decision: was, subject: recorded } = request;
    count.requests++;
    if (first === null || at < first) first = at;
    if (last === null || at > last) last = at;
    if (typeof recorded === 'string') untold.add({ why: recorded, command, caller }, request);
    else if (recorded.redacted) untold.add({ why: 'redacted', command, caller }, request);
    else {
      const { decision: now, rules } = policy.judge(recorded.subject, always);
      const kind = compare(was, now);
      count[kind]++;
      if (kind === 'same') continue;
      const rule = rules[0]?.id ?? null;
      changes.add({ was, now, kind, command, caller, rule, by_todays_files: recorded.usesToday() }, request);
    }
  }
  return {
    policy_version: policy.version,
    ...count,
    untold: untold.times,
    first,
    last,
    changes: changes.rows(),
    untold_requests: untold.rows(),
    left_out: changes.uncounted + untold.uncounted,
  };
}

function compare(was: Decision, now: Decision): 'same' | 'stricter' | 'looser' {
  const difference = decisions.indexOf(now) - decisions.indexOf(was);
  return difference === 0 ? 'same' : difference > 0 ? 'stricter' : 'looser';
}
