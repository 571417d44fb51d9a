// `cmdgate audit verify --accept <gate>`: the owner knows who wrote a chain that nothing here vouches for.

import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import { LedgerDirectory } from '../../ledger/log/ledger-directory.js';
import { Witness } from '../../ledger/log/witness.js';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import type { FoundLedger } from '../find-ledger.js';

/** Throws a GateError where a name is none of a chain, or where a program that a gate has started says so. */
export function acceptGates({ log, witness, earlierWitness }: FoundLedger, gates: readonly string[]): void {
  if (isStartedByGate()) {
    throw new GateError('PERMISSION_DENIED', 'Only a person can accept the chain of another gate', {
      hint: 'Leave out --accept, and ask the owner of this workspace',
    });
  }
  const known = new Set(new LedgerDirectory(log).listChains());
  const details = gates
    .filter((gate) => !known.has(gate))
    .map((gate): Problem => ({ code: 'INVALID_VALUE', field: '--accept', message: `No gate ${JSON.stringify(gate)}` }));
  if (details.length > 0) {
    throw new GateError('VALIDATION_ERROR', 'Invalid argument: --accept (the ledger has no chain of that name)', {
      hint: "Run 'cmdgate audit verify': each finding names its gate",
      details,
    });
  }
  new Witness(witness, log, earlierWitness).accept(gates);
}
