// One command line through the gate, its answer on stdout.
import { readArguments } from '../../command-line/read-arguments.js';
import { peekPresentation, type StandardOptions } from '../../command-line/standard-options.js';
import type { LastAnswer, Watchdog } from '../../execution/handler/watchdog.js';
import { canceled, timedOut } from '../../gate/refusals.js';
import { openSession } from '../../gate/session.js';
import type { Invocation } from '../../owner/executable.js';
import type { Registry } from '../../registry/registry.js';
import { maskCredentials } from '../../renderings/mask-credentials.js';
import { answerOnExit } from '../../terminal/answer-on-exit.js';
import { type Io, isForPerson } from '../../terminal/io.js';
import { largestAnswer, traceIdOf, wantsDebug } from '../../terminal/own-variables.js';
import { readerLeft } from '../../terminal/undelivered.js';
import { type AnswerFacts, writeAnswer } from '../../terminal/write-answer.js';
import type { Command } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor, formatOf, type Outcome } from '../../vocabulary/outcome.js';
import type { Request } from '../../vocabulary/request.js';
import { askAtTerminal, confirmAtTerminal } from './ask-at-terminal.js';
import { atShell } from './at-shell.js';
import { configSources } from './config-sources.js';
import { withJobLines } from './job-lines.js';
import { lastAnswer } from './last-answer.js';
import { offerFix } from './offer-fix.js';
import { shellStart, toShellLine } from './shell-line.js';
import { envelopeBytes, truncationHint } from './truncation-hint.js';
import { withStrayOutput } from './with-stray-output.js';

/** What a pipe can carry; a terminal's reader would not want more either. */
const responseBytes = 64 * 1024 * 1024;

/** `refusal`: why it is not run, where this door knows. */
export async function runLine(use: Invocation, line: readonly string[], refusal?: GateError): Promise<number> {
  const { workspace, caller, io } = use;
  const { gate } = workspace;
  const shellLine = toShellLine(use);
  const facts: AnswerFacts = {
    ...{ version: gate.version, directory: io.directory, offerFix: offerFix(gate.registry, shellLine) },
    ...(await configSources(workspace, io)),
  };
  const accepts = largestAnswer(io);
  if (accepts instanceof GateError) return await writeAnswer(failedAtTheDoor(accepts, line[0] ?? ''), facts, io);
  const session = openSession(gate.workspace, io.directory);
  const terminal = io.stdout.isTTY === true && io.stderr.isTTY === true;
  const request: Request = {
    ...{ line, door: 'cli', caller, session, signal: io.signal, terminal, traceId: traceIdOf(io) },
    atShell: atShell(io, shellStart(use)),
    responseBytes: responseBytes - envelopeBytes(line),
    acceptsBytes: accepts && accepts - envelopeBytes(line),
  };
  const named = gate.registry.find(gate.registry.commandFirst(line)).node.command;
  // In a shell, a program whose reader has left ends when it prints the next time. Here it is the gate that prints.
  const abandoned = new AbortController();
  let callOff: (() => void) | undefined;
  // help, schema and version are over at once: there is nothing to show meanwhile, and nothing to watch.
  const outcome =
    refusal || named?.builtIn
      ? withStrayOutput(await (refusal ? gate.refuse(request, refusal) : gate.run(request)), io)
      : await runWatched();
  if (abandoned.signal.aborted) {
    callOff?.();
    return readerLeft;
  }
  const { command } = gate.registry.find(outcome.run.path).node;
  const isHelp = command?.builtIn && outcome.run.path[0] === 'help';
  const about = truncationHint(outcome, shellLine, io);
  const told = command?.contract?.job ? withJobLines(outcome, shellLine) : outcome;
  const shown = told.run.presentation.unmask ? told : maskCredentials(told);
  const toText = isHelp
    ? (await import('./help-for-people.js')).helpAtShell(gate.registry, nameAtShell(use))
    : command?.toText;
  const more = { toText, isHelp, onLeaving: callOff, ...(about && { about }) };
  const isText = formatOf(shown.run.presentation, isForPerson(io) ? 'text' : 'json') === 'text';
  const reads = shown.status === 'failed' && isText ? await forShell(shown) : shown;
  return await writeAnswer(reads, { ...facts, ...more }, io);

  async function forShell(failed: Outcome): Promise<Outcome> {
    return (await import('./name-program.js')).withProgramNamed(failed, nameAtShell(use));
  }

  async function runWatched(): Promise<Outcome> {
    const [{ RunDisplay }, { blockedGraceMs, startWatchdog }] = await Promise.all([
      import('./run-display.js'),
      import('../../execution/handler/watchdog.js'),
    ]);
    const asked = withVariables(askedFor(gate.registry, line), io);
    const display = new RunDisplay(io, asked, () => abandoned.abort());
    const watchdog = named && watch(named, asked);
    callOff = named && answerOnExit(`'${named.path.join(' ')}'`, (error) => last(named, error, asked), io);
    const signal = AbortSignal.any([io.signal, abandoned.signal]);
    const askPerson = use.program.direct ? confirmAtTerminal(io, gate.registry) : askAtTerminal(io);
    const asking = { askPerson, atShell: atShell(io, shellStart(use), () => display.makeRoom()) };
    const answered = await gate.run({ ...request, ...asking, signal, onEvent: (event) => display.event(event) });
    display.end();
    watchdog?.stop();
    return display.withoutStreamed(withStrayOutput(answered, io));

    function watch(command: Command, given: StandardOptions): Watchdog {
      const limitMs = given.timeoutMs === 0 ? Number.POSITIVE_INFINITY : limitOf(command, given);
      const changes = command.danger !== 'safe' && given.dryRun !== true;
      const stoppedWith = (exitCode: number) =>
        last(command, canceled('execution', changes).withExitCode(exitCode), given);
      return startWatchdog(limitMs + blockedGraceMs / 2, {
        timeout: last(command, timedOut(limitMs, { changes }), given),
        SIGINT: stoppedWith(130),
        SIGTERM: stoppedWith(143),
      });
    }

    function last(command: Command, error: GateError, given: StandardOptions): LastAnswer {
      const asJson = formatOf(given, isForPerson(io) ? 'text' : 'json').startsWith('json');
      const envelope = { ...facts, toolVersion: facts.version, traceId: traceIdOf(io) };
      return lastAnswer(command, error, { envelope, timeoutMs: limitOf(command, given), asJson });
    }

    function limitOf(command: Command, { timeoutMs }: StandardOptions): number {
      return timeoutMs ?? command.timeoutMs ?? gate.longestTimeoutMs;
    }
  }
}

/** What stands before a command at a shell. */
function nameAtShell({ program }: Invocation): string {
  return program.direct ? program.name : `${program.name} run`;
}

/** What stands on the line is stronger. */
function withVariables(asked: StandardOptions, io: Io): StandardOptions {
  return wantsDebug(io) && !asked.quiet && !asked.verbose ? { ...asked, debug: true } : asked;
}

/** After `shell ls`, a `--format` is the program's. */
function askedFor(registry: Registry, line: readonly string[]): StandardOptions {
  const words = registry.commandFirst(line);
  const { node, depth } = registry.find(words);
  const endsOptions = node.command?.parameters.some((parameter) => parameter.endsOptions) === true;
  const asksForMore = line.some((word) => /^--(?:verbose|debug|timeout|unmask)(?:=|$)/.test(word));
  if (!endsOptions && !asksForMore) return peekPresentation(line);
  return readArguments(node.grammar, words, depth).standard ?? {};
}
