import { loadConfiguration } from '../../configuration/load-configuration.js';
import { openConfiguredGate } from '../../gate/opening/open-configured-gate.js';
import type { Choice } from '../../owner/choice.js';
import type { Workspace } from '../../owner/executable.js';

/** The workspace that a configuration file describes; `undefined` when there is no such file. */
export async function openConfiguredWorkspace(
  { instance, config, serves }: Choice,
  directory: string,
): Promise<Workspace | undefined> {
  const readAt = Date.now();
  const load = (file: typeof config) => loadConfiguration({ file, directory, instance, found: config === undefined });
  const configuration = await load(config);
  if (!configuration) return undefined;
  const { callers, http, file: configFile, projectRoot } = configuration;
  const place = serves ? 'beside' : 'here';
  const opened = await openConfiguredGate(configuration, { owns: 'process', handlers: place });
  return {
    ...{ gate: opened.gate, callers, http, configFile, projectRoot },
    openReloader: async () => {
      const { Reloader } = await import('../../gate/reloading/reloader.js');
      return new Reloader({ opened, configuration, readAt, load: () => load(configFile) });
    },
  };
}
