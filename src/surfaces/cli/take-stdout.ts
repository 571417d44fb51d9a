import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Writable } from 'node:stream';
import type { TerminalOutput } from '../terminal/terminal-output.js';
import { StrayOutput } from './stray-output.js';

export interface TakenStdout {
  readonly answers: TerminalOutput;
  readonly stray: StrayOutput;
}

/**
 * Keeps stdout for the answers: what anything else in this process prints, a handler's `console.log` for one,
 * goes to stderr from here on, and is remembered. What native code or a child writes to the descriptor is not seen.
 */
export function takeStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): TakenStdout {
  const write = stdout.write.bind(stdout) as (chunk: unknown, callback: (error?: Error | null) => void) => boolean;
  const answers = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, callback) => {
      write(chunk, callback);
    },
  });
  // A reader that left shows as the answers' own error.
  stdout.on('error', (error) => answers.destroy(error));
  const stray = new StrayOutput();
  const toStderr = stderr.write.bind(stderr) as typeof stdout.write;
  stdout.write = ((chunk: unknown, ...rest: never[]) => {
    stray.add(chunk);
    return toStderr(stray.clean(chunk) as string, ...rest);
  }) as typeof stdout.write;
  stdout.end = endWithoutEnding(stdout) as typeof stdout.end;
  takeDescriptor(stray);
  return { answers: Object.assign(answers, { isTTY: stdout.isTTY, columns: stdout.columns }), stray };
}

/** Whoever has nothing more to print does not speak for the answer. */
function endWithoutEnding(stdout: NodeJS.WriteStream) {
  return (...given: unknown[]): NodeJS.WriteStream => {
    const [chunk] = given;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) stdout.write(chunk);
    const last = given.at(-1);
    if (typeof last === 'function') process.nextTick(last as () => void);
    return stdout;
  };
}

const stdoutDescriptor = 1;
const stderrDescriptor = 2;

type AnyFunction = (descriptor: unknown, data: unknown, ...rest: unknown[]) => unknown;

/** Writes past the stream, straight to the descriptor. The stream itself has got hold of the originals before. */
function takeDescriptor(stray: StrayOutput): void {
  const functions = fs as unknown as Record<string, AnyFunction>;
  for (const name of ['write', 'writeSync', 'writeFileSync', 'appendFileSync']) {
    const original = functions[name] as AnyFunction;
    const taken: AnyFunction = (descriptor, data, ...rest) => {
      if (descriptor !== stdoutDescriptor) return original(descriptor, data, ...rest);
      stray.add(typeof data === 'string' ? data : partOf(data as Uint8Array, rest));
      return original(stderrDescriptor, data, ...rest);
    };
    // What `promisify` makes of a function is written on it.
    functions[name] = Object.defineProperties(taken, Object.getOwnPropertyDescriptors(original));
  }
  syncBuiltinESMExports();
}

function partOf(data: Uint8Array, [offset, length]: readonly unknown[]): Uint8Array {
  if (typeof offset !== 'number') return data;
  return data.subarray(offset, typeof length === 'number' ? offset + length : undefined);
}
