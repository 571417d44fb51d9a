// Sockets by which processes find each other, in whichever container they are: the system refuses connections to one as
// soon as the process that listens has ended, however it ended.

import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import type { OpenDirectory } from '../files/open-directory.js';

/** What the way to a socket may have at most, on every system. */
const longestPath = 100;

/** `refused`: whoever listened there has ended. */
export type SocketState = 'listening' | 'refused' | 'missing' | 'unknown';

export async function askSocket(path: string): Promise<SocketState> {
  if (path.length > longestPath) return 'unknown';
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const connection = connect(path);
    connection.once('connect', () => {
      connection.destroy();
      resolve('listening');
    });
    connection.once('error', (error) => resolve(stateAfter(error)));
  });
}

/** What an error of a connection says about whoever should have listened. */
export function stateAfter(error: unknown): SocketState {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ECONNREFUSED') return 'refused';
  return code === 'ENOENT' ? 'missing' : 'unknown';
}

export interface SocketNames {
  /** A socket that has its name and does not listen yet would look like that of a dead process. */
  readonly opening: string;
  readonly name: string;
}

/** Says whether it worked: others can connect, or they never will. The directory stays open as long as the server. */
export function listenAs(
  server: Server,
  directory: OpenDirectory,
  { opening, name }: SocketNames,
  onShown: (isShown: boolean) => void,
): void {
  const path = directory.pathTo(opening);
  server.once('listening', () => {
    try {
      // Where it was closed meanwhile, this throws before anything else is meant by the same path.
      const to = directory.pathTo(name);
      chmodSync(path, 0o600);
      renameSync(path, to);
      onShown(true);
    } catch {
      onShown(false);
    }
  });
  server.on('error', () => onShown(false));
  if (path.length > longestPath) onShown(false);
  else server.listen({ path, exclusive: true });
}

/** The next process goes on with the rest. */
const mostAtOnce = 100;

/** Removes what dead processes left. Never rejects: it only keeps the directory small. */
export async function removeDeadSockets(directory: OpenDirectory, ending: string, own?: string): Promise<void> {
  try {
    const names = readdirSync(directory.pathTo()).filter((name) => name.endsWith(ending) && name !== own);
    for (const name of names.slice(0, mostAtOnce)) {
      const path = directory.pathTo(name);
      if ((await askSocket(path)) === 'refused') rmSync(path, { force: true });
    }
  } catch {
    // The next one tries again.
  }
}
