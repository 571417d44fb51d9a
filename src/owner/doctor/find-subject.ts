import { realpathSync } from 'node:fs';
import type { Configuration } from '../../configuration/configuration.js';
import { chooseConfiguration } from '../../configuration/find-configuration.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import type { Subject } from '../../gate/doctor/subject.js';
import { ownDirectory } from '../../ledger/own-directory.js';
import { findExposures } from '../../machine/files/exposure.js';
import type { Io } from '../../terminal/io.js';
import type { Choice } from '../choice.js';
import { findLedger, placesOf } from '../find-ledger.js';

/** Never rejects: whatever is wrong is what is to be told. */
export async function findSubject(choice: Choice, { directory, environment }: Io): Promise<Subject> {
  const { instance } = choice;
  const found = attempt(() => chooseConfiguration(choice.config, directory));
  const file = found.value;
  const exposures = file === undefined ? [] : (attempt(() => findExposures(file)).value ?? []);
  const mayLoad = file !== undefined && exposures.every(({ kind }) => kind !== 'written');
  const loaded = mayLoad
    ? await attemptLater(() =>
        loadConfiguration({ file, directory, environment, instance, found: choice.config === undefined }),
      )
    : {};
  const configuration = loaded.value;
  const workspace = configuration?.workspace ?? realpathSync(directory);
  const places = mayLoad ? await attemptLater(() => findLedger({ ...choice, config: file }, directory)) : {};
  const {
    directory: ledger,
    witness,
    earlierWitness,
    keyFile,
  } = places.value ?? placesOf(workspace, undefined, instance);
  return {
    file,
    configuration,
    problem: found.problem ?? loaded.problem,
    exposures,
    workspace: places.value?.workspace ?? workspace,
    ledger: chosenLedger(configuration) ?? ledger,
    approvals: configuration?.approvals.directory ?? ownDirectory(workspace),
    witness,
    earlierWitness,
    keyFile,
    environment,
    now: Date.now(),
  };
}

function chosenLedger(configuration: Configuration | undefined): string | undefined {
  return configuration?.ledger ? configuration.ledger.directory : undefined;
}

interface Attempt<Value> {
  readonly value?: Value | undefined;
  readonly problem?: Error;
}

function attempt<Value>(work: () => Value): Attempt<Value> {
  try {
    return { value: work() };
  } catch (error) {
    return { problem: error as Error };
  }
}

async function attemptLater<Value>(work: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { problem: error as Error };
  }
}
