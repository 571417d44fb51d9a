// Programs that were found before. The way is gone again only when the file, or where the way leads, has changed.

import { realpathSync } from 'node:fs';
import { statOf } from '../machine/files/stat-of.js';
import { type ProgramScope, type ResolvedProgram, resolveProgram } from './resolve-program.js';

interface KnownProgram {
  readonly resolved: Extract<ResolvedProgram, { ok: true }>;
  /** Tells the file from any other that takes its place, and from itself when it was changed. */
  readonly file: string;
}

/** For one scope: what was found in another may not be found here. */
export class ProgramMemory {
  readonly #known = new Map<string, KnownProgram>();

  resolve(written: string, scope: ProgramScope): ResolvedProgram {
    const known = this.#known.get(written);
    if (known && leadsTo(known)) return known.resolved;
    this.#known.delete(written);
    const resolved = resolveProgram(written, scope);
    // A relative program depends on the directory of the call.
    if (resolved.ok && (written.startsWith('/') || !written.includes('/'))) {
      const file = fingerprint(resolved.program);
      if (file !== undefined) this.#known.set(written, { resolved, file });
    }
    return resolved;
  }
}

function leadsTo({ resolved, file }: KnownProgram): boolean {
  try {
    return realpathSync.native(resolved.path) === resolved.program && fingerprint(resolved.program) === file;
  } catch {
    return false;
  }
}

function fingerprint(path: string): string | undefined {
  const stats = statOf(path);
  return stats && `${stats.dev} ${stats.ino} ${stats.mode} ${stats.uid} ${stats.gid} ${stats.size} ${stats.ctimeMs}`;
}
