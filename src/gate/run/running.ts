// A run that was let in: what it may use, and what came of it so far.

import type { HandlerResult } from '../../execution/handler/run-handler.js';
import type { WantedHosts } from '../../vocabulary/approval.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { RecordedOutput } from '../../vocabulary/run-record.js';

/** How it ended: what a handler did, or what became of a program or of the try to start it. */
export type Ended = HandlerResult | Outcome;

/** Who asked for a host that it may not reach. */
export interface RefusedProgram extends Omit<WantedHosts, 'hosts'> {
  /** Nobody else could have asked: a yes can be for this program. */
  readonly isAlone: boolean;
}

export interface RefusedHosts extends WantedHosts, RefusedProgram {}

export class RunningNetwork {
  /** What a person lets its programs reach because an earlier run of the same call was refused that. */
  late: readonly WantedHosts[] = [];
  /** Whether one of its programs may talk to somebody, as far as that is known. */
  mayConnect = false;
  /** What its programs asked for and may not reach. */
  refused: readonly RefusedHosts[] = [];

  refuse(who: RefusedProgram, host: string): void {
    const { program } = who;
    const others = this.refused.filter((one) => one.program !== program);
    const before = this.refused.find((one) => one.program === program)?.hosts ?? [];
    this.refused = [...others, { ...who, hosts: [...before, host] }];
  }
}

export class Running {
  /** On the clock of `performance.now()`: from here its time counts. */
  readonly enteredAt: number;
  readonly timeoutMs: number;
  /** How much of the answer is sent. */
  readonly keepBytes: number;
  /** How much of each stream of a program stands in the answer. */
  readonly previewBytes: number;
  /** Whether what it gives can be read after its answer. */
  readonly keepsOutput: boolean;
  /** Whether its handler was called, or its program was started: from then on it may have done something. */
  wasEntered = false;
  /** Of a program: how it ended. */
  exit: { readonly exitCode: number | null; readonly signal: string | null } | undefined;
  /** Where its handler keeps what goes with the run, once it has asked for that. */
  ownDirectory: string | undefined;
  /** How far it came, of a command that works on several things. */
  soFar: (() => Readonly<Record<string, unknown>>) | undefined;
  /** About how much of its answer was not even written. */
  leftOutBytes = 0;
  /** As JSON, where the answer holds only a part of it. */
  fullAnswer: string | undefined;
  /** The state of the workspace before it, where that was kept, and when. */
  snapshot: { readonly id: string; readonly at: string } | undefined;
  /** Why that was not kept, where it should have been. */
  notKept: string | undefined;
  /** What is kept of its output. */
  recordedOutput: RecordedOutput | undefined;

  readonly network = new RunningNetwork();

  constructor(enteredAt: number, timeoutMs: number, keepBytes: number, previewBytes: number, keepsOutput: boolean) {
    this.enteredAt = enteredAt;
    this.timeoutMs = timeoutMs;
    this.keepBytes = keepBytes;
    this.previewBytes = previewBytes;
    this.keepsOutput = keepsOutput;
  }

  forgetAnswer(): void {
    this.fullAnswer = undefined;
  }
}
