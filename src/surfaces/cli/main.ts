// What bin/cmdgate.js starts: cmdgate's own command line over the workspace that a configuration describes.
import { dirname } from 'node:path';
import { ConfigurationError } from '../../configuration/configuration-error.js';
import { nearestConfigurations } from '../../configuration/nearest-configurations.js';
import { createGate, type Gate } from '../../gate/gate.js';
import type { Choice } from '../../owner/choice.js';
import type { Program, Workspace } from '../../owner/executable.js';
import type { Setting } from '../../owner/setting.js';
import type { Io } from '../../terminal/io.js';
import { packageVersion } from '../../version.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { variablesRead } from '../../vocabulary/variables.js';
import { endWith } from './end-with.js';
import { invocationOf } from './invocation.js';
import { processIo } from './process-io.js';
import { runWords } from './run-words.js';

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
    listSettings,
  };
  await endWith(runWords(program, words, io));
}

async function openConfigured(choice: Choice, io: Io): Promise<Workspace> {
  try {
    return await openChosen(choice, io);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { offerTrust } = await import('../../owner/trust/offer-trust.js');
    if (await offerTrust(error, io)) return await openConfigured(choice, io);
    throw error;
  }
}

async function openChosen(choice: Choice, { directory }: Io): Promise<Workspace> {
  const isThere = choice.config ?? nearestConfigurations(directory).length > 0;
  const refusal = choice.context === undefined ? undefined : noContexts();
  // Reading a configuration and loading commands takes more code than all the rest: only where there is one.
  const found =
    isThere === false
      ? undefined
      : await (await import('./configured-workspace.js')).openConfiguredWorkspace(choice, directory);
  if (found) return { ...found, refusal };
  const gate = emptyGate(directory, choice.config === false);
  return { gate, callers: [], http: undefined, configFile: undefined, refusal };
}

async function listSettings(choice: Choice, { directory }: Io): Promise<readonly Setting[]> {
  const [{ listConfigured }, { chooseConfiguration }] = await Promise.all([
    import('../../configuration/list-configured.js'),
    import('../../configuration/find-configuration.js'),
  ]);
  const file = chooseConfiguration(choice.config, directory);
  const here = file === undefined ? directory : dirname(file);
  return (await listConfigured(file)).map((setting) =>
    setting.key === 'workspace' && setting.source === 'default' ? { ...setting, value: here } : setting,
  );
}

function noContexts(): GateError {
  return new GateError('VALIDATION_ERROR', 'Invalid argument: --context (cmdgate has no contexts)', {
    hint: 'Use --config to choose a configuration',
  });
}

function emptyGate(workspace: string, isWanted: boolean): Gate {
  const why = isWanted
    ? 'No configuration is used (--no-config), so only the built-in commands are available.'
    : "No configuration was found. Create one with 'cmdgate init', or name one with --config.";
  return createGate({
    name: 'cmdgate',
    version: packageVersion,
    description: `${description}. ${why}`,
    commands: { commands: [], groups: [] },
    workspace,
    variables: variablesRead('CMDGATE'),
  });
}
