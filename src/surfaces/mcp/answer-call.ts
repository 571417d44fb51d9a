// One call of a tool, from its arguments to its answer. Where a person has to approve it, the client is asked.

import type { InputRequiredResult, LoggingLevel, ServerContext } from '@modelcontextprotocol/server';
import type { CallToolResult } from '../../renderings/mcp-result.js';
import type { Approval } from '../../vocabulary/approval.js';
import type { RunEvent } from '../../vocabulary/event.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { AskPerson, Request } from '../../vocabulary/request.js';
import { runCall } from '../exec/run-call.js';
import type { AskBetweenCalls, EarlierQuestion } from './ask-between-calls.js';
import { askDuringCall } from './ask-during-call.js';
import type { WayToAsk } from './client-abilities.js';
import { listenFor } from './listen-for.js';
import { readChat } from './read-chat.js';
import { linkOutput } from './resources/link-output.js';
import type { RecentRuns } from './resources/recent-runs.js';
import type { RunningCalls } from './running-calls.js';
import type { McpServerOptions } from './server-options.js';
import type { CreatedTask } from './tasks/task.js';
import type { Tasks } from './tasks/tasks.js';
import type { GateTool } from './tools.js';
import { withdrawWith } from './withdraw-with.js';

export interface OpenCall {
  readonly tool: GateTool;
  readonly given: Readonly<Record<string, unknown>> | undefined;
  readonly context: ServerContext;
  readonly options: McpServerOptions & { readonly calls: RunningCalls; readonly recent: RecentRuns };
  readonly betweenCalls: AskBetweenCalls;
  readonly way: WayToAsk;
  /** What the client calls itself. */
  readonly client: string | undefined;
  /** Where the client takes a task in place of an answer. */
  readonly tasks: Tasks | undefined;
  /** The least level of the log messages that the client wants. */
  readonly logLevel: LoggingLevel | undefined;
}

export async function answerCall(call: OpenCall): Promise<CallToolResult | InputRequiredResult | CreatedTask> {
  const { tool, given, context, options, betweenCalls, way, client, tasks } = call;
  const { gate, door, caller, session } = options;
  const request: Request = { line: '', door, caller, session, client, chat: readChat(context.mcpReq._meta) };
  const render = linking(tool.renderFor(given));
  const line = tool.read(given);
  if (line instanceof GateError) return render(await gate.refuse(request, line));

  if (way !== 'between-calls') return answerWith(call, await run(call, { ...request, line }), render);

  const earlier = await betweenCalls.hear(context);
  let approval: Approval | undefined;
  // Only an open call hears of its run. Where it does, its answer asks; what is in the background asks by its task.
  const askPerson: AskPerson | undefined =
    tasks && (async (asked, signal) => (approval ? undefined : await tasks.hold(asked, signal)));
  const outcome = await run(call, { ...request, line, asksLater: true, askPerson }, (event) => {
    if (event.type === 'approval-request') approval = event.approval;
  });
  const question = approval && mayAsk(outcome, earlier) ? await betweenCalls.ask(approval, context) : undefined;
  return question ?? answerWith(call, outcome, render);
}

type Render = (outcome: Outcome) => CallToolResult;

/** A long answer says where the rest of it is. */
const linking =
  (render: Render): Render =>
  (outcome) =>
    linkOutput(render(outcome), outcome);

/** A run that goes on is a task, where the client takes one. */
function answerWith(
  { options: { gate, caller, recent }, tasks }: OpenCall,
  outcome: Outcome,
  render: Render,
): CallToolResult | CreatedTask {
  recent.add(outcome);
  if (!tasks || outcome.status === 'failed') return render(outcome);
  const known = gate.find(caller, outcome.run.runId);
  return known && (known.background || known.yielded) ? tasks.open(known, render) : render(outcome);
}

/** Nobody is asked twice about the same: who has said no or closed the form has been asked. */
function mayAsk(outcome: Outcome, earlier: EarlierQuestion): boolean {
  if (outcome.status !== 'failed' || outcome.error.code !== 'APPROVAL_REQUIRED') return false;
  if (earlier.status !== 'answered') return earlier.status === 'none';
  return earlier.answer === 'approve' && earlier.approval !== outcome.error.approvalId;
}

async function run(call: OpenCall, request: Request, hear?: (event: RunEvent) => void): Promise<Outcome> {
  const { context, options, way } = call;
  const { calls, gate } = options;
  const running = calls.start();
  const release = withdrawWith(running, context);
  const listener = listenFor(call, request.chat, hear);
  try {
    return await runCall(gate, {
      ...request,
      signal: running.signal,
      yieldMs: gate.yieldMs,
      onEvent: listener.onEvent,
      ...(way === 'during-call' && { askPerson: askDuringCall(context) }),
    });
  } finally {
    release();
    await listener.stop();
    calls.finish(running);
  }
}
