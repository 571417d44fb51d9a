import { readStat, takesSignals } from '../from-cmdgate.js';

/** What has ended and was not yet collected by its parent does not run. */
export function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return takesSignals(pid);
  const stat = readStat(pid);
  return typeof stat === 'object' && !stat.isEnded;
}
