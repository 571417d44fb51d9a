// The files that programs of a session made. Nothing about them is believed but what the file system says: a file that was
// not there when a program was let start that makes it, and whose birth is right after that moment, is one of these. What
// somebody else put in its place was born at another time, and what somebody else wrote into it was written while no
// program of the session was running.

import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Session } from '../../vocabulary/request.js';

/** From the moment when a program is let start, so long a file can take to appear. */
const windowMs = 2_000;

/** The clock of a file system is read less often than that of a program. */
const slackMs = 20;

/** Whoever makes more is asked about the oldest ones. */
const mostFiles = 5_000;
const mostSpans = 500;

/** A directory with more in it is not looked through. */
const mostLookedAt = 1_000;

interface Span {
  readonly from: number;
  to: number;
}

class Known {
  /** When a program was let start that makes it. */
  readonly made = new Map<string, number>();
  readonly spans: Span[] = [];
  running = 0;
}

export class SessionFiles {
  readonly #known = new WeakMap<Session, Known>();

  /** A program of the session starts now that makes these, as far as they are not there. */
  starts(session: Session, paths: readonly string[]): void {
    const { made } = this.#of(session);
    const now = Date.now();
    for (const path of paths) {
      if (!isMissing(path)) continue;
      made.delete(path);
      made.set(path, now);
      // `mkdir -p` makes what is above it as well.
      for (let above = dirname(path); above !== session.workspace && isMissing(above); above = dirname(above)) {
        made.delete(above);
        made.set(above, now);
        if (above === dirname(above)) break;
      }
    }
    while (made.size > mostFiles) made.delete(made.keys().next().value as string);
  }

  /** Programs of a run are running from now on. */
  begins(session: Session): void {
    const known = this.#of(session);
    known.running++;
    if (known.running > 1) return;
    known.spans.push({ from: Date.now() - slackMs, to: Number.POSITIVE_INFINITY });
    if (known.spans.length > mostSpans) known.spans.shift();
  }

  ends(session: Session): void {
    const known = this.#of(session);
    known.running--;
    const last = known.spans.at(-1);
    if (known.running === 0 && last) last.to = Date.now();
  }

  /** Whether everything that is there was made by the session, and written by nobody else. */
  owns(session: Session, path: string): boolean {
    const known = this.#known.get(session);
    if (!known) return false;
    let left = mostLookedAt;
    const isOwn = (at: string): boolean => {
      const from = known.made.get(at);
      const stats = statsOf(at);
      if (from === undefined || !stats || left-- <= 0 || !isBornAt(stats, from)) return false;
      if (stats.isFile()) return stats.nlink === 1n && wasWrittenIn(known.spans, stats);
      return stats.isDirectory() && namesIn(at)?.every((name) => isOwn(join(at, name))) === true;
    };
    return isOwn(path);
  }

  #of(session: Session): Known {
    const known = this.#known.get(session) ?? new Known();
    this.#known.set(session, known);
    return known;
  }
}

function isBornAt({ birthtimeMs, uid }: BigIntStats, from: number): boolean {
  const birth = Number(birthtimeMs);
  const isMine = process.getuid === undefined || uid === BigInt(process.getuid());
  return isMine && birth >= from - slackMs && birth <= from + windowMs;
}

function wasWrittenIn(spans: readonly Span[], { mtimeMs }: BigIntStats): boolean {
  const written = Number(mtimeMs);
  return spans.some(({ from, to }) => written >= from && written <= to);
}

export function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): readonly string[] | undefined {
  try {
    return readdirSync(directory);
  } catch {
    return undefined;
  }
}
