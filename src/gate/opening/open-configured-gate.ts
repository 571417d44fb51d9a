// A configuration → a gate that is ready to take requests.
import type { Configuration } from '../../configuration/configuration.js';
import type { Environment } from '../../configuration/resolve-secret.js';
import type { LoadedHandles } from '../../sources/command-handle/load-handles.js';
import type { DefinitionProblem } from '../../sources/parameters/definition-report.js';
import { type FoundCommand, findCommands } from '../../sources/typescript/load-modules.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import { packageVersion } from '../../version.js';
import type { Command, CommandSet } from '../../vocabulary/command.js';
import { DefinitionError } from '../../vocabulary/definition-error.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { variablesRead } from '../../vocabulary/variables.js';
import { createGate, type RenewableGate, type Renewal } from '../gate.js';
import type { HandlerHosts } from '../isolation/handler-hosts.js';
import { defaultLimits, type Limits } from '../limits.js';
import type { ConfiguredUtcp } from './load-configured-utcp.js';
import type { ConfiguredPolicyParts } from './open-configured-policy.js';
import { remember } from './remember-configured.js';

/** Where handlers run that do not say so themselves: in this process, or in one beside it. */
export type HandlerPlace = 'here' | 'beside';

export interface GateSetup {
  readonly owns: 'process' | 'runs';
  readonly environment?: Environment;
  readonly askOwner?: AskPerson | undefined;
  /** In this process unless given. */
  readonly handlers?: HandlerPlace;
}

export interface ConfiguredGate {
  readonly gate: RenewableGate;
  /**
   * Has the gate offer and obey what that configuration says. All of it is read first: when something is wrong it
   * rejects, as `openConfiguredGate` does, and nothing has changed. `confirm` is called when everything was read, and
   * may throw. What needs a restart must be the same.
   */
  takeOver(next: Configuration, confirm: () => void): Promise<void>;
}

/**
 * Throws a DefinitionError when a module or a command in it is wrong. A handle or a tool of a manual that is wrong is
 * left out, and the gate's warnings say why.
 */
export async function openConfiguredGate(configuration: Configuration, setup: GateSetup): Promise<ConfiguredGate> {
  const { workspace } = configuration;
  const { owns, askOwner } = setup;
  const { policy, sandbox, ...offer } = await readOffer(configuration, setup);
  const { judge, trust, approvals, policyCommands } = policy;
  const { name } = configuration;
  const gate = createGate({
    ...(name !== undefined && { name }),
    ...offer.renewal,
    workspace,
    limits: toLimits(configuration.limits),
    ...remember(configuration),
    owns,
    sandbox: sandbox?.sandbox,
    sandboxChoices: sandbox?.choices,
    judge,
    trust,
    snapshots: configuration.snapshots === 'off' ? undefined : configuration.snapshots,
    policyCommands,
    approvals: { ...approvals, askOwner },
    variables: variablesRead('CMDGATE'),
  });
  return {
    gate,
    takeOver: async (next, confirm) => {
      const read = await readOffer(next, setup);
      try {
        await read.whenReady;
        gate.renew(read.renewal, () => {
          confirm();
          policy.follow(read.policy);
          if (read.sandbox) sandbox?.sandbox.protect(read.sandbox.protection);
        });
      } catch (error) {
        await read.renewal.hosts?.close();
        throw error;
      }
    },
  };
}

/** What a configuration offers, and whatever decides about it. */
async function readOffer(
  configuration: Configuration,
  { owns, environment = process.env, handlers = 'here' }: GateSetup,
) {
  const policy = await readPolicy(configuration, environment);
  const modules = await readModules(configuration, handlers);
  try {
    return await readRest(configuration, environment, { owns, policy, modules });
  } catch (error) {
    await modules.hosts?.close();
    throw error;
  }
}

interface Read {
  readonly owns: GateSetup['owns'];
  readonly policy: ConfiguredPolicyParts;
  readonly modules: ReadModules;
}

async function readRest(configuration: Configuration, environment: Environment, { owns, policy, modules }: Read) {
  const { version, description, allow, deny } = configuration;
  const handles = await readHandles(configuration, environment, modules.commands);
  const own = [...modules.commands, ...handles.commands];
  const utcp = await readUtcp(configuration, environment, policy.mayUseShell, own);
  const commands = [...own, ...utcp.set.commands];
  const { shell } = policy;
  const sandbox = await openSandbox(configuration, environment, shell ? [...commands, shell] : commands);
  const renewal: Renewal = {
    // Of an executable there is one version, whatever it is configured to do.
    version: owns === 'process' ? packageVersion : (version ?? packageVersion),
    ownVersion: version,
    // A reload may take it away, too.
    ...(description !== undefined && { description }),
    ...configuration.introduction,
    commands: { commands, groups: [...modules.groups, ...utcp.set.groups] },
    allow,
    deny,
    hosts: modules.hosts,
    shell,
    yieldMs: configuration.shell.yieldMs,
    warnings: [
      ...configuration.warnings,
      ...(modules.warnings ?? []),
      ...handles.problems.map((problem) => toWarning(problem, 'handle')),
      ...utcp.problems.map((problem) => toWarning(problem, problem.pointer === '' ? 'manual' : 'tool')),
      ...policy.findIdle(commands),
      ...(sandbox?.idle ?? []),
    ],
  };
  return { renewal, policy, sandbox, whenReady: modules.hosts?.whenReady };
}

interface ReadModules extends CommandSet {
  readonly hosts?: HandlerHosts;
}

async function readModules(configuration: Configuration, handlers: HandlerPlace): Promise<ReadModules> {
  const { commandFiles, strict, untrustedFiles, handlerProcess, limits } = configuration;
  if (commandFiles.length === 0) return { commands: [], groups: [] };
  const found = await findCommands(commandFiles);
  const definitions = Object.fromEntries([...found].map(([name, { definition }]) => [name, definition]));
  const set = nameFiles(found, () => readDefinitions(definitions, { strict, canIsolate: true }));
  const isUntrusted = ({ path }: Command) => untrustedFiles.includes(found.get(path[0])?.file ?? '');
  const hasOwn = (command: Command) => command.isolated === true || isUntrusted(command);
  const sharesOne = handlers === 'beside' && handlerProcess;
  if (!sharesOne && !set.commands.some(hasOwn)) return set;
  const [{ isolateCommands }, { LoadedModules }] = await Promise.all([
    import('../isolation/isolate-commands.js'),
    import('../isolation/loaded-modules.js'),
  ]);
  const loaded = new LoadedModules(commandFiles);
  const {
    handlerProcesses: most = defaultLimits.handlerProcesses,
    handlerMemoryBytes: memoryBytes = defaultLimits.handlerMemoryBytes,
  } = limits;
  const findChange = () => loaded.findChange();
  const launch = { loading: { files: commandFiles, strict }, findChange, memoryBytes, most };
  return isolateCommands(set, launch, { hasOwn, sharesOne });
}

/** What is wrong with a command is corrected in its file. */
function nameFiles<T>(found: ReadonlyMap<string, FoundCommand>, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    throw new DefinitionError(
      error.problems.map((problem) => {
        const file = found.get(problem.where.split(' ', 1)[0] ?? '')?.file;
        return file === undefined ? problem : { ...problem, file };
      }),
    );
  }
}

/** Whether anything may have to be held. */
export function wantsSandbox({ handles, utcp, sandbox: all }: Configuration): boolean {
  const some = [...handles, ...utcp].flatMap(({ sandbox }) => sandbox ?? []);
  return ![all, ...some, ...Object.values(all.commands ?? {})].every(({ mode }) => mode === 'off');
}

/** Loaded unless the owner wants none. */
async function openSandbox(configuration: Configuration, environment: Environment, commands: readonly Command[]) {
  if (!wantsSandbox(configuration)) return undefined;
  const opener = await import('./open-configured-sandbox.js');
  return {
    sandbox: opener.openConfiguredSandbox(configuration, environment),
    choices: opener.openConfiguredChoices(configuration),
    protection: opener.protectionOf(configuration),
    idle: opener.findIdleChoices(configuration, commands),
  };
}

/** What judges, who is asked, and what `shell` may run where the owner lets it. */
async function readPolicy(configuration: Configuration, environment: Environment) {
  const { openConfiguredPolicy } = await import('./open-configured-policy.js');
  return openConfiguredPolicy(configuration, environment);
}

async function readHandles(
  configuration: Configuration,
  environment: Environment,
  taken: readonly Command[],
): Promise<LoadedHandles> {
  if (configuration.handles.length === 0) return { commands: [], problems: [] };
  const { loadConfiguredHandles } = await import('./load-configured-handles.js');
  return loadConfiguredHandles(configuration, environment, taken);
}

async function readUtcp(
  configuration: Configuration,
  environment: Environment,
  mayUseShell: (path: readonly string[]) => boolean,
  taken: readonly Command[],
): Promise<ConfiguredUtcp> {
  if (configuration.utcp.length === 0) return { set: { commands: [], groups: [] }, problems: [] };
  const { loadConfiguredUtcp } = await import('./load-configured-utcp.js');
  return loadConfiguredUtcp(configuration, environment, mayUseShell, taken);
}

function toWarning(
  { file, line, column, pointer, subject, message, fix, severity }: DefinitionProblem,
  what: 'handle' | 'manual' | 'tool',
): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  const left = severity === 'error' ? ` The ${what} is ignored.` : '';
  const where = [place, pointer, subject && `(${subject})`].filter(Boolean).join(' ');
  return `${where}: ${message} ${fix}${left}`;
}

/** A rate that names no number limits nothing. */
function toLimits({ rate, ...limits }: Configuration['limits']): Partial<Limits> {
  return { ...limits, ...(rate?.perMinute !== undefined && { rate: { perMinute: rate.perMinute } }) };
}
