import type { AnswerResult } from '../../../ledger/approvals/approval-store.js';
import type { FileApprovalStore } from '../../../ledger/approvals/file-approval-store.js';
import type { Approval, ApprovalAnswer } from '../../../vocabulary/approval.js';

export interface PersonsAnswer {
  readonly answer: ApprovalAnswer['answer'];
  readonly always: boolean;
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
  { answer, always, note }: PersonsAnswer,
): Promise<AnswerGiven> {
  const result = store.answer(id, {
    answer,
    by: 'terminal',
    ...(always && { always }),
    ...(note !== undefined && { note }),
  });
  let ruleProblem: Error | undefined;
  if (result === 'answered' && always && offered) {
    // At once, and not only when a gate takes the answer: that may never happen.
    await store.addAlways(offered.rule).catch((error: Error) => {
      ruleProblem = error;
    });
  }
  return { result, ruleProblem };
}
