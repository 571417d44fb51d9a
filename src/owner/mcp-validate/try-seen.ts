import { tmpdir } from 'node:os';
import { reservedWords } from '../../vocabulary/names.js';
import { askServer } from './ask-server.js';
import type { McpServer } from './greet.js';
import type { Fields } from './message.js';
import { readManifest } from './read-manifest.js';

/** A server that is started has to load its commands first. */
const timeLimitMs = 30_000;

export interface Seen {
  readonly tools: readonly string[];
  readonly commands: number;
}

/** Starts a server as a client would, and tells what it offers. Rejects with a reason that can be read. */
export async function trySeen(
  command: readonly [string, ...string[]],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Seen> {
  const target = { command, environment, directory: tmpdir() };
  return await askServer(target, AbortSignal.timeout(timeLimitMs), async ({ ask }) => {
    const { tools } = await ask('tools/list', {});
    const names = (tools as readonly Fields[]).map(({ name }) => String(name));
    return { tools: names, commands: names.includes('cli') ? await countCommands(ask) : names.length };
  });
}

/** Without those that every gate has. */
async function countCommands(ask: McpServer['ask']): Promise<number> {
  const manifest = readManifest(await ask('tools/call', { name: 'cli', arguments: { command: 'manifest' } }));
  return Object.keys(manifest?.commands ?? {}).filter((path) => !reservedWords.has(path.split('.')[0] ?? '')).length;
}
