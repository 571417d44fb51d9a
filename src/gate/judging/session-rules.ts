// What people allowed for as long as a session is there. The session itself is what counts, so that no other one has
// anything by it. Where approvals are kept in files, the rules stand there as well: they can be listed, and one that was
// taken out there holds no longer.

import { createHash } from 'node:crypto';
import type { ApprovalStore, KeptRule } from '../../ledger/approvals/approval-store.js';
import { nameHolder, newHolder } from '../../machine/claims/holder.js';
import type { Session } from '../../vocabulary/request.js';
import type { Run } from '../run/run.js';

/** Nobody says yes that often: the oldest ones ask again. */
const mostOfSession = 200;

export class SessionRules {
  readonly #store: ApprovalStore | undefined;
  readonly #given = new WeakMap<Session, readonly KeptRule[]>();
  #gate: string | undefined;

  constructor(store: ApprovalStore | undefined) {
    this.#store = store;
  }

  async allow(session: Session, rules: readonly KeptRule[]): Promise<void> {
    for (const rule of rules) await this.#give(session, rule);
  }

  /** Those that hold now. */
  rulesOf({ session }: Run): readonly KeptRule[] {
    const given = this.#given.get(session);
    if (!given || !this.#store) return given ?? [];
    const kept = new Set(this.#store.readSession().map(({ id }) => id));
    return given.filter(({ id }) => kept.has(id));
  }

  /** Written first: what cannot be revoked is not given. */
  async #give(session: Session, rule: KeptRule): Promise<void> {
    this.#gate ??= nameHolder(newHolder());
    const name = createHash('sha256')
      .update(JSON.stringify([this.#gate, session.id, rule.id]))
      .digest('hex');
    const own = { ...rule, id: `session-${name.slice(0, 12)}`, reason: 'A person approved this for the session.' };
    await this.#store?.addSession({ ...own, session: session.id, gate: this.#gate });
    const others = (this.#given.get(session) ?? []).filter(({ id }) => id !== own.id);
    this.#given.set(session, [...others, own].slice(-mostOfSession));
  }
}
