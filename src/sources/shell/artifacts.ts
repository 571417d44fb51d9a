// The files that a run is asked to vouch for: checked before it, hashed after it.

import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink } from 'node:fs/promises';
import { FewAtOnce } from '../../execution/process/output/few-at-once.js';
import { realPathFrom } from '../../machine/paths/real-path.js';
import { shown } from '../../planning/show-text.js';
import { type PathScope, resolveAnywhereInside } from '../../policy/path-scope.js';
import type { Problem } from '../../vocabulary/gate-error.js';

export type Artifact =
  | { readonly path: string; readonly sha256: string; readonly bytes: number }
  | { readonly path: string; readonly error: string };

/** What is wrong with the paths already now. A file that does not exist yet may exist after the run. */
export function findArtifactProblems(paths: readonly string[], scope: PathScope): readonly Problem[] {
  return paths.flatMap((path, index) => {
    const field = `artifact_paths[${index}]`;
    if (path === '') {
      return {
        code: 'INVALID_VALUE',
        field,
        message: `The ${field} argument is empty`,
        hint: 'Use the path of a file',
      };
    }
    const found = locate(path, scope);
    if ('real' in found) return [];
    return {
      code: 'PATH_TRAVERSAL_BLOCKED',
      field,
      message: `The path${shown(path)} ${found.reason}`,
      hint: 'Use the path of a file inside the trusted working directory (e.g., dist/app.js)',
    };
  });
}

type Located = { readonly real: string; readonly entry: Stats | undefined } | { readonly reason: string };

function locate(path: string, scope: PathScope): Located {
  if (/^~(?:\/|$)/.test(path)) return { reason: 'starts in a home directory' };
  const found = realPathFrom(scope.directory, path);
  if (!found) return { reason: 'cannot be resolved' };
  const allowed = resolveAnywhereInside(found.real, scope);
  return 'reason' in allowed ? allowed : found;
}

const atOnce = 4;
const chunkBytes = 64 * 1024;

/** Hashing takes seconds for each gigabyte, and the answer waits for it. */
const mostBytes = 4 * 1024 ** 3;

/** One entry for each path, in their order. Never rejects: what is wrong with one file stands in its entry. */
export function hashArtifacts(paths: readonly string[], scope: PathScope): Promise<readonly Artifact[]> {
  const few = new FewAtOnce(atOnce);
  const budget = { bytes: mostBytes };
  return Promise.all(
    paths.map((path) =>
      few.do(async () => {
        try {
          return { path, ...(await hashFile(path, scope, budget)) };
        } catch (error) {
          return { path, error: error instanceof NoArtifact ? error.message : reasonOf(error) };
        }
      }),
    ),
  );
}

class NoArtifact extends Error {}

async function hashFile(path: string, scope: PathScope, budget: { bytes: number }) {
  const found = locate(path, scope);
  if ('reason' in found) throw new NoArtifact(found.reason);
  if (!found.entry) throw new NoArtifact('does not exist');
  checkKind(found.entry);
  // Should it be a pipe by now, nobody waits for its other end; should it be a link, it is not followed.
  const handle = await open(found.real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = await handle.stat();
    checkKind(stats);
    if (!(await isStillThere(handle, stats, found.real))) throw new NoArtifact('was replaced while it was opened');
    if (stats.size > budget.bytes) {
      throw new NoArtifact(`has ${stats.size} bytes; at most ${mostBytes} bytes are hashed for all artifacts together`);
    }
    budget.bytes -= stats.size;
    return await hash(handle, stats.size);
  } finally {
    await handle.close();
  }
}

function checkKind(stats: Stats): void {
  if (stats.isDirectory()) throw new NoArtifact('is a directory');
  if (!stats.isFile()) throw new NoArtifact('is not a file');
}

/** A directory on the way can become a link between the check and the opening. */
async function isStillThere(handle: FileHandle, stats: Stats, real: string): Promise<boolean> {
  const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (opened !== undefined) return opened === real;
  const now = await lstat(real);
  return realPathFrom('/', real)?.real === real && now.dev === stats.dev && now.ino === stats.ino;
}

/** As much as was there when it was opened: a file that grows all the time has no end. */
async function hash(handle: FileHandle, size: number) {
  const sum = createHash('sha256');
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(size, 1)));
  let bytes = 0;
  while (bytes < size) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, size - bytes), bytes);
    if (bytesRead === 0) break;
    sum.update(chunk.subarray(0, bytesRead));
    bytes += bytesRead;
  }
  return { sha256: sum.digest('hex'), bytes };
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be read by this user';
    case 'ELOOP':
      return 'was replaced while it was opened';
    default:
      return 'cannot be read';
  }
}
