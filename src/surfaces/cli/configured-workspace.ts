import { loadConfiguration } from '../../configuration/load-configuration.js';
import { openConfiguredGate } from '../../gate/opening/open-configured-gate.js';
import type { Choice } from '../../owner/choice.js';
import type { Workspace } from '../../owner/executable.js';

/** The workspace that a configuration file describes; `undefined` when there is no such file. */
export async function openConfiguredWorkspace(
  { instance, config, serves }: Choice,
  directory: string,
): Promise<Workspace | undefined> {
  const configuration = await loadConfiguration({ file: config, directory, instance });
  if (!configuration) return undefined;
  const { callers, http, file: configFile, projectRoot } = configuration;
  const place = serves ? 'beside' : 'here';
  const gate = await openConfiguredGate(configuration, 'process', process.env, undefined, place);
  return { gate, callers, http, configFile, projectRoot };
}
