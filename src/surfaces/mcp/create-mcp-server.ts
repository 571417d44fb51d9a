import {
  type CallToolResult,
  type LoggingLevel,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';
import { answerCall } from './answer-call.js';
import { anyParams } from './any-params.js';
import { AskBetweenCalls } from './ask-between-calls.js';
import { logLevelOf, nameOfClient, takesTasks, wayToAsk } from './client-abilities.js';
import { loggingLevels } from './client-log.js';
import { instructionsOf, serverInfoOf } from './introduce.js';
import { ListChanges } from './list-changes.js';
import { pageOf } from './list-pages.js';
import { RecentRuns } from './resources/recent-runs.js';
import { serveResources } from './resources/serve-resources.js';
import { RunningCalls } from './running-calls.js';
import type { McpServerOptions } from './server-options.js';
import { serveTasks } from './tasks/serve-tasks.js';
import { tasksExtension } from './tasks/task.js';
import { ToolOffer } from './tools.js';

/**
 * An MCP server for one client, to be connected to one transport of either protocol generation.
 * It holds no rule of its own: every call goes to the gate.
 */
export function createMcpServer(options: McpServerOptions): Server {
  const { gate, tasks, ownTools = [], calls = new RunningCalls(), recent = new RecentRuns() } = options;
  const tools = new ToolOffer(options.caller, gate, options.tools);
  const betweenCalls = new AskBetweenCalls(options);
  let logLevel: LoggingLevel | undefined;
  // The low-level server: the high-level one adds fields to the tool's definition.
  const server = new Server(serverInfoOf(gate), {
    capabilities: {
      tools: { listChanged: true },
      logging: {},
      resources: {},
      completions: {},
      ...(tasks && { extensions: { [tasksExtension]: {} } }),
    },
    instructions: instructionsOf(options.caller, gate, tools),
    jsonSchemaValidator: noValidator,
    requestState: { verify: betweenCalls.verify },
  });

  const listAll = () => [...tools.list(), ...ownTools.map(({ definition }) => definition)];
  const changes = options.tellsChanges === 'elsewhere' ? undefined : followList(server, options, listAll);

  server.setRequestHandler('tools/list', { params: anyParams }, ({ cursor }) => {
    const all = listAll();
    changes?.saw(all);
    const { items, nextCursor } = pageOf(all, cursor, 'tools');
    return { tools: items, ...(nextCursor !== undefined && { nextCursor }) };
  });

  // In place of the SDK's own, which sends everything to a client that has set no level.
  server.setRequestHandler('logging/setLevel', { params: anyParams }, ({ level }) => {
    logLevel = readLogLevel(level);
    return {};
  });

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (changes?.takeUntold()) await context.mcpReq.notify({ method: 'notifications/tools/list_changed' });
    const known = await tools.find(params.name);
    const own = known ? undefined : ownTools.find(({ definition }) => definition.name === params.name);
    if (own) return await own.call(params.arguments ?? {}, context);
    const tool = known ?? unknownTool(params.name, [...tools.own, ...ownTools], tools.each);
    const answer = await answerCall({
      tool,
      given: params.arguments,
      context,
      options: { ...options, calls, recent },
      betweenCalls,
      way: wayToAsk(server, context),
      client: nameOfClient(server, context),
      tasks: takesTasks(context) ? tasks : undefined,
      logLevel: logLevelOf(server, context, logLevel),
    });
    const { outputSchema } = tool.definition;
    const result = { ...answer } as CallToolResult;
    return outputSchema && 'structuredContent' in answer ? server.projectCallToolResult(result, outputSchema) : result;
  });

  serveResources(server, options, recent);
  if (tasks) serveTasks(server, tasks, options);
  return server;
}

function followList(
  server: Server,
  { gate, tellsChanges }: McpServerOptions,
  list: () => readonly Tool[],
): ListChanges {
  const send = tellsChanges === 'with-next-call' ? undefined : () => server.sendToolListChanged();
  const changes = new ListChanges({ gate, list, send });
  const { onclose } = server;
  server.onclose = () => {
    changes.stop();
    onclose?.();
  };
  return changes;
}

/** The server never validates with a schema; building the default validator would cost every HTTP request. */
const noValidator = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'Not supported' }),
};

function unknownTool(given: string, own: readonly { readonly definition: Tool }[], each: boolean): never {
  const name = JSON.stringify(given.slice(0, 100));
  const names = own.map(({ definition }) => `"${definition.name}"`);
  const known = names.length === 1 ? `The only tool is ${names[0]}.` : `The tools are ${names.join(' and ')}.`;
  const all = each ? 'Call tools/list again to see the current tools.' : known;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}. ${all}`);
}

function readLogLevel(given: unknown): LoggingLevel {
  const level = loggingLevels.find((known) => known === given);
  if (level !== undefined) return level;
  const all = loggingLevels.join(', ');
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown log level. The levels are ${all}.`);
}
