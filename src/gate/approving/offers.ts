// What a person can agree to for longer than one run: for always, for what is like it, or for the session.

import { alwaysRule, similarRule } from '../../policy/rules/offered-rules.js';
import { type AlwaysRule, rulesOf } from '../../vocabulary/approval.js';
import type { AboutQuestion, Judge } from '../judging/judge.js';
import type { ReadyRun } from '../run/run.js';

export interface Offers {
  /** What a yes for always would write, for exactly this. */
  readonly always: AlwaysRule | undefined;
  /** The same for its programs with their options in their directories, where that is more. */
  readonly similar?: AlwaysRule | undefined;
  /** What a yes for the session would mean, where one can be given. */
  readonly forSession?: SessionOffer | undefined;
}

export interface SessionOffer {
  /** In a sentence. */
  readonly means: string;
  give(): Promise<void>;
}

/** `keepsRules`: what is answered with "always" is there the next time. */
export function offersFor(
  { asking }: Pick<AboutQuestion, 'asking'>,
  run: ReadyRun,
  judge: Judge,
  keepsRules: boolean,
): Offers {
  if (!asking) return { always: undefined };
  const exact = alwaysRule(asking, run.untold);
  const similar = similarRule(asking, run.untold);
  const forSession = sessionOffer(similar ?? exact, run, judge);
  return keepsRules ? { always: exact, similar, forSession } : { always: undefined, forSession };
}

function sessionOffer(wider: AlwaysRule | undefined, run: ReadyRun, judge: Judge): SessionOffer | undefined {
  // A command that was typed is a session of its own.
  if (!wider || !judge.allowForSession || run.request.door === 'cli') return undefined;
  return {
    means: `For the rest of this session: ${wider.matches}`,
    give: async () => await judge.allowForSession?.(run, rulesOf(wider)),
  };
}
