// Outcome → what createShell().run() gives.

import { describeAnswer } from '../../renderings/shell-cmd/describe-answer.js';
import type { RenderedShellCmd } from '../../renderings/shell-cmd/render-shell-cmd.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome, Warning } from '../../vocabulary/outcome.js';
import type { RunState } from '../../vocabulary/program.js';
import type { HeldScope } from '../../vocabulary/sandbox.js';

export interface ShellArtifact {
  readonly path: string;
  readonly sha256?: string;
  readonly bytes?: number;
  /** Why there is no hash. */
  readonly error?: string;
}

export interface ShellResult {
  readonly runId: string;
  /** `queued`, `starting` or `running` where the result came before the end. */
  readonly state: RunState;
  /** `null` where the program did not end by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly durationMs: number;
  readonly artifacts: readonly ShellArtifact[];
  /** What kept the program inside the workspace: the system, or only the look at its arguments. */
  readonly scope: HeldScope | undefined;
  /** What a program that is itself an assistant had to say. */
  readonly assistantOutput: string | undefined;
  readonly error: GateError | undefined;
  readonly warnings: readonly Warning[];
  /** The answer for a model, in the form that was asked for. */
  readonly text: string;
}

export function toShellResult(outcome: Outcome, { text }: RenderedShellCmd): ShellResult {
  const { state, runId, durationMs, program, error, warnings } = describeAnswer(outcome);
  return {
    runId,
    state,
    exitCode: program?.exitCode ?? null,
    stdout: program?.stdout ?? '',
    stderr: program?.stderr ?? '',
    timedOut: state === 'timed_out',
    durationMs,
    artifacts: program?.artifacts ?? [],
    scope: outcome.run.about?.scope as HeldScope | undefined,
    assistantOutput: program?.assistantOutput,
    error,
    warnings,
    text,
  };
}
