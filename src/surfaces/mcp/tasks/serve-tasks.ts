// The methods of the tasks extension: how a task is, what its client's person says, and that it shall end.

import {
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { KnownRun } from '../../../gate/run/run-book.js';
import type { Outcome } from '../../../vocabulary/outcome.js';
import { anyParams } from '../any-params.js';
import { readAnswer } from '../approval-question.js';
import { takesTasks, wayToAsk } from '../client-abilities.js';
import type { McpServerOptions } from '../server-options.js';
import { describeTask } from './describe-task.js';
import { describePastTask } from './past-task.js';
import { type Task, tasksExtension } from './task.js';
import type { Tasks } from './tasks.js';

/** What runs are called; nothing else reaches a command line. */
const runIds = /^run_[0-9a-z_]{1,80}$/;

export function serveTasks(server: Server, tasks: Tasks, options: McpServerOptions): void {
  const { gate, caller, session, door } = options;

  const serve = (
    method: string,
    answer: (taskId: string, context: ServerContext) => Promise<Task | Record<string, never>>,
  ) => {
    server.setRequestHandler(method, { params: anyParams }, async (params, context) => {
      if (!takesTasks(context)) throw missingExtension();
      const { taskId } = params;
      if (typeof taskId !== 'string' || !runIds.test(taskId)) throw unknownTask(taskId);
      return { ...(await answer(taskId, context)) };
    });
  };

  /** A run that this process does not remember, which may be another gate's. */
  const ofGate = async (verb: 'show' | 'cancel', taskId: string) => {
    const outcome = await gate.run({ line: ['runs', verb, taskId], door, caller, session });
    if (outcome.status === 'failed') throw refused(outcome, taskId);
    return outcome;
  };

  serve('tasks/get', async (taskId, context) => {
    const known = gate.find(caller, taskId);
    if (!known) return describePastTask(await ofGate('show', taskId));
    const asks = wayToAsk(server, context) === 'between-calls';
    const form = asks ? tasks.formOf(known)?.params : undefined;
    return describeTask(known, { render: tasks.renderingOf(known), form });
  });

  serve('tasks/update', async (taskId, context) => {
    const known = gate.find(caller, taskId);
    if (known) await hear(known, context);
    else await ofGate('show', taskId);
    return {};
  });

  serve('tasks/cancel', async (taskId) => {
    if (gate.find(caller, taskId)) gate.cancel({ run: taskId });
    else await ofGate('cancel', taskId);
    return {};
  });

  /** Answers to anything but the open question are passed over, as the extension wants it. */
  const hear = async (known: KnownRun, { mcpReq }: ServerContext) => {
    const { approvalId } = known;
    const form = tasks.formOf(known);
    if (approvalId === undefined || !form) return;
    const response = inputResponse(mcpReq.inputResponses, approvalId);
    if (response.kind !== 'elicit') return;
    const { always, session_means, similar } = form.approval;
    const answer = readAnswer(response, always !== null, session_means !== undefined, similar !== undefined);
    if (answer) (await gate.approvals()).answer(approvalId, answer, caller);
    form.close();
  };
}

function missingExtension(): ProtocolError {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
}

function unknownTask(taskId: unknown): ProtocolError {
  const named = typeof taskId === 'string' ? `: ${JSON.stringify(taskId.slice(0, 100))}` : '';
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown task${named}. To list the known runs, call the tool cli with the command 'runs list'.`,
  );
}

/** That the gate has no time now does not mean that there is no such task. */
function refused({ error }: Extract<Outcome, { status: 'failed' }>, taskId: string): ProtocolError {
  if (error.retryAfterMs === undefined) return unknownTask(taskId);
  return new ProtocolError(ProtocolErrorCode.InternalError, `${error.message}. ${error.hint}`);
}
