// MCP servers of the user's own, behind the doors of this package.

import {
  type CallToolResult,
  type McpRequestContext,
  McpServer,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Caller, Session } from '../../vocabulary/request.js';

/** A tool beside those of the gate. It does not pass through the gate: no policy, no record. */
export interface OwnTool {
  readonly definition: Tool;
  call(given: Readonly<Record<string, unknown>>, context: ServerContext): CallToolResult | Promise<CallToolResult>;
}

/** Whom a server is made for; a factory for the MCP SDK's own `serveStdio` and `createMcpHandler` fits, too. */
export interface CreateServerContext extends McpRequestContext {
  /** Who asks, as the token says. */
  readonly caller: Caller;
  readonly session: Session;
  /** The server that is there without `createServer`: return it with more in it, or leave it out. */
  gateServer(beside?: { readonly tools?: readonly OwnTool[] }): Server;
}

/**
 * Makes an MCP server for one connection over stdio, one session of MCP 2025-11-25 or one request of MCP 2026-07-28.
 * Each call has to give a new one.
 */
export type CreateServer = (context: CreateServerContext) => McpServer | Server | Promise<McpServer | Server>;

/** The protocol half of a server, where it may be the other half that was given. */
export function protocolOf(given: McpServer | Server): Server {
  return isHighLevel(given) ? given.server : given;
}

/**
 * The same server in a form that the SDK of this package knows. The user has a copy of the SDK beside ours, and ours
 * tells its two kinds of servers apart by their class.
 */
export function asKnownServer(given: McpServer | Server): McpServer | Server {
  const isOurs: boolean = given instanceof McpServer;
  if (isOurs || !isHighLevel(given)) return given;
  const known: Partial<McpServer> = {
    server: given.server,
    connect: (transport) => given.connect(transport),
    close: () => given.close(),
    toolInputSchemaJson: (name) => given.toolInputSchemaJson(name),
    resolveScopeChallenge: (context) => given.resolveScopeChallenge(context),
  };
  return Object.assign(Object.create(McpServer.prototype), known) as McpServer;
}

function isHighLevel(given: McpServer | Server): given is McpServer {
  return 'server' in given;
}
