import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findConfiguration } from '../../../configuration/find-configuration.js';
import { loadConfiguration } from '../../../configuration/load-configuration.js';
import { readConfiguration } from '../../../configuration/read-configuration.js';

/**
 * The workspace of the configuration, or the directory itself where there is none. The rest of the file is not looked
 * at: who answers has other variables than the gate, and no need of its tokens.
 */
export async function findWorkspace(config: string | undefined, directory: string): Promise<string> {
  const file = config === undefined ? findConfiguration(directory) : resolve(directory, config);
  if (file === undefined) return realpathSync(directory);
  const { value } = await readConfiguration(file);
  const { workspace = '.' } = (value ?? {}) as { readonly workspace?: unknown };
  if (value !== undefined && typeof workspace === 'string') return realpathSync(resolve(dirname(file), workspace));
  // It throws, and says all that is wrong with the file.
  const configuration = await loadConfiguration({ file, directory });
  return configuration?.workspace ?? realpathSync(directory);
}
