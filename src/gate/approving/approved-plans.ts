// A person's yes to a whole plan, while its lines run. It is an object that only this gate has made: nothing that a
// caller could write stands for it.

import type { PlanApproval } from '../../vocabulary/request.js';
import type { GivenApproval } from '../run/run.js';

interface Yes {
  readonly given: GivenApproval;
  /** By fingerprint, how many lines with it have not run yet. */
  readonly left: Map<string, number>;
}

export class ApprovedPlans {
  readonly #yeses = new WeakMap<PlanApproval, Yes>();

  /** The lines by their fingerprints: as often as one stands there, it may run. */
  add(given: GivenApproval, fingerprints: readonly string[]): PlanApproval {
    const left = new Map<string, number>();
    for (const fingerprint of fingerprints) left.set(fingerprint, (left.get(fingerprint) ?? 0) + 1);
    const approval: PlanApproval = { id: given.id };
    this.#yeses.set(approval, { given, left });
    return approval;
  }

  /** What was answered for the whole plan, where this was a part of it. */
  use(approval: PlanApproval | undefined, fingerprint: string): GivenApproval | undefined {
    const yes = approval && this.#yeses.get(approval);
    const left = yes?.left.get(fingerprint) ?? 0;
    if (left === 0) return undefined;
    yes?.left.set(fingerprint, left - 1);
    return yes?.given;
  }

  /** The plan has ended, and so has the yes. */
  end(approval: PlanApproval): void {
    this.#yeses.delete(approval);
  }
}
