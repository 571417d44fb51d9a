import { jsonLine } from '../../renderings/jsonl.js';
import { maskValue, tellMasked } from '../../renderings/mask-credentials.js';
import { canDraw, colors, wantsColor } from '../../renderings/text/colors.js';
import { formatStreamed } from '../../renderings/text/format-streamed.js';
import { type Io, isForPerson } from '../../terminal/io.js';
import { logLine } from '../../terminal/log-line.js';
import { traceIdOf } from '../../terminal/own-variables.js';
import { progressText } from '../../terminal/progress-line.js';
import { StatusLine } from '../../terminal/status-line.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import { withoutPrinted } from '../../terminal/without-printed.js';
import { withoutStreamed } from '../../terminal/without-streamed.js';
import type { RunEvent } from '../../vocabulary/event.js';
import { formatOf, type Outcome, type Presentation } from '../../vocabulary/outcome.js';
import { terminalSafe, terminalSafeJson } from '../../vocabulary/terminal-safe.js';

type Log = Pick<Extract<RunEvent, { type: 'log' }>, 'level' | 'message'>;

/** What is shown while a command runs; off a terminal only its warnings and errors, unless more is asked for. */
export class RunDisplay {
  readonly #io: Io;
  readonly #asked: Presentation;
  readonly #status: StatusLine | undefined;
  readonly #format: 'text' | 'jsonl' | 'whole';
  readonly #stdout: StreamWriter;
  readonly #stderr: StreamWriter;
  readonly #onReaderLeft: () => void;
  #streamed = 0;
  #masked = 0;
  #prints = false;
  #printed = false;

  /** `onReaderLeft` is called when what is printed meanwhile reaches nobody any more. */
  constructor(io: Io, asked: Presentation, onReaderLeft: () => void) {
    this.#io = io;
    this.#asked = asked;
    this.#onReaderLeft = onReaderLeft;
    this.#stdout = new StreamWriter(io.stdout);
    this.#stderr = new StreamWriter(io.stderr);
    const format = formatOf(asked, isForPerson(io) ? 'text' : 'json');
    this.#format = asked.stream !== false && (format === 'text' || format === 'jsonl') ? format : 'whole';
    const draws = canDraw(io.stderr, io.environment) && !asked.quiet;
    this.#status = draws ? new StatusLine(io.stderr) : undefined;
  }

  /** A promise where the reader is slower than the program: it then waits. */
  event(event: RunEvent): void | Promise<void> {
    switch (event.type) {
      case 'run-start':
        this.#prints = this.#format === 'text' && event.prints === true;
        return this.#debug(`${event.runId} starts: ${event.command}`);
      case 'run-end':
        return this.#debug(`${event.runId} ${event.status}`);
      case 'output-delta':
        return this.#prints ? this.#print(event) : undefined;
      case 'progress':
        if (this.#status) this.#status.show(event);
        else if (this.#isVerbose) this.#log({ level: 'info', message: progressText(event) });
        return undefined;
      case 'log':
        return this.#log(event);
      case 'output':
        return this.#format === 'whole' ? undefined : this.#stream(event.value);
    }
  }

  end(): void {
    this.#status?.clear();
  }

  /** The line is free for a question. */
  makeRoom(): void {
    this.#status?.clear();
  }

  /** What was shown as it came is not shown again. */
  withoutStreamed(outcome: Outcome): Outcome {
    if (this.#printed) return withoutPrinted(outcome);
    if (this.#streamed === 0) return outcome;
    const rest = withoutStreamed(outcome, this.#streamed, this.#format === 'jsonl');
    return this.#masked === 0 ? rest : { ...rest, run: tellMasked(rest.run, this.#masked) };
  }

  async #stream(given: unknown): Promise<void> {
    this.#status?.clear();
    const masked = this.#asked.unmask ? undefined : maskValue(given);
    this.#masked += masked?.count ?? 0;
    const value = masked ? masked.data : given;
    const line = this.#format === 'jsonl' ? `${jsonLine(value)}\n` : formatStreamed(value);
    await this.#stdout.write(this.#format === 'jsonl' && this.#io.stdout.isTTY ? terminalSafeJson(line) : line);
    if (this.#stdout.failure) this.#onReaderLeft();
    else this.#streamed++;
  }

  async #print({ stream, text }: Extract<RunEvent, { type: 'output-delta' }>): Promise<void> {
    this.#printed = true;
    this.#status?.clear();
    const output = stream === 'stdout' ? this.#stdout : this.#stderr;
    await output.write(this.#io[stream].isTTY ? terminalSafe(text) : text);
    if (this.#stdout.failure) this.#onReaderLeft();
  }

  get #isVerbose(): boolean {
    return this.#asked.verbose === true || this.#asked.debug === true;
  }

  #debug(message: string): void {
    if (this.#asked.debug) this.#log({ level: 'debug', message });
  }

  #log(log: Log): void {
    if (!this.#isHeard(log.level)) return;
    const trace = this.#asked.debug ? traceIdOf(this.#io) : undefined;
    const message = trace === undefined ? log.message : `${log.message} [trace ${trace}]`;
    const text = logLine({ level: log.level, message }, colors(wantsColor(this.#io.stderr, this.#io.environment)));
    if (this.#status) this.#status.print(text);
    else this.#io.stderr.write(text);
  }

  #isHeard(level: Log['level']): boolean {
    if (this.#asked.quiet) return false;
    if (level === 'warn' || level === 'error' || this.#asked.debug) return true;
    return this.#io.stderr.isTTY === true || (level === 'info' && this.#isVerbose);
  }
}
