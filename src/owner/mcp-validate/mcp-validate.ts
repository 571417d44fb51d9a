// `mcp-validate`: whether an MCP server offers what the manifest here says.
import { openSession } from '../../gate/session.js';
import { listedTools } from '../../renderings/tools/offered-tools.js';
import { giveReport } from '../../terminal/give-report.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { choosing } from '../choice.js';
import type { Invocation } from '../executable.js';
import type { GateCall } from '../owner-command.js';
import { readTarget } from '../read-target.js';
import { askServer } from './ask-server.js';
import { type Drift, findDrift, type Offer } from './find-drift.js';
import type { McpServer } from './greet.js';
import type { Fields } from './message.js';
import { readManifest } from './read-manifest.js';
import { type Target, targetOf } from './target.js';

/** A server that is started has to load its commands first. */
const timeLimitMs = 60_000;

/** Exits with 0 when there is no drift, else with 1. Without a target, its own server is started and asked. */
export async function mcpValidate(invocation: GateCall): Promise<number> {
  const { program, io, input, standard, refuse } = invocation;
  const target = findServer(input, invocation);
  if (target instanceof GateError) return await refuse(target);
  let offered: Offer;
  try {
    offered = await offerOf(target, io.signal);
  } catch (error) {
    if (io.signal.aborted) {
      const hint = 'Start it again';
      return await refuse(new GateError('CANCELED', 'The check was canceled', { hint, phase: 'execution' }));
    }
    const hint = 'Check how the server is started, and that it is made with cmdgate';
    return await refuse(new CommandError('SERVER_NOT_READABLE', (error as Error).message, { hint }));
  }
  const expected = await ownOffer(invocation);
  const drift = findDrift(expected, offered);
  const counts = { tools: Object.keys(offered.tools).length, commands: Object.keys(offered.commands).length };
  return await giveReport(
    {
      command: 'mcp-validate',
      data: { valid: drift.length === 0, ...counts, drift },
      ...(drift.length > 0 && { failure: failureOf(drift) }),
      toLines: () => [
        ...drift.map(({ what, name, difference }) => `${what} ${name}: ${difference}`),
        `${counts.tools} tools and ${counts.commands} commands, ${drift.length} differences`,
      ],
    },
    standard,
    program,
    io,
  );
}

function failureOf(drift: readonly Drift[]): { code: string; message: string; hint: string } {
  const hint = 'Restart the server with the same configuration and version; the result lists the differences';
  return { code: 'MANIFEST_DRIFT', message: `The server differs from the manifest in ${drift.length} places`, hint };
}

function findServer(input: Fields, { program, choice, caller, workspace, io }: Invocation): Target | GateError {
  if (input.command !== undefined || input.url !== undefined) {
    const named = readTarget(input, io);
    if (named instanceof GateError) return named;
    try {
      return targetOf(named);
    } catch (error) {
      const hint = 'Use --command "node server.js" or --url http://127.0.0.1:8420/mcp';
      return new GateError('VALIDATION_ERROR', `Invalid argument: ${(error as Error).message}`, { hint });
    }
  }
  const own = choosing({ ...choice, config: workspace.configFile ?? choice.config });
  const who = program.direct || caller.name === 'local' ? [] : ['--caller', caller.name];
  const [script = ''] = process.argv.slice(1);
  return { command: [process.execPath, script, ...own, ...who, 'serve'] };
}

/** What the server lists, and the manifest that its `cli` tool answers. */
function offerOf(target: Target, signal: AbortSignal): Promise<Offer> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]);
  return askServer(target, within, async ({ version, ask }) => {
    const tools = await listTools(ask);
    const data = readManifest(await ask('tools/call', { name: 'cli', arguments: { command: 'manifest' } }));
    if (!data) throw new Error('The server has no manifest');
    return toOffer(tools, data, version);
  });
}

/** A server may give its tools in pages; one that never comes to an end is ended by the time limit. */
async function listTools(ask: McpServer['ask']): Promise<readonly Fields[]> {
  const tools: Fields[] = [];
  let cursor: unknown;
  do {
    const page = await ask('tools/list', cursor === undefined ? {} : { cursor });
    if (!Array.isArray(page.tools) || !page.tools.every(isObject)) {
      throw new Error('The answer of the server to tools/list is not a list of tools');
    }
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined && cursor !== null);
  return tools;
}

async function ownOffer({ workspace: { gate }, caller }: Invocation): Promise<Offer> {
  const session = openSession(gate.workspace);
  const outcome = await gate.run({ line: 'manifest', door: 'library', caller, session });
  if (outcome.status === 'failed') throw outcome.error;
  const tools = listedTools(caller, gate, gate.introduction.tools) as unknown as readonly Fields[];
  return toOffer(tools, JSON.parse(outcome.json) as Fields, gate.ownVersion);
}

function toOffer(tools: readonly Fields[], { commands }: Fields, version: string): Offer {
  const named = tools.map((tool) => [String(tool.name), plain(tool)]);
  return { tools: Object.fromEntries(named), commands: commands as Fields, version };
}

/** What a tool is; how it is executed and which extensions it takes is the server's own. */
function plain({ name, description, inputSchema, outputSchema }: Fields): Fields {
  return {
    name,
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema: unwrapped(outputSchema) }),
  };
}

/** To clients of 2025-11-25 everything that is no object is the field `result` of one. */
function unwrapped(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { type, properties, required } = schema;
  const { result, ...more } = (properties ?? {}) as Fields;
  const isWrapped = type === 'object' && JSON.stringify([required, more]) === '[["result"],{}]';
  // References begin at the root.
  return isWrapped ? JSON.parse(JSON.stringify(result).replaceAll('"#/properties/result', '"#')) : schema;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
