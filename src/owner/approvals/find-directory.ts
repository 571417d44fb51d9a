import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { chooseConfiguration } from '../../configuration/find-configuration.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { readConfiguration } from '../../configuration/read-configuration.js';
import { ownDirectory } from '../../ledger/own-directory.js';

interface Written {
  readonly workspace?: unknown;
  readonly approvals?: { readonly directory?: unknown } | null;
}

/**
 * Where the gates of this configuration keep approvals. The rest of the file is not looked at: who answers has other
 * variables than the gate, and no need of its tokens.
 */
export async function findDirectory(config: string | false | undefined, directory: string): Promise<string> {
  const file = chooseConfiguration(config, directory);
  if (file === undefined) return ownDirectory(realpathSync(directory));
  const { value } = await readConfiguration(file);
  const { workspace = '.', approvals } = (value ?? {}) as Written;
  const chosen = approvals?.directory;
  if (typeof chosen === 'string') return resolve(dirname(file), chosen);
  if (value !== undefined && chosen === undefined && typeof workspace === 'string') {
    return ownDirectory(realpathSync(resolve(dirname(file), workspace)));
  }
  // It throws, and says all that is wrong with the file.
  const configuration = await loadConfiguration({ file, directory });
  return ownDirectory(configuration?.workspace ?? realpathSync(directory));
}
