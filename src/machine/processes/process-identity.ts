// Tells a process from a later one with the same number.

import { readlinkSync } from 'node:fs';
import { readStat, startOf } from './process-stat.js';

export interface ProcessIdentity {
  readonly pid: number;
  /** Counted from the start of the system; null where the system does not tell. */
  readonly started: string | null;
  /** Numbers mean nothing in another container. */
  readonly namespace: string | null;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, started: startOf(process.pid) ?? null, namespace: readNamespace() };
  return own;
}

/** False where it has certainly ended. What cannot be seen from here may be running. */
export function mayBeRunning(identity: ProcessIdentity): boolean {
  return identity.namespace !== ownIdentity().namespace || !hasEnded(identity);
}

/**
 * Of a process that can be seen from here. Only where the system says so: where files run out, for example, nothing can
 * be read of living processes either.
 */
export function hasEnded({ pid, started }: Pick<ProcessIdentity, 'pid' | 'started'>): boolean {
  if (started === null) return !takesSignals(pid);
  const stat = readStat(pid);
  if (stat === 'untold') return false;
  return stat === 'gone' || stat.started !== started || stat.isEnded;
}

/** Whether there is a process of this number. It may be another one by now. */
export function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
