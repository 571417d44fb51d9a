import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Writable } from 'node:stream';
import { StrayOutput } from '../../terminal/stray-output.js';
import type { TerminalOutput } from '../../terminal/terminal-output.js';

export interface TakenStdout {
  readonly answers: TerminalOutput;
  readonly stray: StrayOutput;
  /** For what draws on the terminal itself: stdout is everybody's again. */
  giveBack(): void;
}

/** It may be taken before runCli is called, by another copy of this module. */
const key = Symbol.for('cmdgate.stdout');
const owner = process as unknown as { [key]?: TakenStdout | undefined };

/**
 * Keeps stdout for the answers: what anything else in this process prints, a handler's `console.log` for one,
 * goes to stderr from here on, and is remembered. What native code or a child writes to the descriptor is not seen.
 */
export function takeStdout(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): TakenStdout {
  owner[key] ??= take(stdout, stderr);
  return owner[key];
}

/** Where it was taken, it is given back. */
export function giveStdoutBack(): void {
  owner[key]?.giveBack();
}

function take(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): TakenStdout {
  const own = {
    write: Object.getOwnPropertyDescriptor(stdout, 'write'),
    end: Object.getOwnPropertyDescriptor(stdout, 'end'),
  };
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
  const giveDescriptorBack = takeDescriptor(stray);
  const giveBack = () => {
    owner[key] = undefined;
    giveDescriptorBack();
    for (const name of ['write', 'end'] as const) {
      Reflect.deleteProperty(stdout, name);
      if (own[name]) Object.defineProperty(stdout, name, own[name]);
    }
  };
  return { answers: Object.assign(answers, { isTTY: stdout.isTTY, columns: stdout.columns }), stray, giveBack };
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
const pathsOfStdout: ReadonlySet<unknown> = new Set(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

type AnyFunction = (where: unknown, data: unknown, ...rest: unknown[]) => unknown;

/** Of `node:fs`: what writes to a descriptor, and what writes to a descriptor or a path. */
const writing = ['write', 'writeSync', 'writev', 'writevSync'];
const writingFiles = ['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'];

/** Writes past the stream, straight to the descriptor. The stream itself has got hold of the originals before. */
function takeDescriptor(stray: StrayOutput): () => void {
  const functions = fs as unknown as Record<string, AnyFunction>;
  const originals = new Map([...writing, ...writingFiles].map((name) => [name, functions[name] as AnyFunction]));
  for (const [name, original] of originals) {
    const takesPath = writingFiles.includes(name);
    const taken: AnyFunction = (where, data, ...rest) => {
      const isStdout = where === stdoutDescriptor || (takesPath && pathsOfStdout.has(where));
      if (!isStdout) return original(where, data, ...rest);
      const pieces = (Array.isArray(data) ? data : [data]).map((piece) =>
        typeof piece === 'string' ? piece : partOf(piece as Uint8Array, Array.isArray(data) ? [] : rest),
      );
      for (const piece of pieces) stray.add(piece);
      if (pieces.every((piece) => stray.clean(piece) === piece)) return original(stderrDescriptor, data, ...rest);
      // Whoever writes it is told what they expect to hear.
      for (const piece of pieces) originals.get('writeSync')?.(stderrDescriptor, stray.clean(piece));
      const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
      const last = rest.at(-1);
      if (typeof last === 'function') process.nextTick(last as () => void, null, bytes, data);
      return bytes;
    };
    // What `promisify` makes of a function is written on it.
    functions[name] = Object.defineProperties(taken, Object.getOwnPropertyDescriptors(original));
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(functions, Object.fromEntries(originals));
    syncBuiltinESMExports();
  };
}

function partOf(data: Uint8Array, [offset, length]: readonly unknown[]): Uint8Array {
  if (typeof offset !== 'number') return data;
  return data.subarray(offset, typeof length === 'number' ? offset + length : undefined);
}
