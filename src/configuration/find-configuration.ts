import { dirname, resolve } from 'node:path';
import { configurationsIn, nearestConfigurations } from './nearest-configurations.js';
import { isTrusted, requireTrust } from './trust/require-trust.js';

export { configurationNames } from './configuration-names.js';

/**
 * What `--config` named, or else the nearest; `false` asks for none. Throws where the nearest one may have been written
 * by an agent.
 */
export function chooseConfiguration(named: string | false | undefined, directory: string): string | undefined {
  if (named === false) return undefined;
  if (named !== undefined) return resolve(directory, named);
  const file = findConfiguration(directory);
  if (file !== undefined) requireTrust(file, 'found');
  return file;
}

/** The nearest upwards. Of several side by side the first counts; but an agent's takes the place of no other one. */
export function findConfiguration(startDirectory: string): string | undefined {
  const found = nearestConfigurations(startDirectory);
  return found.length <= 1 ? found[0] : (found.find(isTrusted) ?? found[0]);
}

/** What is not read because another one counts. */
export function findUnread(file: string): readonly string[] {
  return configurationsIn(dirname(file)).filter((path) => path !== file);
}
