// What doctor looks at in a user's own executable, which has no configuration: its commands, the programs that they
// start, and where it records.

import { type Check, Checks } from '../../gate/doctor/check.js';
import { checkChains } from '../../gate/doctor/check-chains.js';
import { checkClock } from '../../gate/doctor/check-clock.js';
import { checkIndex } from '../../gate/doctor/check-index.js';
import { checkStore } from '../../gate/doctor/check-store.js';
import { checkVersions } from '../../gate/doctor/check-versions.js';
import type { Subject } from '../../gate/doctor/subject.js';
import { whyUnwritable } from '../../machine/files/writable.js';
import type { Io } from '../../terminal/io.js';
import type { Choice } from '../choice.js';
import type { Program } from '../executable.js';
import type { FoundLedger } from '../find-ledger.js';
import type { Store } from '../store.js';
import { examineCommands } from './examine-commands.js';

export async function examineProgram(program: Program, choice: Choice, io: Io): Promise<readonly Check[]> {
  const store = (await program.findStore?.(choice)) ?? { kind: 'nowhere' as const };
  return [
    ...(await examineCommands(program, choice, io)),
    ...(await examineStore(store, io)),
    ...(await checkVersions()),
  ];
}

async function examineStore(store: Store, io: Io): Promise<readonly Check[]> {
  const checks = new Checks('store');
  if (store.kind === 'nowhere') {
    checks.ok('Nothing is recorded: its author has not turned recording on');
    return checks.list;
  }
  const { ledger, copy } = store;
  const why = copy === undefined ? undefined : whyUnwritable(copy, 'file');
  if (why !== undefined) checks.fail(`No command will run: ${why}`, `Give this user write access to ${copy}`);
  else if (copy !== undefined) checks.ok(`Every answer is copied to ${copy}`);
  const subject = toSubject(ledger, io);
  return [
    ...checks.list,
    ...checkStore(subject),
    ...(await checkChains(subject)),
    ...(await checkIndex(subject)),
    ...(await checkClock(subject)),
  ];
}

function toSubject({ directory, ...places }: FoundLedger, { environment }: Io): Subject {
  const { witness, earlierWitness, keyFile, workspace } = places;
  return {
    ...{ file: undefined, configuration: undefined, problem: undefined, exposures: [] },
    ...{ workspace, ledger: directory, approvals: directory, witness, earlierWitness, keyFile },
    ...{ environment, now: Date.now() },
  };
}
