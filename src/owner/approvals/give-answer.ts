import type { AnswerResult } from '../../ledger/approvals/approval-store.js';
import type { FileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import type { Approval, ApprovalAnswer } from '../../vocabulary/approval.js';

export interface PersonsAnswer {
  readonly answer: ApprovalAnswer['answer'];
  readonly always: boolean;
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
  { id, always: offered }: Approval,
  { answer, always, session, note }: PersonsAnswer,
): Promise<AnswerGiven> {
  // Without "always": the rule is written here, and a gate that takes the answer later must not bring it back.
  const result = store.answer(id, {
    ...{ answer, by: 'terminal' },
    ...(session && { session }),
    ...(note !== undefined && { note }),
  });
  let ruleProblem: Error | undefined;
  if (result === 'answered' && always && offered) {
    // At once: a gate may never take the answer.
    await store.addAlways(offered.rule).catch((error: Error) => {
      ruleProblem = error;
    });
  }
  return { result, ruleProblem };
}
