import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { chooseConfiguration } from '../configuration/find-configuration.js';
import { loadConfiguration } from '../configuration/load-configuration.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import { type LedgerPlaces, ledgerPlaces } from '../ledger/ledger-places.js';
import { ofInstance, ownDirectory } from '../ledger/own-directory.js';
import type { Choice } from './choice.js';

export interface FoundLedger extends LedgerPlaces {
  readonly workspace: string;
}

interface Written {
  readonly workspace?: unknown;
  readonly ledger?: { readonly directory?: unknown } | null;
}

/**
 * Where the gates of this configuration keep their ledger. The rest of the file is not looked at: who reads it has other
 * variables than the gate, and no need of its tokens.
 */
export async function findLedger({ config, instance }: Choice, directory: string): Promise<FoundLedger> {
  const file = chooseConfiguration(config, directory);
  if (file === undefined) return placesOf(realpathSync(directory), undefined, instance);
  const { value } = await readConfiguration(file);
  const { workspace = '.', ledger } = (value ?? {}) as Written;
  const chosen = ledger?.directory;
  const isPlain = value !== undefined && typeof workspace === 'string';
  if (isPlain && (chosen === undefined || typeof chosen === 'string')) {
    const real = realpathSync(resolve(dirname(file), workspace));
    return placesOf(real, chosen === undefined ? undefined : resolve(dirname(file), chosen), instance);
  }
  // It throws, and says all that is wrong with the file.
  const configuration = await loadConfiguration({ file, directory });
  return placesOf(configuration?.workspace ?? realpathSync(directory), undefined, instance);
}

export function placesOf(workspace: string, chosen: string | undefined, instance: string | undefined): FoundLedger {
  const directory = ofInstance(chosen ?? ownDirectory(workspace), instance);
  return { ...ledgerPlaces(directory, workspace, instance), workspace };
}
