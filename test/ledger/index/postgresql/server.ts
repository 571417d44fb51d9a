// A PostgreSQL server for the tests, in a directory of its own. It ends with the process that started it, however that
// ends: then the input of the shell that watches over it is closed.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const password = 'not: shown&here';

export interface PostgresqlServer {
  /** Without a database. */
  readonly url: string;
  stop(): Promise<void>;
}

const startMs = 60_000;

const script = `
  trap '' INT TERM HUP
  "$1/initdb" -D "$2/data" -U owner -A scram-sha-256 --pwfile="$2/password" -E UTF8 --no-sync >"$2/initdb.log" 2>&1 &&
    { "$1/postgres" -D "$2/data" -c listen_addresses=127.0.0.1 -c port="$3" -c unix_socket_directories= -c fsync=off \\
      >"$2/server.log" 2>&1 </dev/null & server=$!; }
  cat >/dev/null
  [ -n "$server" ] && kill -INT "$server" && wait "$server"
  rm -rf "$2"
`;

export async function startPostgresqlServer(): Promise<PostgresqlServer> {
  const programs = findPrograms();
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-postgresql-'));
  const port = await findFreePort();
  writeFileSync(join(directory, 'password'), password);
  const user = chooseUser();
  if (user) for (const path of [directory, join(directory, 'password')]) chownSync(path, user.uid, user.gid);
  const child = spawn('sh', ['-c', script, 'sh', programs, directory, String(port)], {
    cwd: '/',
    // A Ctrl-C at the terminal is for the tests alone.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...user,
  });
  try {
    await waitUntilReady(join(programs, 'pg_isready'), port, child);
  } catch (error) {
    await end(child);
    throw error;
  }
  return {
    url: `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.stdin?.end();
  await ended;
}

/** Debian does not put them where programs are looked for. */
function findPrograms(): string {
  const versions = '/usr/lib/postgresql';
  const installed = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : [];
  const directories = [...installed.sort().reverse(), ...(process.env.PATH ?? '').split(':')];
  const found = directories.find((directory) => existsSync(join(directory, 'initdb')));
  if (found) return found;
  throw new Error('There is no PostgreSQL server on this machine: run "npm test" once, which installs it.');
}

/** The server refuses to be run by root. */
function chooseUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const numberOf = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function waitUntilReady(program: string, port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startMs;
  while (child.exitCode === null && Date.now() < deadline) {
    try {
      execFileSync(program, ['-q', '-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('The PostgreSQL server of the tests did not start.');
}
