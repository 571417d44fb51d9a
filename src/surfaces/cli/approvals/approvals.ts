// `cmdgate approvals`: where a person answers what the policy does not decide alone.

import { openFileApprovalStore } from '../../../ledger/approvals/file-approval-store.js';
import { terminalSafe } from '../../../renderings/text/terminal-safe.js';
import { GateError } from '../../../vocabulary/gate-error.js';
import type { Io } from '../io.js';
import { loadingProblem } from '../loading-problem.js';
import type { Program } from '../program.js';
import { writeAnswer } from '../write-answer.js';
import { type Answer, answerAtOnce, failed } from './answer-at-once.js';
import { findDirectory } from './find-directory.js';
import { type ApprovalsAction, readApprovalsArguments } from './own-arguments.js';
import { refuseUnlessPerson } from './person-only.js';
import { runLiveList } from './run-live-list.js';

export interface ApprovalsUse {
  readonly program: Program;
  readonly config: string | false | undefined;
  readonly io: Io;
}

/** Resolves to the exit code. */
export async function approvals(words: readonly string[], { program, config, io }: ApprovalsUse): Promise<number> {
  const problems: string[] = [];
  const read = readApprovalsArguments(words);
  const answer = read instanceof GateError ? failed(read) : await attempt(read.action);
  if (typeof answer === 'number') {
    for (const problem of problems) io.stderr.write(`warning: ${terminalSafe(problem)}\n`);
    return answer;
  }
  const presentation = read instanceof GateError ? {} : read.presentation;
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
      const directory = await findDirectory(config, io.directory);
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
