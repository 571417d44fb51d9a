// What the gate itself may not exceed. Asking for more than that is refused by the system, unless the gate is root.

import { readLimits } from '../../machine/processes/process-limits.js';

/** As `/proc/self/limits` names them. */
export type OwnLimit = 'cpu time' | 'address space' | 'processes' | 'file size' | 'open files';

let rows: string | undefined;

/** The hard limit of the gate; `Infinity` where there is none, or none can be read. */
export function ownLimit(name: OwnLimit): number {
  rows ??= readLimits('self');
  const hard = new RegExp(`^Max ${name} +\\S+ +(\\d+) `, 'm').exec(rows)?.[1];
  return hard === undefined ? Number.POSITIVE_INFINITY : Number(hard);
}
