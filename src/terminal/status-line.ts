import { cutToWidth } from '../renderings/text/display-width.js';
import { type ProgressReport, progressLine } from './progress-line.js';
import type { TerminalOutput } from './terminal-output.js';

/** The eye needs a few pictures a second, however many steps a handler reports. */
const refreshMs = 80;
const clearLine = '\r\x1b[K';

/** One line on the terminal that says how far a command is, and leaves no trace, also when the process ends early. */
export class StatusLine {
  readonly #stream: TerminalOutput;
  readonly #now: () => number;
  #report: ProgressReport | undefined;
  #startedAt = 0;
  #shown: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #erase = () => {
    if (this.#shown !== undefined) this.#stream.write(clearLine);
    this.#shown = undefined;
  };

  constructor(stream: TerminalOutput, now = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  show(report: ProgressReport): void {
    this.#report = report;
    if (this.#timer !== undefined) return;
    this.#startedAt = this.#now();
    process.once('exit', this.#erase);
    this.#draw();
    // Goes on without reports, so that the spinner turns.
    this.#timer = setInterval(() => this.#draw(), refreshMs);
    this.#timer.unref();
  }

  /** Writes lines above the status line. */
  print(text: string): void {
    this.#erase();
    this.#stream.write(text);
    if (this.#report) this.#draw();
  }

  clear(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#report = undefined;
    process.removeListener('exit', this.#erase);
    this.#erase();
  }

  #draw(): void {
    if (!this.#report) return;
    // One column stays free, or the terminal would wrap and the line could not be cleared.
    const width = Math.max(1, (this.#stream.columns || 80) - 1);
    const text = cutToWidth(progressLine(this.#report, width, this.#now() - this.#startedAt), width);
    if (text === this.#shown) return;
    // In one piece, and cleared behind the text: a line that is cleared first flickers.
    this.#stream.write(`\r${text}\x1b[K`);
    this.#shown = text;
  }
}
