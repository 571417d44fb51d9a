// What all processes of one run may use together, inside the sandbox.

import { totalmem } from 'node:os';

/** Whole numbers above 0. */
export interface RunLimits {
  /** Processes and threads. */
  readonly processes: number;
  /** What is really used of it, not what is reserved. */
  readonly memoryBytes: number;
  /**
   * What has to stay free on each disk that the run can write to; where the owner does not say, that depends on what
   * was free before.
   */
  readonly freeDiskBytes: number | undefined;
}

/** What the owner says. */
export type GivenLimits = { readonly [Key in keyof RunLimits]?: NonNullable<RunLimits[Key]> };

/** Large builds and tests stay far below: it is to end what would take the machine down. */
export const mostProcesses = 4_096;

const shareOfMemory = 0.75;

/** On a disk with little room, a smaller part of it. */
export const usualReserve = 1024 ** 3;
const shareOfDisk = 0.25;

export function reserveOf({ freeDiskBytes }: RunLimits, freeBefore: number): number {
  return freeDiskBytes ?? Math.min(usualReserve, freeBefore * shareOfDisk);
}

export function withDefaults(given: GivenLimits): RunLimits {
  return {
    processes: given.processes ?? mostProcesses,
    memoryBytes: given.memoryBytes ?? Math.floor(ownMemory() * shareOfMemory),
    freeDiskBytes: given.freeDiskBytes,
  };
}

/** Of the machine, or of the container that the gate is in. */
function ownMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
