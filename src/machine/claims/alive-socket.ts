// Shows to those who cannot see this process, because they are in another container, that it is there: the system
// refuses connections to a socket as soon as the process that listens has ended, however it ended.

import { closeSync, constants, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
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
    stopListening = listen(createServer((connection) => connection.destroy()).unref(), directory, id).stop;
  }, delayMs).unref();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stopListening();
  };
}

/** The same at once. Resolves when others can see it, or when it is clear that they never will. */
export async function showAliveNow(directory: string, id: string): Promise<Shown> {
  const { createServer } = await import('node:net');
  const listening = listen(createServer((connection) => connection.destroy()).unref(), directory, id);
  return { isShown: await listening.isShown, stop: listening.stop };
}

export interface Shown {
  readonly isShown: boolean;
  stop(): void;
}

interface Listening {
  readonly isShown: Promise<boolean>;
  stop(): void;
}

function listen(server: Server, directory: string, id: string): Listening {
  const folder = openFolder(directory);
  if (folder === undefined) return { isShown: Promise.resolve(false), stop: () => {} };
  const starting = `${id}.starting`;
  const isShown = new Promise<boolean>((resolve) => {
    // A socket that has its name and does not listen yet would look like that of a dead process.
    server.once('listening', () => {
      resolve(attempt(() => renameSync(join(directory, starting), aliveFile(directory, id))));
    });
    server.on('error', () => {
      attempt(() => folder.close());
      resolve(false);
    });
  });
  server.listen({ path: folder.pathTo(starting), exclusive: true });
  return {
    isShown,
    stop: () => {
      removeAlive(directory, id);
      if (server.listening) server.close(() => attempt(() => folder.close()));
    },
  };
}

/** Whether a process of this system that showed itself has certainly ended. `missing`: what a missing socket means. */
export async function hasEnded(directory: string, id: string, missing = false): Promise<boolean> {
  const { connect } = await import('node:net');
  const folder = openFolder(directory);
  if (folder === undefined) return false;
  const ended = await new Promise<boolean>((resolve) => {
    const connection = connect(folder.pathTo(`${id}.alive`));
    connection.once('connect', () => {
      connection.destroy();
      resolve(false);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' || (missing && code === 'ENOENT')),
    );
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

/** Removes what dead processes left in a directory, as far as it is found in one look. Never rejects. */
export async function removeDead(directory: string, most = 100): Promise<void> {
  const names = attemptOr([], () => readdirSync(directory)).filter((name) => name.endsWith('.alive'));
  for (const name of names.slice(0, most)) {
    const id = name.slice(0, -'.alive'.length);
    if (await hasEnded(directory, id)) removeAlive(directory, id);
  }
}

/** Whether it worked. Where not, nobody can ask, and this process counts as alive for those who cannot see it. */
function attempt(work: () => void): boolean {
  return attemptOr(false, () => {
    work();
    return true;
  });
}

function attemptOr<Value>(otherwise: Value, work: () => Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
