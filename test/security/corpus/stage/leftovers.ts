import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Ends, one by one, the processes that work in a folder or have it in their environment. */
export function endLeftovers(folder: string): void {
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    if (belongsTo(pid, folder)) end(pid);
  }
}

function belongsTo(pid: number, folder: string): boolean {
  try {
    const directory = readlinkSync(`/proc/${pid}/cwd`);
    if (directory === folder || directory.startsWith(`${folder}/`)) return true;
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`HOME=${folder}/home\0`);
  } catch {
    return false;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
