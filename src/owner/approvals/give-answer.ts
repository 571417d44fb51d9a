import type { AnswerResult } from '../../ledger/approvals/approval-store.js';
import type { FileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { type AlwaysRule, type Approval, type ApprovalAnswer, rulesOf } from '../../vocabulary/approval.js';

export interface PersonsAnswer {
  readonly answer: ApprovalAnswer['answer'];
  readonly always: boolean;
  /** With `always`: for this program with these options in this directory. */
  readonly similar?: boolean | undefined;
  /** For all that the session asks later, as far as the question says. */
  readonly session?: boolean | undefined;
  readonly note?: string | undefined;
}

export interface AnswerGiven {
  readonly result: AnswerResult;
  /** Why the rule could not be written. The approval itself holds. */
  readonly ruleProblem: Error | undefined;
}

/** Answers as the person at this terminal, and writes the rule where that was wanted and the answer counted. */
export async function giveAnswer(
  store: FileApprovalStore,
  { id, always: exact, similar: wider }: Approval,
  { answer, always, similar, session, note }: PersonsAnswer,
): Promise<AnswerGiven> {
  // Without "always": the rule is written here, and a gate that takes the answer later must not bring it back.
  const result = store.answer(id, {
    ...{ answer, by: 'terminal' },
    ...(session && { session }),
    ...(note !== undefined && { note }),
  });
  let ruleProblem: Error | undefined;
  const offered = similar ? wider : exact;
  if (result === 'answered' && always && offered) {
    // At once: a gate may never take the answer.
    await write(store, offered).catch((error: Error) => {
      ruleProblem = error;
    });
  }
  return { result, ruleProblem };
}

async function write(store: FileApprovalStore, offered: AlwaysRule): Promise<void> {
  for (const rule of rulesOf(offered)) await store.addAlways(rule);
}
