// The words of a command line → what is done with them: a command of the owner's, or a request to the gate.

import { grammarOf } from '../../command-line/grammar.js';
import { quoteWords } from '../../command-line/quote.js';
import { peekPresentation } from '../../command-line/standard-options.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { localCaller } from '../../gate/session.js';
import { answerInstead } from '../../owner/answer-instead.js';
import { type Choice, chosenFor, readChoice } from '../../owner/choice.js';
import type { Invocation, Program, Workspace } from '../../owner/executable.js';
import { findOwnerCommand } from '../../owner/find-owner-command.js';
import { type OwnerCommand, readOwnerCall, toCommand } from '../../owner/owner-command.js';
import { leadingOptions } from '../../registry/leading-options.js';
import { shownCommand } from '../../renderings/shown-command.js';
import { colors } from '../../renderings/text/colors.js';
import { type Io, isForPerson } from '../../terminal/io.js';
import { findInstanceProblem } from '../../terminal/own-variables.js';
import { ownerText } from '../../terminal/owner-line.js';
import { writeAnswer } from '../../terminal/write-answer.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { redactText } from '../../vocabulary/look-alikes.js';
import { failedAtTheDoor, type Outcome } from '../../vocabulary/outcome.js';
import type { Caller } from '../../vocabulary/request.js';
import { executableCommands } from './executable-commands.js';
import { explainedAlone, lookUp, ownRegistry } from './names-at-door.js';
import { readOwnOptions } from './own-options.js';
import { runLine } from './run-line.js';
import { withLongHelp } from './short-help.js';

/** Of those, what the gate does not read. */
type OwnCommand = Exclude<OwnerCommand, { readonly needs: 'request' }>;

type Opened = Pick<Invocation, 'workspace' | 'choice'>;

/** What goes with the program alone, and with none of its commands. */
function isAlone(word: string): boolean {
  return word === '--version' || word === '-V' || word === '-h' || word === '--all';
}

/** Help is a file of its own: a command that runs does not need it. */
const helping = () => import('./describe-program.js');

/** Runs one command line and resolves to the exit code. */
export async function runWords(program: Program, words: readonly string[], io: Io): Promise<number> {
  // A user's own executable has no configuration file: there these options are the commands' own.
  const own = program.direct ? { config: undefined, caller: undefined, rest: words } : readOwnOptions(words);
  if (own instanceof GateError) return await refuse(own);
  const choice = readChoice(own.rest, own.config, io);
  const wrong = findInstanceProblem(io) ?? findConflict(own.config, choice);
  if (wrong) return await refuse(wrong);
  const { rest } = own;
  const withoutVersion = rest.filter((one) => !isAlone(one));
  const onlyOptions = leadingOptions(withoutVersion) === withoutVersion.length;
  if (onlyOptions && (rest.includes('--help') || rest.includes('-h')))
    return await (await helping()).describeProgram(program, rest, io);
  if (onlyOptions && rest.includes('--show-config')) {
    return await (await import('../../owner/show-config.js')).showConfig(program, { choice, words: rest, io });
  }
  const named = findOwnerCommand(executableCommands, rest, program.direct);
  const isTheirs = named && named !== 'nothing' && named.command.yields && program.hasOwn?.(named.path[0] ?? '');
  const found = isTheirs ? undefined : named;
  if (found === 'nothing') return await (await helping()).describeProgram(program, rest, io);
  if (onlyOptions && rest.some((word) => word === '--version' || word === '-V'))
    return await (await helping()).tellVersion(program, rest, io);
  if (found?.command.needs === 'request' && found.path[0] === 'run') {
    return found.after.length > 0 ? await run(found.after) : await (await helping()).describeProgram(program, rest, io);
  }
  if (found && found.command.needs !== 'request') return await runOwner(found.path, found.command, found.after);
  const explained = found && explainedAlone(found.path[0], found.after, program.direct);
  if (explained) return await (await helping()).explain(program, explained, rest, io);
  if (program.direct || found) return await run(rest, lookUp);
  return await refuse(notOurs(program, rest.slice(leadingOptions(rest))));

  /** What follows the word run belongs to the gate alone. Everything else may name something of this program. */
  function run(written: readonly string[], look?: typeof lookUp): Promise<number> {
    return open(openFor(written), async (use) => {
      const { registry } = use.workspace.gate;
      const line = withLongHelp(registry.find(registry.commandFirst(written)).node.grammar, written);
      const seen = look?.(use.workspace.gate, use.caller, line, program.direct);
      if (seen instanceof GateError || !seen) return await runLine(use, line, seen);
      return await (await helping()).explain(program, seen, rest, io);
    });
  }

  async function runOwner(path: readonly string[], command: OwnCommand, after: readonly string[]): Promise<number> {
    const name = path.join(' ');
    const refuseCall = (error: GateError) => refuse(error, name);
    const meant = toCommand(path, command);
    const call = readOwnerCall(meant, command, withLongHelp(grammarOf(meant.parameters), after));
    if (call instanceof GateError) return await refuseCall(call);
    if (call.standard.help) {
      return await (await helping()).explain(
        program,
        { what: 'help', node: ownRegistry(program.direct).find(path).node },
        rest,
        io,
      );
    }
    const instead = answerInstead(meant, command, call);
    if (instead) return await answer(instead);
    if (command.needs === 'nothing') {
      return await (await command.load())({ program, choice, io, ...call, refuse: refuseCall });
    }
    const serves = name === 'serve';
    return await open(
      program.open({ ...choice, serves }, io).then((workspace) => ({ choice, workspace })),
      async (use) => await (await command.load())({ ...use, ...call, refuse: refuseCall }),
      serves,
    );
  }

  async function open(
    opening: Promise<Opened>,
    use: (invocation: Invocation) => Promise<number>,
    serves = false,
  ): Promise<number> {
    let opened: Opened;
    try {
      opened = await opening;
    } catch (error) {
      const problem = loadingProblem(error);
      if (serves && !isForPerson(io)) await tellClient(problem, io);
      return await refuse(problem);
    }
    const { workspace } = opened;
    const { gate } = workspace;
    gate.tellSecrets((secrets) => io.stray?.conceal(secrets));
    try {
      if (workspace.refusal) return await refuse(workspace.refusal);
      const caller = findCaller(workspace, own instanceof GateError ? undefined : own.caller);
      if (caller instanceof GateError) return await refuse(caller);
      for (const warning of gate.warnings) io.stderr.write(`warning: ${ownerText(warning)}\n`);
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

  function refuse(error: GateError, command = redactText(quoteWords(words))): Promise<number> {
    return answer(failedAtTheDoor(error, command));
  }

  function answer(outcome: Outcome): Promise<number> {
    const run = { ...outcome.run, presentation: peekPresentation(words) };
    return writeAnswer({ ...outcome, run }, { version: program.version, directory: io.directory }, io);
  }
}

/** A client of MCP reads nothing on stdout but the protocol. What stands on stderr it keeps for the person. */
async function tellClient(error: GateError, io: Io): Promise<void> {
  const { formatError } = await import('../../renderings/text/format-error.js');
  io.stderr.write(`${formatError(error, colors(false)).join('\n')}\n`);
}

function findConflict(config: string | undefined, choice: Choice): GateError | undefined {
  if (config === undefined || choice.config !== false) return undefined;
  return new GateError('VALIDATION_ERROR', 'Invalid arguments: --config and --no-config cannot be used together', {
    hint: 'Give one of them',
  });
}

function findCaller({ callers }: Workspace, name: string | undefined): Caller | GateError {
  if (name === undefined) return localCaller;
  const found = callers.find(({ caller }) => caller.name === name)?.caller;
  if (found) return found;
  const names = callers.map(({ caller }) => caller.name).join(', ');
  return new GateError('VALIDATION_ERROR', `Invalid argument: --caller (there is no caller ${JSON.stringify(name)})`, {
    hint: names ? `Use one of ${names}` : 'The configuration names no callers; add them under "callers"',
  });
}

function notOurs(program: Program, words: readonly string[]): GateError {
  const [word = ''] = words;
  const registry = ownRegistry(program.direct);
  const nearest = registry.nearest(registry.root, word);
  const line = shownCommand(redactText(quoteWords([...program.invocation, 'run', ...words])));
  const guess = nearest.length > 0 ? `Did you mean ${nearest.map((name) => `'${name}'`).join(' or ')}? ` : '';
  return new GateError('COMMAND_NOT_FOUND', `Command '${shownCommand(redactText(word))}' not found`, {
    hint: `${guess}To run a command of the workspace, write '${program.name} run <command>'. For the commands of ${program.name} itself, see '${program.name} --help'`,
    examples: [...nearest.map((name) => `${program.name} ${name} --help`), line, `${program.name} help`],
  });
}
