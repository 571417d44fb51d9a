import { describePlan } from '../../planning/describe-plan.js';
import type { Command, FunctionCommand, Input } from '../../vocabulary/command.js';
import { redactDeep, redacted } from '../../vocabulary/look-alikes.js';
import type { JudgedRun } from '../run/run.js';

/** What is answered without entering the handler: `--validate-only`, and a dry run of a command that has none. */
export function describeWithoutRunning(run: JudgedRun): Record<string, unknown> | undefined {
  const { command } = run.resolved;
  if (run.standard?.validateOnly) return { valid: true, command: command.path.join(' '), ...wouldAsk(run) };
  if (!run.dryRun) return undefined;
  if (run.plan) return { effect: 'would_run', would_run: describePlan(run.plan), ...wouldAsk(run) };
  if ((command as FunctionCommand).dryRun) return undefined;
  const would_run = { command: command.path.join(' '), input: shownInput(command, run.input) };
  return { effect: 'would_run', would_run, ...wouldAsk(run) };
}

/** What the client is told that runs it. A person who was asked here has said yes. */
export function describeHandOver({ judged: { judgement, asks } }: JudgedRun): Record<string, unknown> {
  const { decision, reason, instead } = judgement;
  // Whoever reads it would take the reason of the question for the reason of the yes.
  if (asks) return { decision: 'allow', reason: 'A person approved it.' };
  return { decision, reason, ...(instead !== undefined && { instead }) };
}

function wouldAsk({ judged: { judgement } }: JudgedRun): Record<string, unknown> {
  if (judgement.decision !== 'ask') return {};
  return { decision: 'ask', reason: judgement.reason };
}

/** The arguments of a function as they may be shown. */
export function shownInput(command: Command, input: Input): unknown {
  const shown: Record<string, unknown> = {};
  for (const { key, secret } of command.parameters) {
    if (input[key] !== undefined) shown[key] = secret ? redacted : input[key];
  }
  return redactDeep(shown);
}
