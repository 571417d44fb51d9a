// A gate with programs, some of which ask, and plans through it as one text. What people are asked is kept.

import { onTestFinished } from 'vitest';
import type { Gate } from '../../src/gate/gate.js';
import { openSession } from '../../src/gate/session.js';
import { type Approval, type ApprovalAnswer, type Caller, createGate, type GateError } from '../../src/index.js';
import { runCall } from '../../src/surfaces/exec/run-call.js';
import { type Files, newWorkspace } from '../shell/workspace.js';
import type { Envelope } from './ledger.js';

/** Reading is allowed, changing asks, and the rest is denied. */
const policy = {
  extends: 'nothing',
  default: 'deny',
  rules: [
    {
      id: 'reads',
      decision: 'allow',
      reason: 'It only reads, or copies what is there.',
      program: ['cat', 'cp', 'printf', 'true', 'false'],
      match: ['cat made'],
      not_match: ['touch made'],
    },
    {
      id: 'makes-files',
      decision: 'ask',
      reason: 'It makes files, or runs anything.',
      program: ['touch', 'sh'],
      match: ['touch made'],
      not_match: ['cat made'],
    },
  ],
};

export const yes: ApprovalAnswer = { answer: 'approve', by: 'test' };
export const no: ApprovalAnswer = { answer: 'deny', by: 'test', note: 'Not today.' };

export interface PlanGateOptions {
  readonly files?: Files;
  /** What the person says to each question; nobody is there unless given. */
  readonly approve?: (approval: Approval, workspace: string) => ApprovalAnswer | undefined;
  readonly audit?: boolean;
}

export interface PlanGate {
  readonly gate: Gate;
  readonly workspace: string;
  readonly asked: readonly Approval[];
  exec(lines: readonly unknown[], options?: string, caller?: Caller): Promise<PlanAnswer>;
}

/** What a plan in one text comes to. */
export interface PlanAnswer {
  readonly error: GateError | undefined;
  readonly answers: readonly Envelope[];
  readonly succeeded?: number;
  readonly failed?: number;
  readonly not_run?: number;
}

export const owner: Caller = { name: 'owner', may: 'everything' };

export async function openPlanGate({ files = {}, approve, audit = false }: PlanGateOptions = {}): Promise<PlanGate> {
  const workspace = newWorkspace(files);
  const asked: Approval[] = [];
  const { gate } = await createGate({
    config: { name: 'plans', workspace, shell: { enabled: true }, policy, audit },
    directory: workspace,
    approve: async (approval) => {
      asked.push(approval);
      return approve?.(approval, workspace);
    },
  });
  onTestFinished(() => gate.close());
  const session = openSession(workspace);
  return {
    gate,
    workspace,
    asked,
    exec: async (lines, options = '--plan', caller = owner) => {
      const line = `exec ${options} --input '${lines.map((one) => JSON.stringify(one)).join('\n')}'`;
      const outcome = await runCall(gate, { line, door: 'library', caller, session });
      const error = outcome.status === 'failed' ? outcome.error : undefined;
      const result = (outcome.status === 'failed' ? outcome.error.result : outcome.data) as Partial<PlanAnswer>;
      return { answers: [], ...result, error };
    },
  };
}

/** A program as a line of a plan. */
export function shell(command: unknown, ...parameters: unknown[]): Record<string, unknown> {
  return { _cmd: 'shell', command, parameters };
}
