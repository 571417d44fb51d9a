// One call of a tool, from its arguments to its answer. Where a person has to approve it, the client is asked.

import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { CallToolResult } from '../../renderings/mcp-result.js';
import type { Approval } from '../../vocabulary/approval.js';
import type { RunEvent } from '../../vocabulary/event.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { Request } from '../../vocabulary/request.js';
import type { AskBetweenCalls, EarlierQuestion } from './ask-between-calls.js';
import { askDuringCall } from './ask-during-call.js';
import type { WayToAsk } from './client-abilities.js';
import { listenFor } from './listen-for.js';
import { readChat } from './read-chat.js';
import type { RunningCalls } from './running-calls.js';
import type { McpServerOptions } from './server-options.js';
import type { GateTool } from './tools.js';
import { withdrawWith } from './withdraw-with.js';

export interface OpenCall {
  readonly tool: GateTool;
  readonly given: Readonly<Record<string, unknown>> | undefined;
  readonly context: ServerContext;
  readonly options: McpServerOptions & { readonly calls: RunningCalls };
  readonly betweenCalls: AskBetweenCalls;
  readonly way: WayToAsk;
  /** Whether the client gets what programs print as log messages. */
  readonly logsOutput: boolean;
}

export async function answerCall(call: OpenCall): Promise<CallToolResult | InputRequiredResult> {
  const { tool, given, context, options, betweenCalls, way } = call;
  const { gate, door, caller, session } = options;
  const request: Request = { line: '', door, caller, session, chat: readChat(context.mcpReq._meta) };
  const line = tool.read(given);
  if (line instanceof GateError) return tool.render(await gate.refuse(request, line), given);

  if (way !== 'between-calls') return tool.render(await run(call, { ...request, line }), given);

  const earlier = await betweenCalls.hear(context);
  let approval: Approval | undefined;
  const outcome = await run(call, { ...request, line, asksLater: true }, (event) => {
    if (event.type === 'approval-request') approval = event.approval;
  });
  const question = approval && mayAsk(outcome, earlier) ? await betweenCalls.ask(approval, context) : undefined;
  return question ?? tool.render(outcome, given);
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
    return await gate.run({
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
