import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { chooseConfiguration } from '../../configuration/find-configuration.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { readConfiguration } from '../../configuration/read-configuration.js';
import { ownDirectory } from '../../ledger/own-directory.js';

export interface FoundDirectory {
  readonly directory: string;
  /** What it is for. */
  readonly workspace: string | undefined;
  /** Without a configuration, a gate was rarely meant. */
  readonly isConfigured: boolean;
}

interface Written {
  readonly workspace?: unknown;
  readonly approvals?: { readonly directory?: unknown } | null;
}

/**
 * Where the gates of this configuration keep approvals. The rest of the file is not looked at: who answers has other
 * variables than the gate, and no need of its tokens.
 */
export async function findDirectory(config: string | false | undefined, directory: string): Promise<FoundDirectory> {
  const file = chooseConfiguration(config, directory);
  if (file === undefined) {
    const workspace = realpathSync(directory);
    return { directory: ownDirectory(workspace), workspace, isConfigured: false };
  }
  const found = await configured(file, directory);
  return { ...found, isConfigured: true };
}

async function configured(file: string, directory: string): Promise<Omit<FoundDirectory, 'isConfigured'>> {
  const { value } = await readConfiguration(file);
  const { workspace = '.', approvals } = (value ?? {}) as Written;
  const chosen = approvals?.directory;
  if (typeof chosen === 'string') {
    return { directory: resolve(dirname(file), chosen), workspace: dirname(resolve(directory, file)) };
  }
  if (value !== undefined && chosen === undefined && typeof workspace === 'string') {
    const real = realpathSync(resolve(dirname(file), workspace));
    return { directory: ownDirectory(real), workspace: real };
  }
  // It throws, and says all that is wrong with the file.
  const configuration = await loadConfiguration({ file, directory });
  const real = configuration?.workspace ?? realpathSync(directory);
  return { directory: ownDirectory(real), workspace: real };
}
