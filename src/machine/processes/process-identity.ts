// Tells a process from a later one with the same number.

import { readFileSync, readlinkSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Counted from the start of the system; null where the system does not tell. */
  readonly started: string | null;
  /** Numbers mean nothing in another container. */
  readonly namespace: string | null;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, started: readStat(process.pid)?.started ?? null, namespace: readNamespace() };
  return own;
}

/** False where it has certainly ended. What cannot be seen from here may be running. */
export function mayBeRunning({ pid, started, namespace }: ProcessIdentity): boolean {
  if (namespace !== ownIdentity().namespace) return true;
  if (started === null) return takesSignals(pid);
  const stat = readStat(pid);
  return stat !== undefined && stat.started === started && !/[ZX]/.test(stat.state);
}

/** Undefined where it is none. */
export function readIdentity(json: string): ProcessIdentity | undefined {
  try {
    const { pid, started, namespace } = JSON.parse(json) as Record<string, unknown>;
    if (!Number.isSafeInteger(pid) || (pid as number) <= 0 || !isTextOrNull(started) || !isTextOrNull(namespace)) {
      return undefined;
    }
    return { pid: pid as number, started, namespace };
  } catch {
    return undefined;
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function readNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

function readStat(pid: number): { readonly state: string; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before the last bracket may hold anything. The state is the third field, the start the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
