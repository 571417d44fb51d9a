// What a person is told of a run that asks, and what is remembered of that.

import { redactValues } from '../command-line/redact.js';
import { describePlan } from '../execution/process/planning/describe-plan.js';
import { redactArguments, secretWords } from '../policy/rules/redact-arguments.js';
import type { ApprovalSubject } from '../vocabulary/approval.js';
import { untoldIn } from '../vocabulary/program.js';
import { describeSandbox } from './describe-sandbox.js';
import { shownInput } from './describe-without-running.js';
import type { Run } from './run.js';

export function subjectOf(run: Run, paths: readonly string[]): ApprovalSubject {
  const about = { request: run.command, command: run.path.join(' ') };
  if (!run.plan) return { ...about, input: run.resolved ? shownInput(run.resolved, run.input) : {} };
  const held = run.sandbox && { sandbox: describeSandbox(run.sandbox) };
  return { ...about, ...describePlan(run.plan), ...held, touches: paths };
}

/** A person may have to see what is in an argument; what is remembered for ever must not hold it. */
export function withoutSecrets(subject: ApprovalSubject, { secrets = [], plan }: Run): ApprovalSubject {
  const { args, touches = [], followed_by } = subject;
  if (!args) return subject;
  const hidden = plan ? [...secrets, ...untoldIn(plan)] : secrets;
  const inPaths = [...hidden, ...secretWords(args, hidden)];
  return {
    ...subject,
    args: redactArguments(args, hidden),
    ...(followed_by && {
      followed_by: followed_by.map((later) => ({ ...later, args: redactArguments(later.args, hidden) })),
    }),
    touches: touches.map((path) => redactValues(path, inPaths)),
  };
}
