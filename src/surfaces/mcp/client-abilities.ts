// What the client at the other end can do. The 2025 generation says so once, the 2026 generation with every request.

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { clientName } from '../../vocabulary/client-name.js';
import { tasksExtension } from './tasks/task.js';

/** How the person at the client can be asked: while the call is open, between two calls, or not at all. */
export type WayToAsk = 'during-call' | 'between-calls' | 'not';

export function wayToAsk(server: Server, context: ServerContext): WayToAsk {
  const modern = isModern(server);
  const declared = modern ? declaredWith(context) : server.getClientCapabilities();
  if (!takesForms(declared)) return 'not';
  return modern ? 'between-calls' : 'during-call';
}

/** What the client calls itself. */
export function nameOfClient(server: Server, context: ServerContext): string | undefined {
  const said: unknown = isModern(server) ? envelopeOf(context)[CLIENT_INFO_META_KEY] : server.getClientVersion();
  if (typeof said !== 'object' || said === null) return undefined;
  const { name, version } = said as Readonly<Record<string, unknown>>;
  return clientName(name, version);
}

/** Whether a request of the 2026 generation may be answered with a task. */
export function takesTasks(context: ServerContext): boolean {
  const settings: unknown = declaredWith(context)?.extensions?.[tasksExtension];
  return typeof settings === 'object' && settings !== null;
}

/** The log level that the client asked for. Only one that did gets messages: many show every one to their user. */
export function logLevelOf(
  server: Server,
  context: ServerContext,
  levelSet: LoggingLevel | undefined,
): LoggingLevel | undefined {
  return isModern(server) ? (envelopeOf(context)[LOG_LEVEL_META_KEY] as LoggingLevel | undefined) : levelSet;
}

function isModern(server: Server): boolean {
  // Versions are dates.
  return (server.getNegotiatedProtocolVersion() ?? '') >= '2026';
}

/** What a request of the 2026 generation says of itself. */
function envelopeOf({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> {
  return mcpReq.envelope ?? {};
}

function declaredWith(context: ServerContext): ClientCapabilities | undefined {
  return envelopeOf(context)[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
}

/** One that names no kind of elicitation is from before there was a second kind. */
function takesForms(declared: ClientCapabilities | undefined): boolean {
  const elicitation = declared?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
