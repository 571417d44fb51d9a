// The words of a command line → what is done with them: a command of the owner's, or a request to the gate.

import { quoteWords } from '../../command-line/quote.js';
import { peekPresentation } from '../../command-line/standard-options.js';
import { localCaller } from '../../gate/session.js';
import { leadingOptions } from '../../registry/leading-options.js';
import { shownCommand } from '../../renderings/shown-command.js';
import { colors } from '../../renderings/text/colors.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { redactText } from '../../vocabulary/look-alikes.js';
import { failedAtTheDoor } from '../../vocabulary/outcome.js';
import type { Caller } from '../../vocabulary/request.js';
import { type Choice, chosenFor, readChoice } from './choice.js';
import { describeOwnerCommand, describeProgram, tellVersion } from './describe-program.js';
import type { Invocation, Program, Workspace } from './executable.js';
import { type Io, isForPerson } from './io.js';
import { loadingProblem } from './loading-problem.js';
import { readOwnOptions } from './own-options.js';
import { findInstanceProblem } from './own-variables.js';
import { findOwnerCommand } from './owner/find-owner-command.js';
import { type OwnerCommand, readOwnerCall } from './owner/owner-command.js';
import { runLine } from './run-line.js';
import { writeAnswer } from './write-answer.js';

/** Runs one command line and resolves to the exit code. */
export async function runWords(program: Program, words: readonly string[], io: Io): Promise<number> {
  // A user's own executable has no configuration file: there these options are the commands' own.
  const own = program.direct ? { config: undefined, caller: undefined, rest: words } : readOwnOptions(words);
  if (own instanceof GateError) return await refuse(own);
  const choice = readChoice(own.rest, own.config, io);
  const wrong = findInstanceProblem(io) ?? findConflict(own.config, choice);
  if (wrong) return await refuse(wrong);
  const { rest } = own;
  const withoutVersion = rest.filter((one) => one !== '--version');
  const onlyOptions = leadingOptions(withoutVersion) === withoutVersion.length;
  if (onlyOptions && rest.includes('--help')) return await describeProgram(program, rest, io);
  if (onlyOptions && rest.includes('--show-config')) {
    return await (await import('./show-config.js')).showConfig(program, { choice, words: rest, io });
  }
  const found = findOwnerCommand(rest, program.direct);
  if (found === 'nothing') return await describeProgram(program, rest, io);
  if (onlyOptions && rest.includes('--version')) return await tellVersion(program, rest, io);
  if (found?.asksForHelp) return await describeOwnerCommand(program, found.path, found.command, rest, io);
  if (found?.command.needs === 'request' && found.path[0] === 'run') {
    return found.after.length > 0 ? await run(found.after) : await describeProgram(program, rest, io);
  }
  if (found && found.command.needs !== 'request') return await runOwner(found.path, found.command, found.after);
  if (program.direct || found) return await run(rest);
  return await refuse(notOurs(program, rest.slice(leadingOptions(rest))));

  function run(line: readonly string[]): Promise<number> {
    return open((use) => runLine(use, line), line);
  }

  async function runOwner(path: readonly string[], command: OwnerCommand, after: readonly string[]): Promise<number> {
    const name = path.join(' ');
    if (command.needs === 'request') return await run(rest);
    if (command.needs === 'gate') {
      return await open(async (use) => {
        const read = readOwnerCall(path, command, after);
        if (read instanceof GateError) return await refuse(read, name);
        const refuseCall = (error: GateError) => refuse(error, name);
        return await (await command.load())({ ...use, ...read, refuse: refuseCall });
      }, undefined);
    }
    const read = readOwnerCall(path, command, after);
    if (read instanceof GateError) return await refuse(read, name);
    return await (await command.load())({ program, choice, io, ...read, refuse: (error) => refuse(error, name) });
  }

  async function open(use: (invocation: Invocation) => Promise<number>, line?: readonly string[]): Promise<number> {
    const serves = !line && rest[leadingOptions(rest)] === 'serve';
    let opened: Pick<Invocation, 'workspace' | 'choice'>;
    try {
      const meant = serves ? { ...choice, serves: true } : choice;
      opened = line ? await openFor(line) : { choice, workspace: await program.open(meant, io) };
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
      for (const warning of gate.warnings) io.stderr.write(`warning: ${warning}\n`);
      return await use({ program, ...opened, caller, io });
    } finally {
      await gate.close();
    }
  }

  /** Opening makes nothing: it can be done again where the command turns out to have such options itself. */
  async function openFor(line: readonly string[]): Promise<Pick<Invocation, 'workspace' | 'choice'>> {
    const workspace = await program.open(choice, io);
    const meant = chosenFor(workspace.gate.registry, line, choice, io);
    if (meant === choice) return { choice, workspace };
    await workspace.gate.close();
    return { choice: meant, workspace: await program.open(meant, io) };
  }

  function refuse(error: GateError, command = redactText(quoteWords(words))): Promise<number> {
    const outcome = failedAtTheDoor(error, command);
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
