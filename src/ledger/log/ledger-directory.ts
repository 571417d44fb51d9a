// Where everything of a ledger's log lies. Only this user may write there, and no link leads out of it.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isGateId } from '../../machine/claims/lease.js';
import { hideFromGit } from '../../machine/files/hide-from-git.js';
import { namesIfThere } from '../../machine/files/names-in.js';
import { isTrustedDirectory, makeTrustedDirectory } from '../../machine/files/trusted-directory.js';

const kept = 'The ledger';

export class LedgerDirectory {
  readonly path: string;
  /** One directory for each chain, with its segments. */
  readonly gates: string;
  /** The head of each chain: apart from it, so that cutting off its newest entries shows. */
  readonly heads: string;
  /** One file for each chain, whose name tells who writes the chain. */
  readonly leases: string;

  constructor(path: string) {
    this.path = path;
    this.gates = join(path, 'gates');
    this.heads = join(path, 'heads');
    this.leases = join(path, 'leases');
  }

  chain(gate: string): string {
    return join(this.gates, gate);
  }

  segment(gate: string, number: number): string {
    return join(this.gates, gate, `${String(number).padStart(6, '0')}.jsonl`);
  }

  head(gate: string): string {
    return join(this.heads, `${gate}.json`);
  }

  /** Throws a GateError when it is in other hands, or when a link leads to it: then it is another ledger. */
  isThere(): boolean {
    for (const path of this.#above) isTrustedDirectory(path, kept);
    if (!isTrustedDirectory(this.path, kept)) return false;
    // One that somebody has removed makes the ledger broken, not empty.
    for (const path of [this.gates, this.heads, this.leases]) isTrustedDirectory(path, kept);
    return true;
  }

  make(): void {
    const ledger = dirname(this.path);
    // An instance has its part two levels below.
    const own = [ledger, dirname(dirname(ledger))].find((directory) => basename(directory) === '.cmdgate');
    if (own !== undefined) {
      makeTrustedDirectory(own, kept);
      hideFromGit(own);
    }
    for (const path of [this.path, this.gates, this.heads, this.leases]) makeTrustedDirectory(path, kept);
  }

  /** The ledger, and what it is the instance of. */
  get #above(): readonly string[] {
    const ledger = dirname(this.path);
    const instances = dirname(ledger);
    return basename(instances) === 'instances' ? [dirname(instances), instances, ledger] : [ledger];
  }

  makeChain(gate: string): void {
    makeTrustedDirectory(this.chain(gate), kept);
  }

  /** Throws a GateError when the chain is in other hands. */
  hasChain(gate: string): boolean {
    return isTrustedDirectory(this.chain(gate), kept);
  }

  listChains(): readonly string[] {
    return namesIfThere(this.gates).filter(isGateId).sort();
  }

  listHeads(): readonly string[] {
    const names = namesIfThere(this.heads).filter((name) => name.endsWith('.json'));
    return names
      .map((name) => basename(name, '.json'))
      .filter(isGateId)
      .sort();
  }

  /** In their order. */
  listSegments(gate: string): readonly number[] {
    const names = namesIfThere(this.chain(gate)).filter((name) => /^\d{6,15}\.jsonl$/.test(name));
    return names.map((name) => Number.parseInt(name, 10)).sort((left, right) => left - right);
  }

  /** The first segment that is there, from the given one on. */
  findSegment(gate: string, from: number): number | undefined {
    let found = this.listSegments(gate).find((number) => number >= from);
    if (found === undefined) return undefined;
    // A list can miss what is made while it is read. Segments are made in their order.
    while (found > from && existsSync(this.segment(gate, found - 1))) found--;
    return found;
  }
}
