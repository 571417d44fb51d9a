// What several programs print that run one after the other: kept together as if one program had printed it.

import type { PlannedStep, StreamName } from '../../../vocabulary/program.js';
import { type CapturedStream, tailBytes } from './captured-stream.js';
import type { OutputSink } from './output-sink.js';
import type { ProcessOutput } from './process-output.js';
import { TailBuffer } from './tail-buffer.js';

/** What systems take as one argument at most. */
export const longestPrinted = 128 * 1024;

const lineFeed = Buffer.from('\n');

export class StepStreams {
  readonly output: ProcessOutput;
  readonly #onText: ((stream: StreamName, text: string) => unknown) | undefined;
  #isInsideLine = false;

  constructor(output: ProcessOutput, onText: ((stream: StreamName, text: string) => unknown) | undefined) {
    this.output = output;
    this.#onText = onText;
  }

  /** Where one of the programs prints to. */
  open({ shown, isRead }: PlannedStep): StepSinks {
    const { stdout, stderr } = this.output;
    const printed = isRead ? new Overheard() : undefined;
    const visible = stdout && this.#afterALine(stdout);
    const held = visible && !shown ? new TailBuffer(tailBytes) : undefined;
    const into = held ? holdIn(held) : visible;
    return {
      stdout: into && { ...into, ...(printed && { overhear: (chunk) => printed.add(chunk) }) },
      stderr: stderr && staysOpen(stderr),
      printed,
      showHeld: () => {
        if (held) visible?.add(held.read());
      },
    };
  }

  /** Nothing comes any more, of any of them. */
  end(): void {
    void this.output.stdout?.end();
    void this.output.stderr?.end();
  }

  /** What one program prints begins on a line of its own. */
  #afterALine(stream: CapturedStream): OutputSink {
    let isFirst = true;
    return {
      ...staysOpen(stream),
      add: (bytes) => {
        if (bytes.length === 0) return;
        if (isFirst && this.#isInsideLine) {
          stream.add(lineFeed);
          this.#onText?.('stdout', '\n');
        }
        isFirst = false;
        this.#isInsideLine = bytes.at(-1) !== lineFeed[0];
        stream.add(bytes);
      },
    };
  }
}

export interface StepSinks {
  readonly stdout: OutputSink | undefined;
  readonly stderr: OutputSink | undefined;
  readonly printed: Overheard | undefined;
  /** The program failed: the end of what it printed tells why, also where it was not meant to be shown. */
  showHeld(): void;
}

/** What a program printed, as text for the next one. */
export class Overheard {
  #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= longestPrinted) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** Without the line breaks at its end; `undefined` where it is too long to be an argument. */
  get text(): string | undefined {
    if (this.#bytes > longestPrinted) return undefined;
    return Buffer.concat(this.#chunks).toString('utf8').replace(/\n+$/, '');
  }
}

/** The next program goes on where this one ended. */
export function staysOpen(stream: CapturedStream): OutputSink {
  return {
    add: (bytes) => stream.add(bytes),
    isFull: (onRoom) => stream.isFull(onRoom),
    end: () => undefined,
  };
}

function holdIn(tail: TailBuffer): OutputSink {
  return { add: (bytes) => tail.push(bytes), isFull: () => false, end: () => undefined };
}
