// What a handler may use beside its arguments, and what has to be gone when its run ends: programs, a directory, locks.

import { rm } from 'node:fs/promises';
import type { LockOptions, PipelineStage, SpawnOptions, SpawnResult } from '../../../vocabulary/context.js';
import { CommandError, type GateError } from '../../../vocabulary/gate-error.js';
import { type ProgramPlan, printedLast } from '../../../vocabulary/program.js';
import { reasonPrinted } from '../../../vocabulary/reason-printed.js';
import type { PipelineEnd } from '../../process/run-pipeline.js';
import type { ProcessEnd } from '../../process/run-process.js';
import { type EndedProgram, readSpawned } from './read-spawned.js';

/** What the tools of one run need from whoever runs it. */
export interface ToolsHost {
  readonly runId: string;
  /** No program of the run takes longer. */
  readonly timeoutMs: number;
  /** Throws a TypeError for a mistake of the author's, and a CommandError for what the caller can cause. */
  plan(program: string, args: readonly string[], options: SpawnOptions): ProgramPlan;
  runProgram(plan: ProgramPlan, host: ProgramHost): Promise<ProcessEnd>;
  runPipeline(plans: readonly ProgramPlan[], host: ProgramHost): Promise<PipelineEnd>;
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
    const plan = this.#host.plan(program, args, options);
    const end = await this.#track((host) => this.#host.runProgram(plan, host), options);
    return await readSpawned(whenEnded(end), options.outputBytes);
  }

  async pipeline(stages: readonly PipelineStage[], options: SpawnOptions = {}): Promise<SpawnResult> {
    if (!Array.isArray(stages) || stages.length === 0 || !stages.every(Array.isArray)) {
      throw new TypeError('A pipeline is a list of programs, each a list of its name and its arguments.');
    }
    // All of them before the first one starts: what cannot run at all should not run in part.
    const plans = stages.map(([program, ...args]) => this.#host.plan(program, args, options));
    const end = await this.#track((host) => this.#host.runPipeline(plans, host), options);
    switch (end.status) {
      case 'ended':
        return await readSpawned({ ...end.last, status: 'exited' }, options.outputBytes);
      case 'failed':
        throw await stageFailed(end, plans);
      case 'canceled':
        throw hasEnded();
      case 'not-started':
        throw cannotRun(end.error);
      default:
        return end satisfies never;
    }
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

  /** Whatever it starts ends with the run, and is waited for. */
  async #track<T>(start: (host: ProgramHost) => Promise<T>, { timeoutMs = Infinity }: SpawnOptions): Promise<T> {
    if (this.#ending.signal.aborted) throw hasEnded();
    const running = start({
      // To the keeper each program is a run of its own.
      runId: `${this.#host.runId}.${++this.#started}`,
      signal: this.#ending.signal,
      timeoutMs: Math.min(timeoutMs, this.#host.timeoutMs),
    });
    this.#programs.add(running);
    try {
      return await running;
    } finally {
      this.#programs.delete(running);
    }
  }
}

function whenEnded(end: ProcessEnd): EndedProgram {
  if (end.status === 'exited' || (end.status === 'stopped' && end.by === 'timeout')) return end;
  if (end.status === 'stopped') throw hasEnded();
  throw cannotRun(end.error);
}

function cannotRun({ code, message, hint, details, row }: GateError): Error {
  return code === 'CANCELED' ? hasEnded() : new CommandError(code, message, { hint, details, exitCode: row.exitCode });
}

/** What a handler that goes on after the end of its run gets. */
export function hasEnded(): DOMException {
  return new DOMException('The run has ended.', 'AbortError');
}

const longestEnding = 1_500;

async function stageFailed(
  { stage, timedOut, end, error }: Extract<PipelineEnd, { status: 'failed' }>,
  plans: readonly ProgramPlan[],
): Promise<CommandError> {
  const { exitCode, signal, stderr } = await readSpawned({ ...end, status: 'exited' });
  const name = plans[stage]?.name;
  const ended = signal === null ? `exited with code ${exitCode}` : `was terminated by ${signal}`;
  const problem = timedOut ? 'exceeded its time limit' : ended;
  const { text: last, isCut } = reasonPrinted(stderr);
  const rest = isCut ? ' (the rest is in data.stderr)' : '';
  const printed = last === '' ? 'It printed no reason; tell the author of the command' : `${printedLast}${last}${rest}`;
  return new CommandError('EXECUTION_ERROR', `Stage ${stage + 1} of ${plans.length} (${name}) ${problem}`, {
    hint: error ? `${error.message} ${error.hint}` : printed,
    data: {
      ...{ stage: stage + 1, of: plans.length, program: name, exit_code: timedOut ? null : exitCode },
      ...(isCut && { stderr: stderr.trimEnd().slice(-longestEnding).toWellFormed() }),
    },
  });
}
