// On which TCP ports processes listen, as the system tells it.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const tables = ['tcp', 'tcp6'];

/** In the fourth field of a line. */
const listens = '0A';

/** `processes` are their directories in /proc; all are in one network. What cannot be read of a process is left out. */
export function listeningPorts(processes: readonly string[]): readonly number[] {
  const [first] = processes;
  if (first === undefined) return [];
  const listening = tables.flatMap((name) => parseSockets(readQuietly(`${first}/net/${name}`)));
  if (listening.length === 0) return [];
  const own = new Set(processes.flatMap(socketsOf));
  const ports = listening.filter(({ inode }) => own.has(inode)).map(({ port }) => port);
  return [...new Set(ports)].sort((one, other) => one - other);
}

interface ListeningSocket {
  readonly port: number;
  readonly inode: string;
}

export function parseSockets(table: string): readonly ListeningSocket[] {
  const [, ...lines] = table.trimEnd().split('\n');
  return lines.flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [, address = '', , state] = fields;
    const port = Number.parseInt(address.split(':')[1] ?? '', 16);
    const inode = fields[9];
    return state === listens && inode !== undefined && port > 0 ? [{ port, inode }] : [];
  });
}

function socketsOf(process: string): readonly string[] {
  try {
    return readdirSync(`${process}/fd`).flatMap((name) => inodeOf(`${process}/fd/${name}`));
  } catch {
    return [];
  }
}

function inodeOf(descriptor: string): readonly string[] {
  try {
    const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(descriptor))?.[1];
    return inode === undefined ? [] : [inode];
  } catch {
    // It was closed meanwhile.
    return [];
  }
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
