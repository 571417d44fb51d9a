import { colors, wantsColor } from '../../renderings/text/colors.js';
import { formatStreamed } from '../../renderings/text/format-streamed.js';
import { terminalSafe } from '../../renderings/text/terminal-safe.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { Format, Outcome } from '../../vocabulary/outcome.js';
import { logLine } from '../terminal/log-line.js';
import { StatusLine } from '../terminal/status-line.js';
import { StreamWriter } from '../terminal/stream-writer.js';
import { withoutPrinted } from '../terminal/without-printed.js';
import { type Io, isForPerson } from './io.js';

/** What a person sees while a command runs; off a terminal only its warnings and errors. */
export class RunDisplay {
  readonly #io: Io;
  readonly #status: StatusLine | undefined;
  readonly #person: boolean;
  readonly #stdout: StreamWriter;
  readonly #stderr: StreamWriter;
  readonly #onReaderLeft: () => void;
  #streamed = 0;
  #prints = false;
  #printed = false;

  /** `onReaderLeft` is called when what the program prints reaches nobody any more. */
  constructor(io: Io, format: Format | undefined, onReaderLeft: () => void) {
    this.#io = io;
    this.#onReaderLeft = onReaderLeft;
    this.#stdout = new StreamWriter(io.stdout);
    this.#stderr = new StreamWriter(io.stderr);
    this.#person = (format ?? (isForPerson(io) ? 'text' : 'json')) === 'text';
    this.#status = io.stderr.isTTY ? new StatusLine(io.stderr) : undefined;
  }

  /** A promise where the reader is slower than the program: it then waits. */
  event(event: RunEvent): void | Promise<void> {
    if (event.type === 'run-start') this.#prints = this.#person && event.prints === true;
    if (event.type === 'output-delta') return this.#prints ? this.#print(event) : undefined;
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
    if (this.#printed) return withoutPrinted(outcome);
    if (this.#streamed === 0 || outcome.status !== 'completed') return outcome;
    const all = Array.isArray(outcome.data) && outcome.data.length === this.#streamed;
    return all
      ? { ...outcome, json: 'null', data: null, message: outcome.message ?? `${this.#streamed} in all` }
      : outcome;
  }

  async #print({ stream, text }: Extract<RunEvent, { type: 'output-delta' }>): Promise<void> {
    this.#printed = true;
    this.#status?.clear();
    const output = stream === 'stdout' ? this.#stdout : this.#stderr;
    await output.write(this.#io[stream].isTTY ? terminalSafe(text) : text);
    if (this.#stdout.failure) this.#onReaderLeft();
  }

  #log(event: Extract<RunEvent, { type: 'log' }>): void {
    const quiet = !this.#io.stderr.isTTY && (event.level === 'info' || event.level === 'debug');
    if (quiet) return;
    const text = logLine(event, colors(wantsColor(this.#io.stderr, this.#io.environment)));
    if (this.#status) this.#status.print(text);
    else this.#io.stderr.write(text);
  }
}
