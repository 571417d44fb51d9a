// A network with nothing in it but its loopback, which several sandboxes can be made in. No process has to stay there to
// keep it: it is kept by two open files of the gate, and is gone with them, also where the gate dies.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';

export interface NetworkSpace {
  /** The words that stand before a program which is to start there. */
  readonly enter: readonly [program: string, ...args: string[]];
  close(): void;
}

/** Not looked up along the search path, like bubblewrap. */
const places = ['/usr/bin/nsenter', '/bin/nsenter', '/usr/local/bin/nsenter', '/run/current-system/sw/bin/nsenter'];

const longestTryMs = 10_000;

/** Resolves to why there is none, as the rest of a sentence. `bubblewrap` is the program. */
export async function openNetworkSpace(
  bubblewrap: string,
  candidates: readonly string[] = places,
): Promise<NetworkSpace | string> {
  const nsenter = candidates.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  if (nsenter === undefined) return 'nsenter is not installed (package util-linux)';
  const made = await makeNamespaces(bubblewrap);
  if (typeof made === 'string') return made;
  const space = toSpace(nsenter, made);
  const refusal = await tryToEnter(space, bubblewrap);
  if (refusal === undefined) return space;
  space.close();
  return refusal;
}

interface Namespaces {
  readonly user: number;
  readonly network: number;
}

/** By the gate's own descriptors: a number of a process could be another one's by then. */
function toSpace(nsenter: string, { user, network }: Namespaces): NetworkSpace {
  const own = (descriptor: number) => `/proc/${process.pid}/fd/${descriptor}`;
  let isClosed = false;
  return {
    enter: [nsenter, `--user=${own(user)}`, `--net=${own(network)}`, '--preserve-credentials', '--'],
    close: () => {
      if (isClosed) return;
      isClosed = true;
      closeSync(user);
      closeSync(network);
    },
  };
}

/** Without /dev of its own, so that bubblewrap makes one user namespace, and the network belongs to it. */
const making = ['--unshare-user', '--unshare-net', '--die-with-parent', '--dev-bind', '/', '/', '--info-fd', '3'];

/** It waits until it has been looked at; its loopback is there by then. */
const waiting = ['/bin/sh', '-c', 'echo; read -r _'];

async function makeNamespaces(bubblewrap: string): Promise<Namespaces | string> {
  const child = spawn(bubblewrap, [...making, '--', ...waiting], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    timeout: longestTryMs,
    killSignal: 'SIGKILL',
  });
  const ended = untilClosed(child);
  const said = collect(child.stderr as Readable);
  child.stdin?.on('error', ignore);
  const pid = await Promise.race([whenReady(child), ended.then(() => undefined)]);
  try {
    // It waits for its input, so that the number is its own.
    return pid === undefined ? firstLine(said()) : openNamespaces(pid);
  } catch (error) {
    return (error as Error).message;
  } finally {
    child.stdin?.end('\n');
    await ended;
  }
}

/** The number of the process inside, when it waits there. */
function whenReady({ stdout, stdio }: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const pid = Number(/"child-pid": (\d+)/.exec(told())?.[1]);
      if (printed() !== '' && pid > 0) resolve(pid);
    };
    const [printed, told] = [collect(stdout as Readable, look), collect(stdio[3] as Readable, look)];
  });
}

function openNamespaces(pid: number): Namespaces {
  const user = openSync(`/proc/${pid}/ns/user`, 'r');
  try {
    return { user, network: openSync(`/proc/${pid}/ns/net`, 'r') };
  } catch (error) {
    closeSync(user);
    throw error;
  }
}

/** Some systems let a user make such a namespace, and no sandbox in it. */
async function tryToEnter({ enter }: NetworkSpace, bubblewrap: string): Promise<string | undefined> {
  const [nsenter, ...words] = enter;
  const inside = ['--unshare-all', '--share-net', '--die-with-parent', '--cap-drop', 'ALL'];
  const view = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  const child = spawn(nsenter, [...words, bubblewrap, ...inside, ...view, '--', '/bin/sh', '-c', ':'], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longestTryMs,
    killSignal: 'SIGKILL',
  });
  const said = collect(child.stderr as Readable);
  return (await untilClosed(child)) === 0 ? undefined : firstLine(said());
}

/** Its exit code, where it has one. */
function untilClosed(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(null)).on('close', (code) => resolve(code));
  });
}

function collect(stream: Readable, onMore: () => void = ignore): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    onMore();
  });
  return () => text;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] || 'the system did not allow the gate to create one';
}

const ignore = () => undefined;
