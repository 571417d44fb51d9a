import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Gate } from '../../gateway/gate.js';
import { toCallToolResult } from '../../renderings/mcp-result.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { Caller, Session } from '../../vocabulary/request.js';
import { cliTool } from '../cli-tool.js';
import { defaultHeartbeat, type Heartbeat, ProgressReporter } from './progress.js';
import { readCommand } from './read-command.js';
import { RunningCalls } from './running-calls.js';

/** What a client may tell its model about this server. */
const instructions = "One tool, cli. Start with the command 'help'.";

export interface McpServerOptions {
  readonly gate: Pick<Gate, 'name' | 'version' | 'run' | 'refuse'>;
  readonly caller: Caller;
  readonly session: Session;
  readonly door: 'mcp-stdio' | 'mcp-http';
  /** Shared by the servers of one door, so that it can withdraw every call at once. */
  readonly calls?: RunningCalls;
  readonly heartbeat?: Heartbeat;
  /** Everything that happens in a run, its log above all; for the owner, never for the client. */
  readonly onEvent?: (event: RunEvent) => void;
  /** True while the client does not take what was already sent; progress is then thinned out. */
  readonly isCongested?: (request: globalThis.Request | undefined) => boolean;
}

/**
 * An MCP server for one client, to be connected to one transport of either protocol generation.
 * It holds no rule of its own: every call goes to the gate.
 */
export function createMcpServer(options: McpServerOptions): Server {
  const { gate, caller, session, door } = options;
  const calls = options.calls ?? new RunningCalls();
  // The low-level server: the high-level one adds fields to the tool's definition.
  const server = new Server(
    { name: gate.name, version: gate.version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: noValidator },
  );

  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor: the list of tools has one page.');
    }
    return { tools: [cliTool] };
  });

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (params.name !== cliTool.name) {
      const name = JSON.stringify(params.name.slice(0, 100));
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}. The only tool is "cli".`);
    }
    const command = readCommand(params.arguments);
    if (typeof command !== 'string') {
      return { ...toCallToolResult(await gate.refuse({ line: '', door, caller, session }, command)) };
    }

    const call = calls.start();
    const progress = reportProgress(context, options);
    const release = withdrawWith(call, context);
    try {
      const outcome = await gate.run({
        line: command,
        door,
        caller,
        session,
        signal: call.signal,
        onEvent: bothOf(options.onEvent, progress?.onEvent),
      });
      return { ...toCallToolResult(outcome) };
    } finally {
      release();
      await progress?.stop();
      calls.finish(call);
    }
  });

  return server;
}

type Listener = (event: RunEvent) => void;

function bothOf(first: Listener | undefined, second: Listener | undefined): Listener | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (event) => {
    second(event);
    first(event);
  };
}

/** The server never validates with a schema; building the default validator would cost every HTTP request. */
const noValidator = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'Not supported' }),
};

/** Ties a call to the client's cancellation and to the connection that waits for the answer. */
function withdrawWith(call: AbortController, context: ServerContext): () => void {
  // The request itself is held, not only its signal: a signal whose request was collected never fires.
  const request = context.http?.req;
  const signals = [context.mcpReq.signal, ...(request === undefined ? [] : [request.signal])];
  const withdraw = () => call.abort(new Error('The client withdrew the call.'));
  for (const signal of signals) {
    if (signal.aborted) withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
  }
  return () => {
    for (const signal of [context.mcpReq.signal, request?.signal]) signal?.removeEventListener('abort', withdraw);
  };
}

function reportProgress(context: ServerContext, options: McpServerOptions): ProgressReporter | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ProgressReporter({
    send: (progress) =>
      context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } }),
    isCongested: () => options.isCongested?.(context.http?.req) ?? false,
    heartbeat: options.heartbeat ?? defaultHeartbeat,
  });
}
