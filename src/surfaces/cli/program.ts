// A command line over a gate: cmdgate's own, and any that is made with runCli.
import { quoteWords } from '../../command-line/quote.js';
import { redactText } from '../../command-line/redact.js';
import { peekPresentation } from '../../command-line/standard-options.js';
import type { Configuration, ConfiguredCaller } from '../../configuration/configuration.js';
import type { Gate } from '../../gateway/gate.js';
import { localCaller } from '../../gateway/session.js';
import { leadingOptions } from '../../registry/leading-options.js';
import { shownCommand } from '../../renderings/shown-command.js';
import { colors } from '../../renderings/text/colors.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor } from '../../vocabulary/outcome.js';
import type { Caller } from '../../vocabulary/request.js';
import type { Store } from './audit/store.js';
import { type Choice, chosenFor, readChoice } from './choice.js';
import { describeOwnCommand, describeProgram, tellVersion } from './describe-program.js';
import { type Io, isForPerson } from './io.js';
import { loadingProblem } from './loading-problem.js';
import { ownCommands } from './own-commands.js';
import { readOwnOptions } from './own-options.js';
import { findInstanceProblem } from './own-variables.js';
import { runLine } from './run-line.js';
import type { Setting } from './setting.js';
import { writeAnswer } from './write-answer.js';

/** A gate, and what the doors have to know beside it. */
export interface Workspace {
  readonly gate: Gate;
  readonly callers: readonly ConfiguredCaller[];
  readonly http: Configuration['http'] | undefined;
  /** The configuration it came from, where there is one. */
  readonly configFile: string | undefined;
  /** The directory of the project, where one is declared. */
  readonly projectRoot?: string | undefined;
  /** Why it is not the one that was chosen. */
  readonly refusal?: GateError | undefined;
}

export interface Program {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** How it is started from a shell, for lines that can be pasted. */
  readonly invocation: readonly string[];
  /** Whether its commands are its own words; otherwise they follow the word `run`. */
  readonly direct: boolean;
  /** What its own commands are; nothing is opened for it. Throws where they are defined wrongly. */
  describeCommands?(): Record<string, unknown>;
  open(choice: Choice, io: Io): Promise<Workspace>;
  /** Where a user's own executable records; cmdgate looks into its configuration. */
  findStore?(choice: Choice): Promise<Store>;
  /** What is in force, and where each of it comes from. */
  listSettings(choice: Choice, io: Io): Promise<readonly Setting[]>;
}

/** One use of a program. */
export interface Invocation {
  readonly program: Program;
  readonly workspace: Workspace;
  readonly caller: Caller;
  readonly choice: Choice;
  readonly io: Io;
}

type Opened = Pick<Invocation, 'workspace' | 'choice'>;

/** The gate's own commands need no word before them. */
const ofTheGate = new Set(['help', 'schema', 'version', 'manifest', 'check-permissions', 'runs', 'shell', 'policy']);
/** What looks at everybody's requests, or changes the policy, is for the owner: agents are not offered it. */
const policyOfOwner = new Set(['suggest', 'replay']);
/** Where `--help` means the program's own command; after `run` it means the command that is run. */
const withHelp = new Set([
  'serve',
  'exec',
  'repl',
  'handles',
  'utcp',
  'approvals',
  'audit',
  'trust',
  'doctor',
  'conformance',
  'contract',
  'mcp-validate',
  'generate-skills',
]);
/** Another word for the same. */
const aliases: Readonly<Record<string, string>> = { 'audit-log': 'audit' };

/** Runs one command line and resolves to the exit code. */
export async function runProgram(program: Program, words: readonly string[], io: Io): Promise<number> {
  // A user's own executable has no configuration file: there these options are the commands' own.
  const own = program.direct ? { config: undefined, caller: undefined, rest: words } : readOwnOptions(words);
  if (own instanceof GateError) return await refuse(own);
  const choice = readChoice(own.rest, own.config, io);
  const wrong = findInstanceProblem(io) ?? findConflict(own.config, choice);
  if (wrong) return await refuse(wrong);
  const { config } = choice;
  const { rest } = own;
  // The gate's own options may stand before the program's word, as they may before a command's.
  const leading = leadingOptions(rest);
  const first = rest[leading];
  const word = first !== undefined && Object.hasOwn(aliases, first) ? aliases[first] : first;
  const after = [...rest.slice(0, leading), ...rest.slice(leading + 1)];
  const withoutVersion = rest.filter((one) => one !== '--version');
  const onlyOptions = leadingOptions(withoutVersion) === withoutVersion.length;
  if (onlyOptions && rest.includes('--help')) return await describeProgram(program, rest, io);
  if (onlyOptions && rest.includes('--show-config')) {
    return await (await import('./show-config.js')).showConfig(program, { choice, words: rest, io });
  }
  if (word === undefined) return await describeProgram(program, rest, io);
  if (onlyOptions && rest.includes('--version')) return await tellVersion(program, rest, io);
  const ownCommand = withHelp.has(word) && asksFor('--help', after) ? ownCommands().get(word) : undefined;
  if (ownCommand) return await describeOwnCommand(program, ownCommand, rest, io);
  if (word === 'serve') return await open(async (use) => (await import('./serve.js')).serve(use, after));
  if (word === 'exec' && asksFor('--schema', after)) return await run(rest);
  if (word === 'exec') return await open(async (use) => (await import('./exec.js')).exec(use, after));
  if (word === 'repl') return await open(async (use) => (await import('./repl.js')).repl(use, after));
  if (word === 'handles' && !program.direct)
    return await (await import('./handles.js')).handles(after, { program, config, io });
  if (word === 'utcp' && !program.direct)
    return await (await import('./utcp/utcp.js')).utcp(after, { program, config, io });
  if (word === 'approvals')
    return await (await import('./approvals/approvals.js')).approvals(after, { program, config, io });
  if (word === 'policy' && !program.direct && policyOfOwner.has(after[leadingOptions(after)] ?? ''))
    return await (await import('./policy/policy.js')).policy(after, { program, choice, io });
  if (word === 'audit') return await (await import('./audit/audit.js')).audit(after, { program, choice, io });
  if (word === 'trust' && !program.direct)
    return await (await import('./trust/trust.js')).trust(after, { program, choice, io });
  if (word === 'doctor') return await (await import('./doctor/doctor.js')).doctor(after, { program, choice, io });
  if (word === 'conformance') return await (await import('./conformance.js')).conformance(after, program, io);
  if (word === 'contract' && !program.direct) return await (await import('./contract.js')).contract(after, program, io);
  if (word === 'generate-skills') {
    return await open(async (use) => (await import('./skills/generate-skills.js')).generateSkills(use, after));
  }
  if (word === 'mcp-validate') {
    return await open(async (use) => (await import('./mcp-validate.js')).mcpValidate(use, after));
  }
  if (word === 'run') return after.length > 0 ? await run(after) : await describeProgram(program, rest, io);
  if (program.direct || ofTheGate.has(word)) return await run(rest);
  return await refuse(notOurs(program, rest.slice(leading)));

  function run(line: readonly string[]): Promise<number> {
    return open((use) => runLine(use, line), line);
  }

  async function open(use: (invocation: Invocation) => Promise<number>, line?: readonly string[]): Promise<number> {
    let opened: Opened;
    try {
      const meant = word === 'serve' ? { ...choice, serves: true } : choice;
      opened = line ? await openFor(line) : { choice, workspace: await program.open(meant, io) };
    } catch (error) {
      const problem = loadingProblem(error);
      if (word === 'serve' && !isForPerson(io)) await tellClient(problem, io);
      return await refuse(problem);
    }
    const { workspace } = opened;
    const { gate } = workspace;
    try {
      if (workspace.refusal) return await refuse(workspace.refusal);
      const caller = findCaller(workspace, own instanceof GateError ? undefined : own.caller);
      if (caller instanceof GateError) return await refuse(caller);
      for (const warning of gate.warnings) io.stderr.write(`warning: ${warning}\n`);
      return await use({ program, ...opened, caller, io });
    } finally {
      await gate.close();
    }
  }

  /** Opening makes nothing: it can be done again where the command turns out to have such options itself. */
  async function openFor(line: readonly string[]): Promise<Opened> {
    const workspace = await program.open(choice, io);
    const meant = chosenFor(workspace.gate.registry, line, choice, io);
    if (meant === choice) return { choice, workspace };
    await workspace.gate.close();
    return { choice: meant, workspace: await program.open(meant, io) };
  }

  function refuse(error: GateError): Promise<number> {
    const outcome = failedAtTheDoor(error, redactText(quoteWords(words)));
    const run = { ...outcome.run, presentation: peekPresentation(words) };
    return writeAnswer({ ...outcome, run }, { version: program.version, directory: io.directory }, io);
  }
}

/** A client of MCP reads nothing on stdout but the protocol. What stands on stderr it keeps for the person. */
async function tellClient(error: GateError, io: Io): Promise<void> {
  const { formatError } = await import('../../renderings/text/format-error.js');
  io.stderr.write(`${formatError(error, colors(false)).join('\n')}\n`);
}

/** What follows `--` is no option of ours. */
function asksFor(option: string, words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end === -1 ? words : words.slice(0, end)).includes(option);
}

function findConflict(config: string | undefined, choice: Choice): GateError | undefined {
  if (config === undefined || choice.config !== false) return undefined;
  return new GateError('VALIDATION_ERROR', 'Invalid argument: --config and --no-config exclude each other', {
    hint: 'Give one of them',
  });
}

function findCaller({ callers }: Workspace, name: string | undefined): Caller | GateError {
  if (name === undefined) return localCaller;
  const found = callers.find(({ caller }) => caller.name === name)?.caller;
  if (found) return found;
  const names = callers.map(({ caller }) => caller.name).join(', ');
  return new GateError('VALIDATION_ERROR', `Invalid argument: --caller (no caller is called ${JSON.stringify(name)})`, {
    hint: names ? `Use one of ${names}` : 'The configuration names no callers; add them under "callers"',
  });
}

function notOurs(program: Program, words: readonly string[]): GateError {
  const line = shownCommand(redactText(quoteWords([...program.invocation, 'run', ...words])));
  return new GateError('COMMAND_NOT_FOUND', `Command '${shownCommand(redactText(words[0] ?? ''))}' not found`, {
    hint: `Commands of the workspace follow the word run. Run '${program.name} --help' for what ${program.name} itself can do`,
    examples: [line, `${program.name} help`],
  });
}
