import { type LoggingLevel, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { answerCall } from './answer-call.js';
import { AskBetweenCalls } from './ask-between-calls.js';
import { takesTasks, wantsOutputLog, wayToAsk } from './client-abilities.js';
import { RunningCalls } from './running-calls.js';
import type { McpServerOptions } from './server-options.js';
import { serveTasks } from './tasks/serve-tasks.js';
import { tasksExtension } from './tasks/task.js';
import { type GateTool, toolsFor } from './tools.js';

/** What a client may tell its model about this server. */
const instructions = "One tool, cli. Start with the command 'help'.";
const instructionsWithShell =
  "Two tools. cli runs the commands of this server: start with the command 'help'. shell_cmd runs any program in " +
  "the workspace, without a shell; what takes long goes on with the cli commands 'runs wait' and 'runs output'.";

/**
 * An MCP server for one client, to be connected to one transport of either protocol generation.
 * It holds no rule of its own: every call goes to the gate.
 */
export function createMcpServer(options: McpServerOptions): Server {
  const { gate, tasks, ownTools = [], calls = new RunningCalls() } = options;
  const tools = toolsFor(options.caller, gate);
  const offersShell = tools.length > 1;
  const betweenCalls = new AskBetweenCalls(options);
  let logLevel: LoggingLevel | undefined;
  // The low-level server: the high-level one adds fields to the tool's definition.
  const server = new Server(
    { name: gate.name, version: gate.version },
    {
      capabilities: {
        tools: {},
        ...(offersShell && { logging: {} }),
        ...(tasks && { extensions: { [tasksExtension]: {} } }),
      },
      instructions: offersShell ? instructionsWithShell : instructions,
      jsonSchemaValidator: noValidator,
      requestState: { verify: betweenCalls.verify },
    },
  );

  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor: the list of tools has one page.');
    }
    return { tools: [...tools, ...ownTools].map(({ definition }) => definition) };
  });

  if (offersShell) {
    // In place of the SDK's own, which sends everything to a client that has set no level.
    server.setRequestHandler('logging/setLevel', ({ params }) => {
      logLevel = params.level;
      return {};
    });
  }

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ definition }) => definition.name === params.name);
    const own = tool ? undefined : ownTools.find(({ definition }) => definition.name === params.name);
    if (own) return await own.call(params.arguments ?? {}, context);
    if (!tool) return unknownTool(params.name, [...tools, ...ownTools]);
    const answer = await answerCall({
      tool,
      given: params.arguments,
      context,
      options: { ...options, calls },
      betweenCalls,
      way: wayToAsk(server, context),
      tasks: takesTasks(context) ? tasks : undefined,
      logsOutput: offersShell && wantsOutputLog(server, context, logLevel),
    });
    return { ...answer };
  });

  if (tasks) serveTasks(server, tasks, options);
  return server;
}

/** The server never validates with a schema; building the default validator would cost every HTTP request. */
const noValidator = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'Not supported' }),
};

function unknownTool(given: string, tools: readonly Pick<GateTool, 'definition'>[]): never {
  const name = JSON.stringify(given.slice(0, 100));
  const names = tools.map(({ definition }) => `"${definition.name}"`);
  const known = names.length === 1 ? `The only tool is ${names[0]}.` : `The tools are ${names.join(' and ')}.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}. ${known}`);
}
