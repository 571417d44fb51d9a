import type { StreamName } from '../../../vocabulary/program.js';

const mostBytes = 16 * 1024 * 1024;
const lastLines = 3;
/** Enough for the last lines, whatever stands before them. */
const mostOfStderr = 4_096;

/** What a program prints: all of stdout up to a limit, and the end of stderr. */
export class Printed {
  readonly most = mostBytes;
  readonly #onTooMuch: () => void;
  readonly #stdout: string[] = [];
  #bytes = 0;
  #stderr = '';

  constructor(onTooMuch: () => void) {
    this.#onTooMuch = onTooMuch;
  }

  readonly add = (stream: StreamName, text: string): void => {
    if (stream === 'stderr') this.#stderr = (this.#stderr + text).slice(-mostOfStderr);
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > mostBytes) this.#onTooMuch();
    else if (stream === 'stdout') this.#stdout.push(text);
  };

  get stdout(): string {
    return this.#stdout.join('');
  }

  get lastOfStderr(): string {
    return this.#stderr.trim().split(/\s*\n/).slice(-lastLines).join('\n');
  }
}
