// What a handler may use beside its arguments, and what has to be gone when its run ends: programs, a directory, locks.

import { rm } from 'node:fs/promises';
import type { LockOptions, PipelineStage, SpawnOptions, SpawnResult } from '../../../vocabulary/context.js';
import { CommandError } from '../../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import type { ProcessEnd } from '../../process/run-process.js';
import { type EndedProgram, readSpawned, type SpawnedProgram } from './read-spawned.js';
import { planSpawn, type SpawnSurroundings } from './spawn-plan.js';

/** What the tools of one run need from whoever runs it. */
export interface ToolsHost {
  readonly runId: string;
  readonly surroundings: SpawnSurroundings;
  /** No program of the run takes longer. */
  readonly timeoutMs: number;
  runProgram(plan: ProgramPlan, host: ProgramHost): Promise<ProcessEnd>;
  /** A new directory that nobody else can look into. */
  makeDirectory(): Promise<string>;
  acquireLock(name: string, options: LockOptions, signal: AbortSignal): Promise<() => void>;
}

export interface ProgramHost {
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export class RunTools {
  readonly #host: ToolsHost;
  readonly #ending = new AbortController();
  readonly #programs = new Set<Promise<unknown>>();
  readonly #locks = new Set<() => void>();
  #directory: Promise<string> | undefined;
  #started = 0;

  constructor(host: ToolsHost) {
    this.#host = host;
  }

  async spawn(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<SpawnResult> {
    const { result } = await this.#run(planSpawn(program, args, options, this.#host.surroundings), options);
    return result;
  }

  async pipeline(stages: readonly PipelineStage[], options: SpawnOptions = {}): Promise<SpawnResult> {
    if (!Array.isArray(stages) || stages.length === 0 || !stages.every(Array.isArray)) {
      throw new TypeError('A pipeline is a list of programs, each a list of its name and its arguments.');
    }
    // All of them before the first one starts: what cannot run at all should not run in part.
    const plans = stages.map(([program, ...args]) => planSpawn(program, args, options, this.#host.surroundings));
    let stdin = plans[0]?.stdin;
    let last: SpawnedProgram | undefined;
    for (const [index, plan] of plans.entries()) {
      last = await this.#run({ ...plan, stdin }, options);
      const problem = findProblem(last, index < plans.length - 1);
      if (problem !== undefined) throw stageFailed(index + 1, plans.length, plan.name, problem, last.result);
      stdin = last.printed;
    }
    return (last as SpawnedProgram).result;
  }

  async temporaryDirectory(): Promise<string> {
    if (this.#ending.signal.aborted) throw hasEnded();
    this.#directory ??= this.#host.makeDirectory();
    return await this.#directory;
  }

  async lock(name: string, options: LockOptions = {}): Promise<() => void> {
    const free = await this.#host.acquireLock(name, options, this.#ending.signal);
    const release = () => {
      if (this.#locks.delete(release)) free();
    };
    this.#locks.add(release);
    if (this.#ending.signal.aborted) {
      release();
      throw hasEnded();
    }
    return release;
  }

  /** Ends what still runs, and waits until it has. */
  async endPrograms(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled(this.#programs);
  }

  /** After everything else: clean-up work may still need them. */
  async release(): Promise<void> {
    for (const release of this.#locks) release();
    const directory = await this.#directory?.catch(() => undefined);
    if (directory !== undefined) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }

  async #run(plan: ProgramPlan, options: SpawnOptions): Promise<SpawnedProgram> {
    if (this.#ending.signal.aborted) throw hasEnded();
    const running = this.#host.runProgram(plan, {
      // To the keeper each program is a run of its own.
      runId: `${this.#host.runId}.${++this.#started}`,
      signal: this.#ending.signal,
      timeoutMs: Math.min(options.timeoutMs ?? this.#host.timeoutMs, this.#host.timeoutMs),
    });
    this.#programs.add(running);
    try {
      return await readSpawned(await whenEnded(running), options.outputBytes);
    } finally {
      this.#programs.delete(running);
    }
  }
}

async function whenEnded(running: Promise<ProcessEnd>): Promise<EndedProgram> {
  const end = await running;
  if (end.status === 'exited' || (end.status === 'stopped' && end.by === 'timeout')) return end;
  if (end.status === 'stopped') throw hasEnded();
  const { code, message, hint, details } = end.error;
  if (code === 'CANCELED') throw hasEnded();
  throw new CommandError(code, message, { hint, details, exitCode: end.error.row.exitCode });
}

/** What a handler that goes on after the end of its run gets. */
export function hasEnded(): DOMException {
  return new DOMException('The run has ended.', 'AbortError');
}

function findProblem({ result, isWhole }: SpawnedProgram, isRead: boolean): string | undefined {
  const { exitCode, signal, timedOut } = result;
  if (timedOut) return 'took longer than its limit';
  if (signal !== null) return `was ended by ${signal}`;
  if (exitCode !== 0) return `exited with code ${exitCode}`;
  return isRead && !isWhole ? 'printed more than the next one can be given' : undefined;
}

const longestEnding = 1_500;

function stageFailed(number: number, of: number, name: string, problem: string, { exitCode, stderr }: SpawnResult) {
  const last = stderr.trimEnd().slice(-longestEnding).toWellFormed();
  return new CommandError('EXECUTION_ERROR', `Stage ${number} of ${of} (${name}) ${problem}`, {
    hint: last === '' ? 'It printed no reason; check the input and retry' : `It printed last: ${last}`,
    data: { stage: number, of, program: name, exit_code: exitCode },
  });
}
