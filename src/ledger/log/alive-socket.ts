// Shows to those who cannot see this process, because they are in another container, that it is there: the system
// refuses connections to a socket as soon as the process that listens has ended, however it ended.

import { closeSync, constants, openSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';

/** Loading what is needed for it takes longer than most commands, which are over before that. */
const delayMs = 50;

/** What the name of a socket may have at most, on every system. */
const longestName = 100;

/** Listens until the returned function is called. Where the file system has no sockets, it does nothing. */
export function showAlive(directory: string, id: string): () => void {
  let stopped = false;
  let stopListening = () => {};
  const timer = setTimeout(async () => {
    const { createServer } = await import('node:net');
    if (stopped) return;
    stopListening = listen(createServer((connection) => connection.destroy()).unref(), directory, id);
  }, delayMs).unref();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stopListening();
  };
}

function listen(server: Server, directory: string, id: string): () => void {
  const folder = openFolder(directory);
  if (folder === undefined) return () => {};
  const starting = `${id}.starting`;
  // A socket that has its name and does not listen yet would look like that of a dead process.
  server.once('listening', () => attempt(() => renameSync(join(directory, starting), aliveFile(directory, id))));
  server.on('error', () => folder.close());
  server.listen({ path: folder.pathTo(starting), exclusive: true });
  return () => {
    removeAlive(directory, id);
    if (server.listening) server.close(() => folder.close());
  };
}

/** Whether a process of this system that showed itself has certainly ended. */
export async function hasEnded(directory: string, id: string): Promise<boolean> {
  const { connect } = await import('node:net');
  const folder = openFolder(directory);
  if (folder === undefined) return false;
  const ended = await new Promise<boolean>((resolve) => {
    const connection = connect(folder.pathTo(`${id}.alive`));
    connection.once('connect', () => {
      connection.destroy();
      resolve(false);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });
  folder.close();
  return ended;
}

/** Removes what a process left that was not closed in order. */
export function removeAlive(directory: string, id: string): void {
  for (const file of [aliveFile(directory, id), join(directory, `${id}.starting`)]) {
    attempt(() => rmSync(file, { force: true }));
  }
}

function aliveFile(directory: string, id: string): string {
  return join(directory, `${id}.alive`);
}

interface Folder {
  pathTo(name: string): string;
  close(): void;
}

/** The way to a socket has to be short, and workspaces can have long names: an open directory has a short one. */
function openFolder(directory: string): Folder | undefined {
  if (process.platform !== 'linux') {
    const isShort = directory.length + 40 < longestName;
    return isShort ? { pathTo: (name) => join(directory, name), close: () => {} } : undefined;
  }
  let descriptor: number | undefined;
  attempt(() => {
    const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
    descriptor = openSync(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  });
  if (descriptor === undefined) return undefined;
  const opened = descriptor;
  return { pathTo: (name) => `/proc/self/fd/${opened}/${name}`, close: () => closeSync(opened) };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Then nobody can ask, and this process counts as alive for those who cannot see it.
  }
}
