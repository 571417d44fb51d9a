// `cmdgate run`: one command line through the gate, its progress on the terminal, its answer on stdout.
import { peekPresentation } from '../../command-line/standard-options.js';
import { blockedGraceMs, startWatchdog } from '../../execution/handler/watchdog.js';
import { openSession } from '../../gateway/session.js';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import { formatStreamed } from '../../renderings/text/format-streamed.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { Format, Outcome } from '../../vocabulary/outcome.js';
import type { Caller } from '../../vocabulary/request.js';
import { logLine } from '../terminal/log-line.js';
import { StatusLine } from '../terminal/status-line.js';
import { type Io, isForPerson } from './io.js';
import type { Workspace } from './program.js';
import { writeAnswer } from './write-answer.js';

/** What a pipe can carry; a terminal's reader would not want more either. */
const responseBytes = 64 * 1024 * 1024;

export async function runLine(workspace: Workspace, line: readonly string[], caller: Caller, io: Io): Promise<number> {
  const { gate } = workspace;
  const session = openSession(gate.workspace, io.directory);
  const show = new RunDisplay(io, peekPresentation(line).format);
  const { node } = gate.registry.find(gate.registry.commandFirst(line));
  const watchdog = node.command?.builtIn ? undefined : startWatchdog(gate.longestTimeoutMs + blockedGraceMs);
  const { signal } = io;
  const outcome = await gate.run({
    line,
    door: 'cli',
    caller,
    session,
    signal,
    responseBytes,
    onEvent: (event) => show.event(event),
  });
  show.end();
  watchdog?.stop();
  const { command } = gate.registry.find(outcome.run.path).node;
  const { version } = gate;
  return await writeAnswer(
    show.withoutStreamed(outcome),
    { version, directory: io.directory, toText: command?.toText },
    io,
  );
}

/** What a person sees while a command runs; off a terminal only its warnings and errors. */
class RunDisplay {
  readonly #io: Io;
  readonly #status: StatusLine | undefined;
  readonly #person: boolean;
  #streamed = 0;

  constructor(io: Io, format: Format | undefined) {
    this.#io = io;
    this.#person = (format ?? (isForPerson(io) ? 'text' : 'json')) === 'text';
    this.#status = io.stderr.isTTY ? new StatusLine(io.stderr) : undefined;
  }

  event(event: RunEvent): void {
    if (event.type === 'progress') this.#status?.show(event);
    if (event.type === 'log') this.#log(event);
    if (event.type === 'output' && this.#person) {
      this.#streamed++;
      this.#status?.clear();
      this.#io.stdout.write(formatStreamed(event.value));
    }
  }

  end(): void {
    this.#status?.clear();
  }

  /** What was shown as it came is not shown again. */
  withoutStreamed(outcome: Outcome): Outcome {
    if (this.#streamed === 0 || outcome.status !== 'completed') return outcome;
    const all = Array.isArray(outcome.data) && outcome.data.length === this.#streamed;
    return all
      ? { ...outcome, json: 'null', data: null, message: outcome.message ?? `${this.#streamed} in all` }
      : outcome;
  }

  #log(event: Extract<RunEvent, { type: 'log' }>): void {
    const quiet = !this.#io.stderr.isTTY && (event.level === 'info' || event.level === 'debug');
    if (quiet) return;
    const text = logLine(event, colors(wantsColor(this.#io.stderr, this.#io.environment)));
    if (this.#status) this.#status.print(text);
    else this.#io.stderr.write(text);
  }
}
