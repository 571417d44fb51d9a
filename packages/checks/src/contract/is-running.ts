import { readFileSync } from 'node:fs';

/** What has ended and was not yet collected by its parent does not run. */
export function isRunning(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(state.slice(state.lastIndexOf(')') + 2));
  } catch {
    return process.platform !== 'linux' && takesSignals(pid);
  }
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
