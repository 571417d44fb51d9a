// What people let programs reach beyond what the configuration lists: for a session, or for always. Each is for one
// program and one caller: nobody else has anything by it.

import { type NetworkRule, networkRule } from '../../policy/rules/network-rules.js';
import type { AlwaysRule, WantedHosts } from '../../vocabulary/approval.js';
import type { Run } from '../run/run.js';
import { canonical } from './wanted-network.js';

/** What people agreed to that holds now: for always, and for the session of the run. */
type ReadRules = (run: Run) => readonly NetworkRule[];

/** Keeps rules for as long as the session of a run is there. */
type AllowForSession = (run: Run, rules: readonly AlwaysRule['rule'][]) => Promise<void>;

export class NetworkGrants {
  readonly #readRules: ReadRules;
  readonly #allow: AllowForSession | undefined;

  constructor(readRules: ReadRules = () => [], allow?: AllowForSession) {
    this.#readRules = readRules;
    this.#allow = allow;
  }

  /** A person said yes for as long as this session is there. */
  async give(run: Run, wanted: readonly WantedHosts[]): Promise<void> {
    const rules = wanted.map(({ program, hosts }) => networkRule(program, hosts, run.caller.name).rule);
    await this.#allow?.(run, rules);
  }

  /** What this program may reach because a person said so. */
  hostsFor(run: Run, program: string): readonly string[] {
    const own = this.#readRules(run).filter((one) => one.caller === run.caller.name && one.program === program);
    return canonical(own.flatMap(({ hosts }) => hosts));
  }
}
