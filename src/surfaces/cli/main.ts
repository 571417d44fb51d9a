// What bin/cmdgate.js starts: cmdgate's own command line over the workspace that a configuration describes.
import { createGate } from '../../gateway/gate.js';
import { packageVersion } from '../../version.js';
import { processIo } from './process-io.js';
import { type Program, runProgram, type Workspace } from './program.js';

const description = 'The one gate through which AI agents run commands';

export async function main(words: readonly string[], invocation: readonly string[]): Promise<void> {
  const program: Program = {
    name: 'cmdgate',
    version: packageVersion,
    description,
    invocation,
    direct: false,
    open: openConfigured,
  };
  const exitCode = await runProgram(program, words, processIo(words));
  // Whatever a handler left open must not keep the process: the answer is out.
  process.exit(exitCode);
}

async function openConfigured(config: string | undefined, directory: string): Promise<Workspace> {
  const { loadConfiguration } = await import('../../configuration/load-configuration.js');
  const configuration = await loadConfiguration({ ...(config !== undefined && { file: config }), directory });
  if (!configuration) {
    const gate = createGate({
      name: 'cmdgate',
      version: packageVersion,
      description: `${description}. No configuration was found: write cmdgate.config.json, or name one with --config.`,
      commands: { commands: [], groups: [] },
      workspace: directory,
    });
    return { gate, callers: [], http: undefined };
  }
  const { openConfiguredGate } = await import('../../gateway/open-workspace.js');
  const { callers, http } = configuration;
  return { gate: await openConfiguredGate(configuration), callers, http };
}
