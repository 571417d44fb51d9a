// What people let programs reach beyond what the configuration lists: for a session, or for always. Each is for one
// program and one caller: nobody else has anything by it.

import type { ApprovalStore } from '../../ledger/approvals/approval-store.js';
import { readNetworkRules } from '../../policy/rules/network-rules.js';
import type { WantedHosts } from '../../vocabulary/approval.js';
import type { Session } from '../../vocabulary/request.js';
import type { Run } from '../run/run.js';
import { canonical } from './wanted-network.js';

interface SessionGrant {
  readonly caller: string;
  readonly program: string;
  readonly hosts: readonly string[];
}

export class NetworkGrants {
  readonly #store: Pick<ApprovalStore, 'readAlways'> | undefined;
  readonly #ofSessions = new WeakMap<Session, SessionGrant[]>();

  constructor(store: Pick<ApprovalStore, 'readAlways'> | undefined) {
    this.#store = store;
  }

  /** A person said yes for as long as this session is there. */
  give({ session, caller }: Run, wanted: readonly WantedHosts[]): void {
    const given = this.#ofSessions.get(session) ?? [];
    this.#ofSessions.set(session, given);
    for (const { program, hosts } of wanted) given.push({ caller: caller.name, program, hosts });
  }

  /** What this program may reach because a person said so. */
  hostsFor(run: Run, program: string): readonly string[] {
    const ofSession = this.#ofSessions.get(run.session) ?? [];
    const all = [...ofSession, ...this.#readAlways(run)];
    const own = all.filter((one) => one.caller === run.caller.name && one.program === program);
    return canonical(own.flatMap(({ hosts }) => hosts));
  }

  /** A rule that cannot be read gives nothing; the owner is told. */
  #readAlways(run: Run) {
    return readNetworkRules(this.#store?.readAlways() ?? [], (path, { message, fix }) => {
      const text = `An "always" rule is left out: ${path.join('.')}: ${message} ${fix}`;
      run.emit({ type: 'log', level: 'warn', message: text });
    });
  }
}
