// What bin/cmdgate.js starts: cmdgate's own command line over the workspace that a configuration describes.
import { findConfiguration } from '../../configuration/find-configuration.js';
import { createGate, type Gate } from '../../gateway/gate.js';
import { packageVersion } from '../../version.js';
import { endWith } from './end-with.js';
import { invocationOf } from './invocation.js';
import { processIo } from './process-io.js';
import { type Program, runProgram, type Workspace } from './program.js';

const description = 'The one gate through which AI agents run commands';

export async function main(words: readonly string[]): Promise<void> {
  const io = processIo(words, 'cmdgate');
  const program: Program = {
    name: 'cmdgate',
    version: packageVersion,
    description,
    invocation: invocationOf('cmdgate', io.directory),
    direct: false,
    open: openConfigured,
  };
  await endWith(runProgram(program, words, io));
}

async function openConfigured(config: string | undefined, directory: string): Promise<Workspace> {
  const file = config ?? findConfiguration(directory);
  const nothing = () => ({ gate: emptyGate(directory), callers: [], http: undefined, configFile: undefined });
  if (file === undefined) return nothing();
  // Reading a configuration and loading commands takes more code than all the rest: only where there is one.
  const { openConfiguredWorkspace } = await import('./configured-workspace.js');
  return (await openConfiguredWorkspace(file, directory)) ?? nothing();
}

function emptyGate(workspace: string): Gate {
  return createGate({
    name: 'cmdgate',
    version: packageVersion,
    description: `${description}. No configuration was found: write cmdgate.config.json, or name one with --config.`,
    commands: { commands: [], groups: [] },
    workspace,
  });
}
