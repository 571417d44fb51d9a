// Where planned programs run. The gate knows no more of it than this: on this machine they are processes
// (`gate/local-runner.ts`); somewhere else they may be something else.

import type { GateError } from '../vocabulary/gate-error.js';
import type { LineEnd, LineHands } from '../vocabulary/line.js';
import type { ProgramPlan, StreamName } from '../vocabulary/program.js';
import type { Caller, Session } from '../vocabulary/request.js';
import type { HeldScope, RepositoryAccess } from '../vocabulary/sandbox.js';
import type { ProcessOutput } from './process/output/process-output.js';
import type { ProgramInput } from './process/program-input.js';
import type { PipelineEnd } from './process/run-pipeline.js';
import type { ProcessEnd } from './process/run-process.js';
import type { WayOut } from './sandbox/sandbox.js';
import type { HeldNetwork, NetworkOwner } from './sandbox/session-network/session-networks.js';

/** Takes plans, tells their run what happens, and gives their ends. Whatever a program does is an end. */
export interface Runner {
  run(plan: ProgramPlan, host: RunnerHost): Promise<ProcessEnd>;
  /** Several that belong together: the output of each is what the next one reads. */
  runPipeline(plans: readonly ProgramPlan[], host: RunnerHost): Promise<PipelineEnd>;
  /** For a run that goes on in the background: from now on, later ones of its session reach what listens in it. */
  holdNetwork?(plan: ProgramPlan, owner: NetworkOwner): Promise<HeldNetwork | string | undefined>;
  /** For what goes with a run, where its programs can reach it. */
  makeDirectory(): Promise<string>;
  close(): Promise<void>;
}

/** The run that programs belong to, as far as whoever starts them has to know it. */
export interface RunnerHost {
  readonly runId: string;
  readonly caller: Caller;
  readonly session: Session;
  readonly signal: AbortSignal;
  /** Counted from the start of the program. */
  readonly timeoutMs: number;
  /** It was judged as what the system keeps inside: it must not start anywhere else. */
  readonly isHeld: boolean;
  /** What `makeDirectory` gave it, where it asked. */
  readonly ownDirectory: string | undefined;
  /** Whether its output can be read when this process is gone. */
  readonly keepsOutput: boolean;
  /** How this program gets out of the sandbox, beyond what is configured. */
  wayOut(plan: ProgramPlan): WayOut;
  /** It asked for a host, as `host:port`, that it may not reach. */
  onRefused(plan: ProgramPlan, host: string): void;
  /** Asked in the moment before the start. `hasWaited`: it had to wait for its turn. */
  mayStart(hasWaited: boolean): GateError | undefined;
  /** Of a list: what the next program really is, now that the one before it has printed this; or why there is none. */
  goOn(printed: string): ProgramPlan | GateError;
  /** Of a line: says what to start, one by one. */
  readonly conduct: ((hands: LineHands) => Promise<LineEnd>) | undefined;
  /** Of a line: whether one of its programs may do what the others may not, and so gets a sandbox of its own. */
  runsApart(plan: ProgramPlan): boolean;
  /** Asked in the moment before such a program starts. */
  mayStartApart(plan: ProgramPlan): GateError | undefined;
  /** Its programs are about to start. */
  onBegin(): void;
  /** All of them have ended. */
  onEnd(): void;
  onState(state: 'starting' | 'running', pid?: number): void;
  /** Called once, before the start, with what will hold the output: it can be read while the program runs. */
  readonly onCapture: ((output: ProcessOutput) => void) | undefined;
  readonly onInput: ((input: ProgramInput) => void) | undefined;
  /** Where it gives a promise, the program waits for it. */
  readonly onOutput: ((stream: StreamName, text: string) => unknown) | undefined;
  /** What one of its programs, or a line of them, may do to the repository of the workspace; or why it may not run. */
  repositoryAccess(plan: ProgramPlan): RepositoryAccess;
  /** Whether git may go on with these settings of the repository, which a program changed. Undefined: there is no file. */
  maySet(before: string | undefined, after: string | undefined): boolean;
  /** What keeps a program inside. */
  tellScope(scope: HeldScope): void;
  log(level: 'info' | 'warn', message: string): void;
  /** Something that its caller has to know. */
  warn(code: string, message: string): void;
}
