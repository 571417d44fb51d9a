import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { McpRequestContext } from '@modelcontextprotocol/server';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Gate } from '../../gate/gate.js';
import { localCaller, openSession } from '../../gate/session.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { Caller, Session } from '../../vocabulary/request.js';
import { createMcpServer } from './create-mcp-server.js';
import { asKnownServer, type CreateServer, type OwnTool } from './own-server.js';
import type { Heartbeat } from './progress.js';
import { RunningCalls } from './running-calls.js';
import { StdioTransport } from './stdio-transport.js';
import { Tasks } from './tasks/tasks.js';

/** A message may not be longer; a command line is far shorter. */
const lineBytes = 4 * 1024 * 1024;

/** After the input's end, and once the commands are loaded, quick calls still get their answer: `printf … | cmdgate serve` works. */
const finishMs = 500;

/** How long the commands may take to load for the calls that came before the input's end. */
const loadMs = 60_000;

/** How long withdrawn calls may take to end, and their answers to leave. */
const cancelMs = 5_000;

export interface ServeStdioOptions {
  /** The gate that is served, of `createAcli` or `createGate`. */
  readonly gate: Gate;
  /** The caller; by default the local caller, who may do everything. */
  readonly caller?: Caller;
  /** The session that calls belong to; a new one in the gate's workspace unless given. */
  readonly session?: Session;
  /** Where requests come from; standard input unless given. */
  readonly input?: Readable;
  /** Only the protocol is written here. */
  readonly output?: Writable;
  /** Ends the connection: running calls are cancelled and answered. */
  readonly signal?: AbortSignal;
  /** Called for errors outside of the protocol, for the owner's log. */
  readonly onError?: (error: Error) => void;
  /** Called for everything that happens in a run, above all its log; for the owner, never for the client. */
  readonly onEvent?: (event: RunEvent) => void;
  /** When a long call reports to the client that it is still running: by default after 2 seconds, then every 5. */
  readonly heartbeat?: Heartbeat;
  /** Makes the MCP server, in place of the one with the tools of the gate. What it does itself does not pass the gate. */
  readonly createServer?: CreateServer | undefined;
}

/** Serves one client; resolves when it is gone, after running calls were cancelled and answered. */
export async function serveStdio(options: ServeStdioOptions): Promise<void> {
  const {
    gate,
    caller = localCaller,
    session = openSession(gate.workspace),
    input = process.stdin,
    output = process.stdout,
    signal,
    onError,
    onEvent,
    heartbeat,
    createServer,
  } = options;
  const calls = new RunningCalls();
  const transport = new StdioTransport(input, output, lineBytes);
  const makeServer = async (context: McpRequestContext) => {
    const gateServer = ({ tools }: { tools?: readonly OwnTool[] } = {}) =>
      createMcpServer({
        gate,
        caller,
        session,
        door: 'mcp-stdio',
        calls,
        ...(context.era === 'modern' && { tasks: new Tasks() }),
        isCongested: () => output.writableNeedDrain,
        ...(onEvent && { onEvent }),
        ...(heartbeat && { heartbeat }),
        ownTools: tools,
      });
    return createServer ? asKnownServer(await createServer({ ...context, caller, session, gateServer })) : gateServer();
  };
  const connection = serveConnection(makeServer, { transport, ...(onError && { onerror: onError }) });

  const stopped = await endOf(transport, signal);
  if (!stopped) await finishCalls(transport, gate, signal);
  calls.cancelAll(stopped ? 'The server is shutting down.' : 'The client closed the connection.');
  // What was answered while it went on has nobody left who would ask for it; the background was left to itself.
  gate.cancel({ session: session.id, keepBackground: true });
  await Promise.all([transport.whenAnswered(cancelMs), calls.whenIdle(cancelMs)]);
  await connection.close();
  await transport.whenFlushed(cancelMs);
}

/** Loading the commands may take longer than any call, and is not what a call is cancelled for. */
async function finishCalls(transport: StdioTransport, gate: Gate, signal: AbortSignal | undefined): Promise<void> {
  const loaded = Promise.race([gate.whenReady(), ...(signal ? [once(signal, 'abort')] : [])]);
  await Promise.race([loaded, transport.whenAnswered(loadMs)]);
  if (!signal?.aborted) await transport.whenAnswered(finishMs);
}

/** True when the signal ended the connection, false when the client did. */
async function endOf(transport: StdioTransport, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal === undefined) {
    await transport.ended;
    return false;
  }
  if (signal.aborted) return true;
  return await new Promise<boolean>((resolve) => {
    const stop = () => resolve(true);
    signal.addEventListener('abort', stop, { once: true });
    void transport.ended.then(() => {
      signal.removeEventListener('abort', stop);
      resolve(false);
    });
  });
}
