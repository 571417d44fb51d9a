import { cutToWidth } from '../renderings/text/display-width.js';
import { terminalSafeLine } from '../renderings/text/terminal-safe.js';
import type { TerminalOutput } from './terminal-output.js';

const refreshMs = 80;
const clearLine = '\r\x1b[K';

export interface ProgressReport {
  readonly done: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** One line on the terminal that says how far a command is, and leaves no trace. */
export class StatusLine {
  readonly #stream: TerminalOutput;
  #text = '';
  #shown = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: TerminalOutput) {
    this.#stream = stream;
  }

  show(progress: ProgressReport): void {
    this.#text = progressText(progress);
    // A handler may report thousands of steps a second; the eye needs a few.
    if (this.#timer !== undefined) return;
    this.#draw();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#draw();
    }, refreshMs);
    this.#timer.unref();
  }

  /** Writes lines above the status line. */
  print(text: string): void {
    this.#erase();
    this.#stream.write(text);
    if (this.#text !== '') this.#draw();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#text = '';
    this.#erase();
  }

  #draw(): void {
    const columns = this.#stream.columns || 80;
    // One column stays free, or the terminal would wrap and the line could not be cleared.
    this.#stream.write(clearLine + cutToWidth(this.#text, Math.max(1, columns - 1)));
    this.#shown = true;
  }

  #erase(): void {
    if (this.#shown) this.#stream.write(clearLine);
    this.#shown = false;
  }
}

/** `3/10 30% reading files`. */
export function progressText({ done, total, message }: ProgressReport): string {
  const parts = total === undefined ? [`${done}`] : [`${done}/${total}`];
  if (total !== undefined && total > 0) parts.push(`${Math.floor((Math.min(done, total) / total) * 100)}%`);
  if (message !== undefined) parts.push(terminalSafeLine(message));
  return parts.join(' ');
}
