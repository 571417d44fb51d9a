import { startOf } from '../from-cmdgate.js';

/** When a process was started, in ticks of the system's clock; undefined where there is none, or no way to tell. */
export function startedAt(pid: number | undefined): number | undefined {
  const started = pid === undefined ? undefined : startOf(pid);
  return started === undefined ? undefined : Number(started);
}
