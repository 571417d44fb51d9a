// A client that is small enough to come with every command line. What looks at strange servers closely uses the one of
// the MCP SDK, in the package cmdgate-checks.

import { type Answer, type Fields, protocolVersion } from './message.js';
import { overHttp } from './over-http.js';
import { overStdio } from './over-stdio.js';
import type { Target } from './target.js';

export interface McpServer {
  /** As the server tells it. */
  readonly version: string;
  ask(method: string, params: Fields): Promise<Fields>;
}

/** Connects, asks what `work` asks, and leaves nothing behind. Rejects with a reason that can be read. */
export async function askServer<Result>(
  target: Target,
  signal: AbortSignal,
  work: (server: McpServer) => Promise<Result>,
): Promise<Result> {
  const way = 'command' in target ? await overStdio(target, signal) : overHttp(target, signal);
  let asked = 0;
  const ask = async (method: string, params: Fields): Promise<Fields> =>
    resultOf(method, await way.send({ jsonrpc: '2.0', id: ++asked, method, params }));
  try {
    const clientInfo = { name: 'cmdgate', version: '1' };
    const { serverInfo } = await ask('initialize', { protocolVersion, capabilities: {}, clientInfo });
    await way.send({ jsonrpc: '2.0', method: 'notifications/initialized', params: {} });
    return await work({ version: String((serverInfo as Fields | undefined)?.version ?? ''), ask });
  } finally {
    await way.close();
  }
}

function resultOf(method: string, answer: Answer | undefined): Fields {
  if (answer?.result) return answer.result;
  const { code, message } = answer?.error ?? {};
  const reason = answer?.error ? `JSON-RPC error ${code}: ${message}` : 'nothing came';
  throw new Error(`The server does not answer ${method}: ${reason}`);
}
