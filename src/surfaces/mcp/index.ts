// The public API of `cmdgate/mcp`. A name listed here is a promise.

export { createMcpServer } from './create-mcp-server.js';
export type { CallerWithToken } from './http-guard.js';
export type { HttpLimits } from './http-limits.js';
export type { OAuthCaller, OAuthOptions } from './oauth/oauth-options.js';
export type { CreateServer, CreateServerContext, OwnTool } from './own-server.js';
export type { Heartbeat } from './progress.js';
export { RunningCalls } from './running-calls.js';
export { type HttpServerHandle, type ServeHttpOptions, serveHttp } from './serve-http.js';
export { type ServeStdioOptions, serveStdio } from './serve-stdio.js';
export type { McpServerOptions } from './server-options.js';
