// What people let programs reach beyond what the configuration lists: for a session, or for always. Each is for one
// program and one caller: nobody else has anything by it.

import type { NetworkRule } from '../../policy/rules/network-rules.js';
import type { WantedHosts } from '../../vocabulary/approval.js';
import type { Session } from '../../vocabulary/request.js';
import type { Run } from '../run/run.js';
import { canonical } from './wanted-network.js';

interface SessionGrant {
  readonly caller: string;
  readonly program: string;
  readonly hosts: readonly string[];
}

/** What stands in the file of "always" answers now. */
type ReadRules = (run: Run) => readonly NetworkRule[];

export class NetworkGrants {
  readonly #readRules: ReadRules;
  readonly #ofSessions = new WeakMap<Session, SessionGrant[]>();

  constructor(readRules: ReadRules = () => []) {
    this.#readRules = readRules;
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
    const all = [...ofSession, ...this.#readRules(run)];
    const own = all.filter((one) => one.caller === run.caller.name && one.program === program);
    return canonical(own.flatMap(({ hosts }) => hosts));
  }
}
