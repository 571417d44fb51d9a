// A new file in the place of another, whole or not at all.

import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { takesSignals } from '../../../machine/processes/process-identity.js';

/** Writes beside the file and renames. What a process that died in between has left is removed by the next one. */
export async function writeWholeFile(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  // A link stays one, and what it leads to is replaced.
  const file = await realpath(path).catch(() => path);
  const before = await stat(file).catch(() => undefined);
  await removeLeftovers(file);
  const next = join(dirname(file), `${prefixOf(file)}${process.pid}.${randomBytes(6).toString('hex')}.new`);
  try {
    const handle = await open(next, 'wx', before ? 0o600 : mode);
    await fill(handle, content, mode ?? before?.mode);
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

async function fill(handle: FileHandle, content: string | Uint8Array, mode: number | undefined): Promise<void> {
  try {
    await handle.writeFile(content);
    if (mode !== undefined) await handle.chmod(mode & 0o777);
    // After a power cut there is the old file or the new one, not an empty one.
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name may be as long as the system allows: with all of it, there would be no room for the rest. */
const longestBeginning = 50;

function prefixOf(file: string): string {
  return `.${basename(file).slice(0, longestBeginning).toWellFormed()}.`;
}

/** Whoever writes in another container has numbers of its own; what it is writing has just been changed. */
const abandonedMs = 2_000;

async function removeLeftovers(file: string): Promise<void> {
  const directory = dirname(file);
  const prefix = prefixOf(file);
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix)) continue;
    const [, pid = ''] = /^(\d+)\.[0-9a-f]{12}\.new$/.exec(name.slice(prefix.length)) ?? [];
    if (pid === '' || takesSignals(Number(pid))) continue;
    const entry = await lstat(join(directory, name)).catch(() => undefined);
    if (entry && Date.now() - entry.mtimeMs > abandonedMs) await rm(join(directory, name), { force: true });
  }
}
