// One command line through the gate, its answer on stdout.
import { readArguments } from '../../command-line/read-arguments.js';
import { peekPresentation } from '../../command-line/standard-options.js';
import { openSession } from '../../gateway/session.js';
import type { Registry } from '../../registry/registry.js';
import type { Format, Outcome } from '../../vocabulary/outcome.js';
import type { Caller, Request } from '../../vocabulary/request.js';
import type { Io } from './io.js';
import type { Workspace } from './program.js';
import { readerLeft, writeAnswer } from './write-answer.js';

/** What a pipe can carry; a terminal's reader would not want more either. */
const responseBytes = 64 * 1024 * 1024;

export async function runLine({ gate }: Workspace, line: readonly string[], caller: Caller, io: Io): Promise<number> {
  const session = openSession(gate.workspace, io.directory);
  const terminal = io.stdout.isTTY === true && io.stderr.isTTY === true;
  const request: Request = { line, door: 'cli', caller, session, signal: io.signal, responseBytes, terminal };
  // In a shell, a program whose reader has left ends when it prints the next time. Here it is the gate that prints.
  const abandoned = new AbortController();
  const outcome = isDiscovery() ? await gate.run(request) : await runWatched();
  if (abandoned.signal.aborted) return readerLeft;
  const { command } = gate.registry.find(outcome.run.path).node;
  return await writeAnswer(outcome, { version: gate.version, directory: io.directory, toText: command?.toText }, io);

  /** help, schema and version are over at once: there is nothing to show meanwhile, and nothing to watch. */
  function isDiscovery(): boolean {
    return gate.registry.find(gate.registry.commandFirst(line)).node.command?.builtIn ?? false;
  }

  async function runWatched(): Promise<Outcome> {
    const [{ RunDisplay }, { askAtTerminal }, { blockedGraceMs, startWatchdog }] = await Promise.all([
      import('./run-display.js'),
      import('./ask-at-terminal.js'),
      import('../../execution/handler/watchdog.js'),
    ]);
    const display = new RunDisplay(io, askedFormat(gate.registry, line), () => abandoned.abort());
    const watchdog = startWatchdog(gate.longestTimeoutMs + blockedGraceMs);
    const signal = AbortSignal.any([io.signal, abandoned.signal]);
    const askPerson = askAtTerminal(io);
    const answered = await gate.run({ ...request, signal, askPerson, onEvent: (event) => display.event(event) });
    display.end();
    watchdog.stop();
    return display.withoutStreamed(answered);
  }
}

/** After `shell ls`, a `--format` is the program's. */
function askedFormat(registry: Registry, line: readonly string[]): Format | undefined {
  const words = registry.commandFirst(line);
  const { node, depth } = registry.find(words);
  const endsOptions = node.command?.parameters.some((parameter) => parameter.endsOptions) === true;
  return endsOptions ? readArguments(node.grammar, words, depth).standard?.format : peekPresentation(line).format;
}
