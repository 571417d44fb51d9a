// What a program reads and prints, while it runs.

import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ProgramPlan, StreamName } from '../../vocabulary/program.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { drainPipes } from './drain-pipes.js';
import { Capture } from './output/capture.js';
import type { OutputSink } from './output/output-sink.js';
import { ProgramInput } from './program-input.js';

export interface StreamListener {
  /** Called once where its standard input is open. */
  readonly onInput?: ((input: ProgramInput) => void) | undefined;
  readonly onOutput: ((stream: StreamName, text: string) => unknown) | undefined;
}

export class ProgramStreams {
  readonly #captures: readonly Capture[];
  readonly #input: ProgramInput | undefined;

  constructor(
    child: ChildProcess,
    plan: ProgramPlan,
    sinks: Readonly<Record<StreamName, OutputSink | undefined>>,
    { onInput, onOutput }: StreamListener,
  ) {
    const { encoding, stdin } = plan;
    const patterns = Secrets.printedBy(plan).inBytes(encoding);
    this.#captures = (['stdout', 'stderr'] as const).flatMap((name) => {
      const [pipe, sink] = [child[name] as Readable | null, sinks[name]];
      if (!pipe || !sink) return [];
      const onText = onOutput && ((text: string) => onOutput(name, text));
      return [new Capture(pipe, sink, encoding, patterns, onText)];
    });
    this.#input = child.stdin ? give(child.stdin, stdin) : undefined;
    if (this.#input) onInput?.(this.#input);
  }

  /** Calls back when nothing more comes from pipes that others still hold open. */
  drain(onDrained: () => void): void {
    drainPipes(this.#captures, onDrained);
  }

  end(): void {
    for (const capture of this.#captures) capture.end();
    this.#input?.close();
  }
}

/** Where it stays open, what it is written by. */
function give(pipe: Writable, stdin: ProgramPlan['stdin']): ProgramInput | undefined {
  if (stdin === 'open') return new ProgramInput(pipe);
  // A program need not read what it is given.
  if (stdin !== undefined) pipe.on('error', () => undefined).end(stdin);
  return undefined;
}
