// A client that is small enough to come with every command line. What looks at strange servers closely uses the one of
// the MCP SDK, in the package cmdgate-checks.

import { greet, greetWithHandshake, type McpServer } from './greet.js';
import type { Way } from './message.js';
import { overHttp } from './over-http.js';
import { overStdio } from './over-stdio.js';
import type { Target } from './target.js';

/** Connects, asks what `work` asks, and leaves nothing behind. Rejects with a reason that can be read. */
export async function askServer<Result>(
  target: Target,
  signal: AbortSignal,
  work: (server: McpServer) => Promise<Result>,
): Promise<Result> {
  const open = async (): Promise<Way> =>
    'command' in target ? await overStdio(target, signal) : overHttp(target, signal);
  let way = await open();
  try {
    let server: McpServer;
    try {
      server = await greet(way);
    } catch (error) {
      // Servers of older SDKs end when the first thing they hear is not the handshake.
      if (!way.isOver || signal.aborted) throw error;
      await way.close();
      way = await open();
      server = await greetWithHandshake(way);
    }
    return await work(server);
  } finally {
    await way.close();
  }
}
