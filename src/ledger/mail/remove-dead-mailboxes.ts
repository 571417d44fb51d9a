// A gate that dies suddenly leaves its socket behind. The system refuses connections to it from then on, and no other
// gate will ever have its name.

import { readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { OpenDirectory } from '../../machine/files/open-directory.js';
import { openMailDirectory, socketEnding } from './mailbox-place.js';

/** The next gate goes on with the rest. */
const mostAtOnce = 100;

/** Never rejects: it only keeps the directory small. */
export async function removeDeadMailboxes(directory: string, own: string): Promise<void> {
  let opened: OpenDirectory | undefined;
  try {
    opened = openMailDirectory(directory);
    const others = readdirSync(opened.pathTo()).filter((name) => name.endsWith(socketEnding) && name !== own);
    for (const name of others.slice(0, mostAtOnce)) {
      const path = opened.pathTo(name);
      if (await isDead(path)) rmSync(path, { force: true });
    }
  } catch {
    // The next gate tries again.
  } finally {
    opened?.close();
  }
}

function isDead(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(path).unref();
    connection.once('connect', () => connection.destroy());
    connection.once('error', (error) => resolve(isRefused(error)));
    connection.once('close', () => resolve(false));
  });
}

export function isRefused(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
}
