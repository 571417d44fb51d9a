// `cmdgate serve`: the gate's commands for agents, over MCP.
import { once } from 'node:events';
import { usualPort } from '../../configuration/keys/http.js';
import { blockedGraceMs, startWatchdog } from '../../execution/handler/watchdog.js';
import { Lazy } from '../../gate/lazy.js';
import { openSession } from '../../gate/session.js';
import type { Invocation } from '../../owner/executable.js';
import type { GateCall } from '../../owner/owner-command.js';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import { logLine } from '../../terminal/log-line.js';
import { ownerLine } from '../../terminal/owner-line.js';
import type { RunEvent } from '../../vocabulary/event.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import type { HttpServerHandle, ServeHttpOptions } from '../mcp/serve-http.js';
import { printWelcome } from './welcome.js';

export async function serve(invocation: GateCall): Promise<number> {
  const { input, refuse } = invocation;
  const { http, port, host } = input as { http: boolean; port?: number; host?: string };
  if (!http && (port !== undefined || host !== undefined)) {
    return await refuse(
      new GateError('VALIDATION_ERROR', 'Invalid argument: --port and --host require --http', { hint: 'Add --http' }),
    );
  }
  invocation.io.stray?.expectAgents();
  const { gate } = invocation.workspace;
  let watchdog = startWatchdog(gate.longestTimeoutMs + blockedGraceMs);
  gate.tellRenewed(() => {
    watchdog.stop();
    watchdog = startWatchdog(gate.longestTimeoutMs + blockedGraceMs);
  });
  const stopReloading = startReloading(invocation);
  try {
    return http ? await serveHttp(invocation, port, host, refuse) : await serveStdio(invocation);
  } finally {
    stopReloading();
    watchdog.stop();
  }
}

/** The first requests must not wait for what looks for changes. */
const settledMs = 500;

/** Loaded when the server is up, or when a signal asks for it. */
function startReloading({ workspace, io }: Invocation): () => void {
  const { openReloader } = workspace;
  if (!openReloader) return () => undefined;
  const opening = new Lazy(async () => {
    const { Reloading } = await import('./reloading.js');
    return new Reloading(await openReloader(), io);
  });
  const whenSettled = setTimeout(() => void opening.get(), settledMs).unref();
  // At a terminal this signal says that the terminal is gone.
  const onSignal = () => void opening.get().then((reloading) => reloading.reload());
  const isAtTerminal = io.typedAt === true || io.stderr.isTTY === true;
  if (!isAtTerminal) process.on('SIGHUP', onSignal);
  return () => {
    clearTimeout(whenSettled);
    process.off('SIGHUP', onSignal);
    void opening.opened().then((reloading) => reloading?.close());
  };
}

async function serveStdio(invocation: Invocation): Promise<number> {
  const { workspace, caller, io } = invocation;
  if (io.stdin.isTTY === true) {
    io.stderr.write(
      'This is an MCP server on standard input and output, waiting for a client. Ctrl-C stops it; --http listens on an address instead.\n',
    );
  }
  const mcp = await import('../mcp/serve-stdio.js');
  await mcp.serveStdio({
    gate: workspace.gate,
    caller,
    session: openSession(workspace.gate.workspace),
    input: io.stdin,
    output: io.stdout,
    signal: io.signal,
    ...ownersLog(invocation),
  });
  return 0;
}

async function serveHttp(
  invocation: Invocation,
  port: number | undefined,
  host: string | undefined,
  refuse: (error: GateError) => Promise<number>,
): Promise<number> {
  const { workspace, caller, io } = invocation;
  const { gate, http, callers } = workspace;
  const options: Omit<ServeHttpOptions, 'port'> = {
    gate,
    host: host ?? http?.host ?? '127.0.0.1',
    token: http?.token?.reveal(),
    callers: callers.map(({ caller: known, token }) => ({ caller: known, token: token.reveal() })),
    oauth: http?.oauth,
    localCaller: caller,
    openSession: () => openSession(gate.workspace),
    allowedHosts: http?.allowedHosts ?? [],
    allowedOrigins: http?.allowedOrigins ?? [],
    limits: {
      ...(http?.requests !== undefined && { requests: http.requests }),
      ...(http?.connections !== undefined && { connections: http.connections }),
    },
    ...ownersLog(invocation),
  };
  let server: HttpServerHandle;
  try {
    server = await listen(options, port ?? http?.port);
  } catch (error) {
    const busy = (error as NodeJS.ErrnoException).code !== undefined;
    const hint = busy
      ? 'Choose another --port or --host, or stop the program that uses it'
      : 'Set a token, or listen on 127.0.0.1';
    return await refuse(new CommandError('LISTEN_FAILED', (error as Error).message, { hint, exitCode: 4 }));
  }
  printWelcome(invocation, server.url);
  tellOfQuestions(invocation);
  if (!io.signal.aborted) await once(io.signal, 'abort');
  if (io.stderr.isTTY) io.stderr.write('\nStopping…\n');
  await server.close();
  return 0;
}

async function listen(options: Omit<ServeHttpOptions, 'port'>, port: number | undefined): Promise<HttpServerHandle> {
  const mcp = await import('../mcp/serve-http.js');
  try {
    return await mcp.serveHttp({ ...options, port: port ?? usualPort });
  } catch (error) {
    if (port !== undefined || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return await mcp.serveHttp({ ...options, port: 0 });
  }
}

/** Whoever sits at this terminal hears that something waits, and where it is answered. */
function tellOfQuestions({ workspace, program, io }: Invocation): void {
  const paint = colors(wantsColor(io.stderr, io.environment));
  const bell = io.stderr.isTTY ? '\x07' : '';
  workspace.gate.tellAsked(({ text, approval_id }) => {
    const where = paint.dim(`(answer ${approval_id} with '${program.name} approvals' in another terminal)`);
    io.stderr.write(`${bell}${paint.yellow('waiting:')} ${ownerLine(text)} ${where}\n`);
  });
}

/** What handlers log, and what goes wrong beside the protocol, is for the owner: stderr. */
function ownersLog({ io }: Invocation): { onEvent: (event: RunEvent) => void; onError: (error: Error) => void } {
  const paint = colors(wantsColor(io.stderr, io.environment));
  return {
    onEvent: (event) => {
      if (event.type === 'log') io.stderr.write(logLine(event, paint));
    },
    onError: (error) => {
      io.stderr.write(`${paint.yellow('warning:')} ${ownerLine(error.message)}\n`);
    },
  };
}
