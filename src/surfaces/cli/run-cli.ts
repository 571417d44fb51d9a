import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { peekPresentation } from '../../command-line/standard-options.js';
import type { ApprovalOptions } from '../../gate/approving/approvals.js';
import { createGate, type Gate } from '../../gate/gate.js';
import type { GateOptions } from '../../gate/gate-options.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { openGivenSandbox, type SandboxOption } from '../../gate/opening/open-given-sandbox.js';
import { type LedgerSettings, ledgerDirectoryOf, rememberAnywhere } from '../../gate/opening/remember-in.js';
import { ofInstance, usualStateDirectory } from '../../ledger/own-directory.js';
import type { Choice } from '../../owner/choice.js';
import type { Program, Workspace } from '../../owner/executable.js';
import { checkOptions, type OptionNames } from '../../shape/check-options.js';
import { isObject } from '../../shape/kind-of.js';
import type { CommandDefinitions } from '../../sources/typescript/definition.js';
import { loadLazy, type Wanted } from '../../sources/typescript/load-lazy.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { Inferred, TypedDefinitions } from '../../sources/typescript/typed-definition.js';
import { prefixOf } from '../../terminal/own-variables.js';
import { writeAnswer } from '../../terminal/write-answer.js';
import type { CommandSet } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor } from '../../vocabulary/outcome.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { variablesRead } from '../../vocabulary/variables.js';
import { type CliContext, checkContexts, chooseContext } from './contexts.js';
import { endWith } from './end-with.js';
import { invocationOf } from './invocation.js';
import { isHandlerProcess, isolateOwn } from './isolate-own.js';
import { processIo } from './process-io.js';
import { runWords } from './run-words.js';
import { wantedBy } from './wanted-by.js';

export interface RunCliOptions<C = CommandDefinitions>
  extends Pick<
    GateOptions,
    'version' | 'description' | 'title' | 'website' | 'icons' | 'tools' | 'logs' | 'allow' | 'deny' | 'limits'
  > {
  /** The name of the program, as it is typed. */
  readonly name: string;
  /** The commands, or a function that loads them: what their modules print is then kept out of stdout. */
  readonly commands: Inferred<C, TypedDefinitions<C> | LoadCommands>;
  /** The words after the program's name; those of this process unless given. */
  readonly words?: readonly string[];
  /** The trusted directory; the current one unless given. */
  readonly workspace?: string;
  /** A file that every answer is appended to, one JSON object per line. Without it, and without a ledger, nothing is recorded. */
  readonly audit?: { readonly file: string };
  /** Where everything is recorded, so that `runs` covers all past runs. By default nothing is recorded. */
  readonly ledger?: LedgerSettings;
  /** What `--context NAME` puts in place of the options here. */
  readonly contexts?: Readonly<Record<string, CliContext>>;
  /** Whether commands must declare danger, exit codes and scopes, and report their effect. */
  readonly strict?: boolean;
  /**
   * What keeps the programs of handlers inside the workspace; `off` by default, because people expect a
   * command line to do what they could do themselves.
   */
  readonly sandbox?: SandboxOption;
  /**
   * Asks a person before a destructive command runs, whatever options the caller gave. Without it, `--yes` or
   * `--confirm-destructive` is enough, and at a terminal the caller is asked. With `strict`, only
   * `--confirm-destructive` is.
   */
  readonly approve?: AskPerson;
}

const known: OptionNames<RunCliOptions> = {
  ...{ name: true, commands: true, words: true, version: true, description: true, allow: true, deny: true },
  ...{ limits: true, workspace: true, audit: true, ledger: true, contexts: true, strict: true, sandbox: true },
  ...{ approve: true, title: true, website: true, icons: true, tools: true, logs: true },
};

/** As in `() => import('./commands.js')`. */
export type LoadCommands = () => Promise<CommandDefinitions | { readonly default: CommandDefinitions }>;

/** The options with the commands that they stand for. */
export type LoadedOptions = Omit<RunCliOptions, 'commands'> & { readonly commands: CommandDefinitions };

/** Runs the user's own command line over these commands, then ends the process with its exit code. */
export async function runCli<const C>(options: RunCliOptions<C>): Promise<never>;
export async function runCli(given: RunCliOptions): Promise<never> {
  const mistake = findMistake(given);
  if (mistake) return await endWith(refuseToStart(mistake));
  if (isHandlerProcess()) return await serveOwnHandlers(given);
  const { name, words = process.argv.slice(2) } = given;
  const io = processIo(words, name);
  const loaded = await loadCommands(given, wantedBy(words));
  const program: Program = {
    name,
    version: given.version ?? '0.0.0',
    description: given.description ?? `The commands of ${name}`,
    invocation: invocationOf(name, io.directory),
    direct: true,
    hasOwn: (word) => hasCommand(given.commands, loaded, word),
    lookAt: () => lookAt(loaded()),
    open: async (choice) => await openProgram(loaded(), choice),
    findStore: async (choice) => (await import('./find-own-store.js')).findOwnStore(given, choice),
    listSettings: async (choice, asked) => (await import('./list-options.js')).listOptions(loaded(), choice, asked),
  };
  return await endWith(runWords(program, words, io));
}

/** What was started to hold handlers ends with whoever started it. */
async function serveOwnHandlers(given: RunCliOptions): Promise<never> {
  const { serveHandlers } = await import('../../gate/isolation/inside/serve-handlers.js');
  serveHandlers(async () => readOwn((await loadCommands(given, 'all'))()));
  return await new Promise<never>(() => undefined);
}

/** An author's mistake in the options: whoever calls the program gets an answer about it, and not our source. */
function findMistake(given: RunCliOptions): Error | undefined {
  try {
    if (!isObject(given)) throw new TypeError("runCli takes an object: runCli({ name: 'tool', commands: {} }).");
    const { name, commands, words } = given;
    if (typeof name !== 'string' || name === '') throw new TypeError('runCli needs the name of the program: name.');
    if (typeof commands !== 'function' && !isObject(commands))
      throw new TypeError('runCli needs commands: an object of definitions, or a function that loads one.');
    if (words !== undefined && !(Array.isArray(words) && words.every((word) => typeof word === 'string')))
      throw new TypeError('words must be an array of strings.');
    checkOptions('runCli', given, known);
    checkContexts(given);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

async function refuseToStart(mistake: Error): Promise<number> {
  const name = basename(process.argv[1] ?? 'program');
  const io = processIo([], name);
  const outcome = failedAtTheDoor(loadingProblem(mistake), name);
  const run = { ...outcome.run, presentation: peekPresentation(process.argv.slice(2)) };
  return await writeAnswer({ ...outcome, run }, { version: '0.0.0', directory: io.directory }, io);
}

/** Gives what throws where they could not be loaded: whoever needs them says so in an answer. */
async function loadCommands({ commands, ...options }: RunCliOptions, wanted: Wanted): Promise<() => LoadedOptions> {
  try {
    const found = typeof commands === 'function' ? await commands() : commands;
    // Of a module that exports nothing by name.
    const isDefault = typeof commands === 'function' && 'default' in found && Object.keys(found).length === 1;
    const all = (isDefault ? found.default : found) as CommandDefinitions;
    // What may be seen of a group is known when its commands are.
    const isOpen = options.allow === undefined && options.deny === undefined && options.contexts === undefined;
    const loaded = { ...options, commands: await loadLazy(all, isOpen ? wanted : 'all') };
    return () => loaded;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function openProgram(options: LoadedOptions, choice: Choice): Promise<Workspace> {
  const { settings, refusal } = chooseContext(options, choice.context);
  const chosen = { ...options, ...settings };
  const workspace = openWorkspace(settings.workspace);
  const gate = createGate({
    ...ofGate(chosen),
    ...(await isolateOwn(readOwn(chosen), chosen.limits)),
    workspace,
    ...rememberAnywhere(workspace, settings, choice.instance),
    ...openSandbox(workspace, chosen),
    owns: 'process',
    approvals: { askOwner: chosen.approve, ...(choice.serves && (await keepApprovals(chosen, choice.instance))) },
    confirmation: 'option',
    variables: variablesRead(prefixOf(chosen.name)),
    readsSettings: choice.config !== false,
  });
  const projectRoot = settings.workspace === undefined ? undefined : workspace;
  return { gate, callers: [], http: undefined, configFile: undefined, refusal, projectRoot };
}

/** Beside the ledger, where another terminal finds them. No policy reads the rules that "always" would write. */
async function keepApprovals(options: LoadedOptions, instance: string | undefined): Promise<ApprovalOptions> {
  const { name } = options;
  const chosen = ledgerDirectoryOf(options, usualStateDirectory());
  if (chosen === undefined) return { byHand: name };
  const directory = ofInstance(chosen, instance);
  const { openFileApprovalStore } = await import('../../ledger/approvals/file-approval-store.js');
  const advice = `A person can approve it with '${name} approvals' in another terminal`;
  return { store: openFileApprovalStore({ directory }), keepsRules: false, advice };
}

/** Throws a GateError where the directory is not there: it may be gone since the shell went into it. */
function openWorkspace(given: string | undefined): string {
  try {
    return realpathSync(given ?? process.cwd());
  } catch {
    const [what, hint] =
      given === undefined
        ? ['The current directory', 'Change to an existing directory and run the command again']
        : [`The workspace ${JSON.stringify(given)}`, 'Create the directory, or name another one'];
    throw new GateError('DIRECTORY_NOT_FOUND', `${what} does not exist or is not accessible`, { hint });
  }
}

/** By its name or an alias. What cannot be loaded is told by whoever needs it. */
function hasCommand(given: RunCliOptions['commands'], loaded: () => LoadedOptions, word: string): boolean {
  try {
    const commands = typeof given === 'function' ? loaded().commands : given;
    const entries = Array.isArray(commands)
      ? commands.map((one) => [one?.name, one] as const)
      : Object.entries(commands);
    return entries.some(([name, one]) => name === word || one?.aliases?.includes(word) === true);
  } catch {
    return false;
  }
}

/** Of a gate that is never used: nothing is opened, and nothing remembered. */
function lookAt(options: LoadedOptions): Gate {
  return createGate({ ...ofGate(options), commands: readOwn(options), workspace: process.cwd() });
}

/** This program can be started again, and then it has the same commands. */
function readOwn({ commands, strict }: LoadedOptions): CommandSet {
  return readDefinitions(commands, { strict, canIsolate: true });
}

function ofGate(options: LoadedOptions) {
  const { name, version, description, title, website, icons, tools, logs, allow, deny, limits } = options;
  return {
    name,
    ...{ title, website, icons, tools, logs },
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    ...(allow !== undefined && { allow }),
    ...(deny !== undefined && { deny }),
    ...(limits !== undefined && { limits }),
  };
}

function openSandbox(workspace: string, { sandbox = 'off', ...kept }: LoadedOptions) {
  if (sandbox === 'off') return {};
  return openGivenSandbox(sandbox, workspace, kept);
}
