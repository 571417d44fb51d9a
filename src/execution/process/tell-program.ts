// Starts a program of the owner that is told something: with a text as its last argument and a document to read. What it
// prints is thrown away, and it ends in time.

import { spawn } from 'node:child_process';

export interface ToldProgram {
  readonly command: readonly [program: string, ...args: string[]];
  /** The last argument. */
  readonly text: string;
  /** What it reads. */
  readonly document: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  readonly timeoutMs: number;
}

/** Resolves to what went wrong, or to nothing. Never rejects. */
export function tellProgram(told: ToldProgram): Promise<string | undefined> {
  const { command, text, document, environment, directory, timeoutMs } = told;
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, text], {
      cwd: directory,
      // Node hands its own NODE_V8_COVERAGE on to whoever does not have one.
      env: Object.assign(Object.create(null), { NODE_V8_COVERAGE: undefined }, environment),
      // A process group of its own, so that stopping it also stops what it started.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    const timer = setTimeout(() => {
      end(child.pid);
      resolve(`${program} took longer than ${timeoutMs} ms and was stopped`);
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve(`${program} could not be started: ${error.message}`);
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(code === 0 ? undefined : `${program} ended with ${signal ?? `exit code ${code}`}`);
    });
    // It need not read.
    child.stdin?.on('error', () => undefined).end(document);
    child.unref();
  });
}

function end(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
