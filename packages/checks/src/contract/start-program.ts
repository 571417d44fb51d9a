// One process of the executable that is looked at: without a shell, in a process group of its own, with limits.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

export interface ProgramRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeLimitMs: number;
  /** Called when it has exited, before what it left behind is ended. */
  readonly afterExit?: (() => Promise<void>) | undefined;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly ms: number;
  /** It had to be killed. */
  readonly overtime: boolean;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  /** Never rejects; afterwards nothing of its process group is left. */
  readonly ended: Promise<Ended>;
  /** What it has printed until now. */
  printed(): string;
}

/** What is printed beyond is not kept. */
const keptBytes = 64 * 1024 * 1024;

export function startProgram({ argv, cwd, environment, timeLimitMs, afterExit }: ProgramRequest): StartedProgram {
  const began = performance.now();
  const [program = '', ...words] = argv;
  const child = spawn(program, words, { cwd, env: { ...environment }, stdio: 'pipe', shell: false, detached: true });
  const stdout = keep(child, 'stdout');
  const stderr = keep(child, 'stderr');
  // A program that does not read its input is no fault of ours.
  child.stdin.on('error', () => undefined);
  return { child, ended: end(), printed: () => Buffer.concat(stdout).toString() };

  async function end(): Promise<Ended> {
    let overtime = false;
    const limit = setTimeout(() => {
      overtime = true;
      killGroup(child.pid);
    }, timeLimitMs);
    const exited = once(child, 'exit').catch((error: Error) => {
      stderr.push(Buffer.from(error.message));
      return [null, null];
    });
    // Registered now: both events may have passed when the first is dealt with.
    const closed = once(child, 'close').catch(() => undefined);
    const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null];
    clearTimeout(limit);
    const ms = Math.round(performance.now() - began);
    await afterExit?.();
    // What it left behind may hold the pipes open for ever.
    await Promise.race([closed, delay(500, undefined, { ref: false })]);
    killGroup(child.pid);
    await readRest();
    for (const stream of child.stdio) stream?.destroy();
    return { code, signal, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr), ms, overtime };
  }

  /** On a busy machine half a second may pass before anything is read: what it printed is in the pipe nevertheless. */
  async function readRest(): Promise<void> {
    let chunks: number;
    do {
      chunks = stdout.length + stderr.length;
      await nextTurn();
    } while (stdout.length + stderr.length > chunks);
  }
}

function keep(child: ChildProcess, name: 'stdout' | 'stderr'): Buffer[] {
  const chunks: Buffer[] = [];
  let size = 0;
  child[name]?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= keptBytes) chunks.push(chunk);
  });
  return chunks;
}

export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
