// Finds out which version of MCP a server speaks: first asked in MCP 2026-07-28, then in 2025-11-25.
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Fields, handshake, statelessVersion, type Way, withEnvelope } from './message.js';

export interface McpServer {
  /** As the server tells it. */
  readonly version: string;
  ask(method: string, params: Fields): Promise<Fields>;
}

/** A server that knows only the handshake may leave a question before it unanswered. */
const patienceMs = 5_000;

/** Rejects with the reasons of both versions where they differ. */
export async function greet(way: Way): Promise<McpServer> {
  const ask = asker(way);
  const stateless = askStateless(ask);
  const isStateless = await Promise.race([
    stateless.then(
      () => true,
      () => false,
    ),
    delay(patienceMs, false, { ref: false }),
  ]);
  if (isStateless) return await stateless;
  // One that is only slow to start may still answer the first question.
  return await Promise.any([stateless, shakeHands(way, ask)]).catch(({ errors }: AggregateError) => {
    throw new Error([...new Set(errors.map(({ message }: Error) => message))].join('; '));
  });
}

/** For a server that the question of the newer version has ended. */
export function greetWithHandshake(way: Way): Promise<McpServer> {
  return shakeHands(way, asker(way));
}

async function askStateless(ask: McpServer['ask']): Promise<McpServer> {
  const { supportedVersions, _meta } = await ask('server/discover', withEnvelope({}));
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(statelessVersion)) {
    throw new Error(`The server does not speak MCP ${statelessVersion}, but ${supportedVersions}`);
  }
  const serverInfo = (_meta as Fields | undefined)?.['io.modelcontextprotocol/serverInfo'];
  return { version: versionOf(serverInfo), ask: (method, params) => ask(method, withEnvelope(params)) };
}

async function shakeHands(way: Way, ask: McpServer['ask']): Promise<McpServer> {
  const { serverInfo } = await ask('initialize', handshake);
  await way.send({ jsonrpc: '2.0', method: 'notifications/initialized', params: {} });
  return { version: versionOf(serverInfo), ask };
}

function versionOf(serverInfo: unknown): string {
  return String((serverInfo as Fields | null | undefined)?.version ?? '');
}

function asker(way: Way): McpServer['ask'] {
  let asked = 0;
  return async (method, params) => resultOf(method, await way.send({ jsonrpc: '2.0', id: ++asked, method, params }));
}

function resultOf(method: string, answer: Answer | undefined): Fields {
  if (answer?.result) return answer.result;
  const { code, message } = answer?.error ?? {};
  const reason = answer?.error ? `JSON-RPC error ${code}: ${message}` : 'nothing came';
  throw new Error(`The server does not answer ${method}: ${reason}`);
}
