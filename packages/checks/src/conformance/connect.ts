import { setTimeout as delay } from 'node:timers/promises';
import type { Client, JSONRPCMessage, StandardSchemaV1, Transport } from '@modelcontextprotocol/client';
import { ServerProcess, type Target } from '../from-cmdgate.js';
import type { Exchange } from './probe.js';

export interface ConnectOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** An initialized MCP connection. */
export interface Connection {
  /** What the server calls itself. */
  readonly server: { readonly name: string; readonly version: string } | undefined;
  readonly protocolVersion: string | undefined;
  /** Never rejects: whatever comes back, or does not, is an exchange. */
  request(method: string, params: Record<string, unknown>): Promise<Exchange>;
  /** Resolves when nothing of the connection is left, a started program included. Never rejects. */
  close(): Promise<void>;
}

/** Takes any result as it is: what is wrong with it is for the checks to say, not for the client. */
const anything: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'cmdgate', validate: (value: unknown) => ({ value }) },
};

/**
 * First MCP 2026-07-28 and, where that is not understood, 2025-11-25 in the same connection; then only the older in a new
 * one, because some servers end, or fall silent, when the first thing they hear is not its handshake.
 */
const negotiations = ['auto', 'legacy'] as const;

/** Connects over stdio or streamable HTTP; rejects with a readable reason. Loads the MCP client only now. */
export async function connect(target: Target, options: ConnectOptions): Promise<Connection> {
  const { Client } = await import('@modelcontextprotocol/client');
  const { timeoutMs } = options;
  const reasons = new Set<string>();
  for (const mode of negotiations) {
    const versionNegotiation = { mode, probe: { timeoutMs } };
    const client = new Client({ name: 'cmdgate-conformance', version: '1' }, { versionNegotiation });
    const transport = await openTransport(target);
    // Some of what arrives here is a server's nonsense; what matters of it reaches the call that waits.
    client.onerror = () => {};
    try {
      await client.connect(transport, requestOptions({ ...options, timeoutMs: timeoutMs * 3 }));
      return await connection(client, transport, options);
    } catch (error) {
      await closeQuietly(client, transport);
      options.signal?.throwIfAborted();
      reasons.add(explain(error, transport));
      if (!(await mayBeOlder(error))) break;
    }
  }
  throw new Error([...reasons].join('; '));
}

/** Whether the server was reached, let us in, and could not do anything with the question of the newer version. */
async function mayBeOlder(error: unknown): Promise<boolean> {
  const { SdkError, SdkErrorCode } = await import('@modelcontextprotocol/client');
  if (!(error instanceof SdkError) || isUnreachable(error)) return false;
  return error.code === SdkErrorCode.EraNegotiationFailed || error.code === SdkErrorCode.RequestTimeout;
}

function isUnreachable({ cause }: Error): boolean {
  return cause instanceof TypeError && cause.cause !== undefined;
}

async function openTransport(target: Target): Promise<Transport> {
  if ('command' in target) return new ServerProcess<JSONRPCMessage>(target.command);
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const headers = target.token === undefined ? {} : { Authorization: `Bearer ${target.token}` };
  return new StreamableHTTPClientTransport(target.url, { requestInit: { headers } });
}

async function connection(client: Client, transport: Transport, options: ConnectOptions): Promise<Connection> {
  const { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } = await import('@modelcontextprotocol/client');
  const server = client.getServerVersion();
  return {
    server: server === undefined ? undefined : { name: String(server.name), version: String(server.version) },
    protocolVersion: client.getNegotiatedProtocolVersion(),

    async request(method, params) {
      try {
        return { kind: 'result', result: await client.request({ method, params }, anything, requestOptions(options)) };
      } catch (error) {
        if (error instanceof ProtocolError) {
          return { kind: 'refused', reason: `JSON-RPC error ${error.code}: ${error.message}` };
        }
        if (error instanceof SdkHttpError) return { kind: 'refused', reason: `HTTP ${error.status}: ${error.message}` };
        if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) {
          return { kind: 'result', result: { problem: error.message } };
        }
        if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
          return { kind: 'silence', reason: `nothing within ${options.timeoutMs} ms` };
        }
        return { kind: 'silence', reason: explain(error, transport) };
      }
    },

    close: () => closeQuietly(client, transport),
  };
}

async function closeQuietly(client: Client, transport: Transport): Promise<void> {
  if ('terminateSession' in transport && typeof transport.terminateSession === 'function') {
    // A courtesy to servers that keep sessions; not worth waiting for.
    const said: Promise<unknown> = Promise.resolve(transport.terminateSession()).catch(() => {});
    await Promise.race([said, delay(1000, undefined, { ref: false })]);
  }
  await client.close().catch(() => {});
  // The client forgets a transport that closed first; its process group still has to be looked after.
  await transport.close().catch(() => {});
}

function requestOptions({ timeoutMs, signal }: ConnectOptions) {
  return { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) };
}

function explain(error: unknown, transport: Transport): string {
  const messages: string[] = [];
  for (let one = error; one !== undefined; one = one instanceof Error ? one.cause : undefined) {
    const message = one instanceof Error ? one.message : String(one);
    if (message !== '' && !messages.some((known) => known.includes(message))) messages.push(message);
  }
  const [message = 'no reason was given', ...causes] = messages;
  const reason = causes.length === 0 ? message : `${message} (${causes.join(': ')})`;
  const complaint = transport instanceof ServerProcess ? transport.complaint : '';
  return complaint === '' ? reason : `${reason}; its stderr ends with: ${complaint}`;
}
