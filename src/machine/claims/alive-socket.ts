// Shows to those who cannot see this process, because they are in another container, that it is there.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { OpenDirectory } from '../files/open-directory.js';
import { askSocket, listenAs, removeDeadSockets } from './sockets.js';

/** Loading what is needed for it takes longer than most commands, which are over before that. */
const delayMs = 50;

const ending = '.alive';

/** Listens until the returned function is called. Where the file system has no sockets, it does nothing. */
export function showAlive(directory: string, id: string): () => void {
  let stopped = false;
  let stopListening = () => {};
  const timer = setTimeout(async () => {
    const shown = await showAliveNow(directory, id);
    if (stopped) shown.stop();
    else stopListening = shown.stop;
  }, delayMs).unref();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stopListening();
  };
}

export interface Shown {
  readonly isShown: boolean;
  stop(): void;
}

/** The same at once. Resolves when others can see it, or when it is clear that they never will. */
export async function showAliveNow(directory: string, id: string): Promise<Shown> {
  const { createServer } = await import('node:net');
  const opened = open(directory);
  if (!opened) return { isShown: false, stop: () => {} };
  const server = createServer((connection) => connection.destroy()).unref();
  const names = { opening: `${id}.starting`, name: `${id}${ending}` };
  const isShown = await new Promise<boolean>((resolve) => listenAs(server, opened, names, resolve));
  return {
    isShown,
    stop: () => {
      removeAlive(directory, id);
      // It also looks for the name that it was opened with.
      if (server.listening) server.close(() => opened.close());
      else opened.close();
    },
  };
}

/** Whether a process of this system that showed itself has certainly ended. `missing`: what a missing socket means. */
export async function isSilent(directory: string, id: string, missing = false): Promise<boolean> {
  const opened = open(directory);
  if (!opened) return false;
  const state = await askSocket(opened.pathTo(`${id}${ending}`));
  opened.close();
  return state === 'refused' || (missing && state === 'missing');
}

/** Removes what a process left that was not closed in order. */
export function removeAlive(directory: string, id: string): void {
  for (const name of [`${id}${ending}`, `${id}.starting`]) {
    attempt(() => rmSync(join(directory, name), { force: true }));
  }
}

/** Removes what dead processes left in a directory, as far as it is found in one look. Never rejects. */
export async function removeDead(directory: string): Promise<void> {
  const opened = open(directory);
  if (!opened) return;
  await removeDeadSockets(opened, ending);
  opened.close();
}

/** The way to a socket has to be short, and workspaces can have long names: an open directory has a short one. */
function open(directory: string): OpenDirectory | undefined {
  return attempt(() => new OpenDirectory(directory, 'Locks that only one process may hold'));
}

/** Where it does not work, nobody can ask, and this process counts as alive for those who cannot see it. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
