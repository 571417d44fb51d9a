// `cmdgate approvals`: where a person answers what the policy does not decide alone.

import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { openFileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { terminalSafe } from '../../renderings/text/terminal-safe.js';
import { writeAnswer } from '../../terminal/write-answer.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { OwnerCall } from '../owner-command.js';
import { type Answer, answerAtOnce, failed } from './answer-at-once.js';
import { findDirectory } from './find-directory.js';
import { refuseUnlessPerson } from './person-only.js';
import { runLiveList } from './run-live-list.js';

export type ApprovalsAction =
  | { readonly action: 'watch' | 'list' }
  | { readonly action: 'show'; readonly id: string }
  | {
      readonly action: 'approve' | 'deny';
      readonly id: string;
      readonly always: boolean;
      readonly session: boolean;
      readonly note: string | undefined;
    };

interface Given {
  readonly action?: 'list' | 'show' | 'approve' | 'deny';
  readonly id?: string;
  readonly always?: boolean;
  readonly session?: boolean;
  readonly note?: string;
}

/** Resolves to the exit code. */
export async function approvals({ program, choice, io, input, standard: presentation }: OwnerCall): Promise<number> {
  const problems: string[] = [];
  const answer = await attempt(toAction(input as Given));
  if (typeof answer === 'number') {
    for (const problem of problems) io.stderr.write(`warning: ${terminalSafe(problem)}\n`);
    return answer;
  }
  const warnings = problems.map((message) => ({ code: 'IGNORED_FILE', message }));
  return await writeAnswer(
    { ...answer.outcome, run: { ...answer.outcome.run, presentation, warnings } },
    { version: program.version, directory: io.directory, toText: answer.toText },
    io,
  );

  async function attempt(action: ApprovalsAction): Promise<Answer | number> {
    try {
      const refusal = mayOnlyBePerson(action) ? refuseUnlessPerson(io, program.name) : undefined;
      if (refusal) return failed(refusal);
      const directory = await findDirectory(choice.config, io.directory);
      const store = openFileApprovalStore({ directory, onProblem: (problem) => problems.push(problem) });
      return action.action === 'watch' ? await runLiveList(store, io) : await answerAtOnce(action, store, io);
    } catch (error) {
      return failed(error instanceof GateError ? error : loadingProblem(error));
    }
  }
}

function mayOnlyBePerson({ action }: ApprovalsAction): boolean {
  return action === 'watch' || action === 'approve';
}

function toAction({ action, id = '', always = false, session = false, note }: Given): ApprovalsAction {
  if (action === 'approve' || action === 'deny') return { action, id, always, session, note };
  return action === 'show' ? { action, id } : { action: action ?? 'watch' };
}
