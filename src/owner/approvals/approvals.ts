// `cmdgate approvals`: where a person answers what the policy does not decide alone.

import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { openFileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { writeAnswer } from '../../terminal/write-answer.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { terminalSafe } from '../../vocabulary/terminal-safe.js';
import type { Choice } from '../choice.js';
import type { Program } from '../executable.js';
import type { OwnerCall } from '../owner-command.js';
import { type Answer, answerAtOnce, failed } from './answer-at-once.js';
import { type FoundDirectory, findDirectory } from './find-directory.js';
import { refuseUnlessPerson } from './person-only.js';
import { listRules, revokeRule } from './rules.js';
import { runLiveList } from './run-live-list.js';

export type ApprovalsAction =
  | { readonly action: 'watch' | 'rules' | 'list' }
  | { readonly action: 'revoke'; readonly id: string }
  | { readonly action: 'show'; readonly id: string }
  | {
      readonly action: 'approve' | 'deny';
      readonly id: string;
      readonly always: boolean;
      /** The rule for this program with these options in this directory. */
      readonly similar: boolean;
      readonly session: boolean;
      readonly note: string | undefined;
    };

interface NoteBeside {
  readonly code: string;
  readonly message: string;
}

interface Given {
  readonly action?: 'list' | 'show' | 'approve' | 'deny' | 'rules' | 'revoke';
  readonly id?: string;
  readonly always?: boolean;
  readonly similar?: boolean;
  readonly session?: boolean;
  readonly note?: string;
}

/** Resolves to the exit code. */
export async function approvals({ program, choice, io, input, standard: presentation }: OwnerCall): Promise<number> {
  const problems: string[] = [];
  const notes: NoteBeside[] = [];
  const answer = await attempt(toAction(input as Given));
  if (typeof answer === 'number') {
    for (const problem of problems) io.stderr.write(`warning: ${terminalSafe(problem)}\n`);
    return answer;
  }
  const warnings = [...notes, ...problems.map((message) => ({ code: 'IGNORED_FILE', message }))];
  return await writeAnswer(
    { ...answer.outcome, run: { ...answer.outcome.run, presentation, warnings } },
    { version: program.version, directory: io.directory, toText: answer.toText },
    io,
  );

  async function attempt(action: ApprovalsAction): Promise<Answer | number> {
    try {
      const refusal = mayOnlyBePerson(action) ? refuseUnlessPerson(io, program.name) : undefined;
      if (refusal) return failed(refusal);
      const { directory, workspace, isConfigured } = await directoryOf(program, choice, io.directory);
      const store = openFileApprovalStore({ directory, onProblem: (problem) => problems.push(problem) });
      if (action.action === 'watch') return await runLiveList(store, workspace, io);
      if (action.action === 'list' && !isConfigured && choice.config === undefined)
        notes.push(noConfiguration(workspace));
      if (action.action === 'rules') return listRules(store);
      return action.action === 'revoke' ? await revokeRule(action.id, store) : await answerAtOnce(action, store, io);
    } catch (error) {
      return failed(error instanceof GateError ? error : loadingProblem(error));
    }
  }
}

/** A user's own executable keeps them beside its ledger; without one, nothing waits for another terminal. */
async function directoryOf(program: Program, choice: Choice, directory: string): Promise<FoundDirectory> {
  const store = await program.findStore?.(choice);
  if (!store) return await findDirectory(choice.config, directory);
  if (store.kind === 'ledger') {
    return { directory: store.ledger.directory, workspace: undefined, isConfigured: true };
  }
  throw new CommandError('NO_APPROVALS', `${program.name} keeps no approvals, because it has no ledger`, {
    hint: "To approve requests here, give runCli a ledger: { directory }. Without one, run the agent's command yourself",
    exitCode: 4,
  });
}

/** What waits for a gate elsewhere is not seen here. */
function noConfiguration(workspace = ''): NoteBeside {
  const message = `There is no configuration in ${workspace}. To see the requests of a gate, run it where that gate runs, or name its configuration with --config.`;
  return { code: 'NO_CONFIGURATION', message };
}

function mayOnlyBePerson({ action }: ApprovalsAction): boolean {
  return action === 'watch' || action === 'approve';
}

function toAction({ action, id = '', always = false, similar = false, session = false, note }: Given): ApprovalsAction {
  if (action === 'approve' || action === 'deny')
    return { action, id, always: always || similar, similar, session, note };
  if (action === 'revoke') return { action, id };
  return action === 'show' ? { action, id } : { action: action ?? 'watch' };
}
