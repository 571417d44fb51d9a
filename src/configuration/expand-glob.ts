import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { quoteForReport } from '../documents/quote-for-report.js';
import { toReason } from '../documents/to-reason.js';

// Node 20 has no fs.glob. This knows `*`, `**`, `?` and `{a,b}`.

const deepest = 32;
const mostDirectories = 10_000;
const mostAlternatives = 1_000;

export type ExpandedGlob =
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly message: string };

class GlobFailure extends Error {}

/**
 * The real paths of all files that a glob matches, sorted. Wildcards pass over `node_modules` and over names that
 * begin with a dot; `**` does not follow links, so that it cannot walk in circles.
 */
export function expandGlob(pattern: string, directory: string): ExpandedGlob {
  const files = new Set<string>();
  let visits = 0;

  function list(folder: string): readonly Dirent[] {
    visits += 1;
    if (visits > mostDirectories) throw new GlobFailure(`It goes through more than ${mostDirectories} directories.`);
    return readDirectory(folder).filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  }

  function walk(place: string, segments: readonly string[], depth: number): void {
    const [segment, ...rest] = segments;
    if (segment === undefined) {
      if (isFile(place)) files.add(realpathSync.native(place));
    } else if (segment === '**') {
      if (depth > deepest) throw new GlobFailure(`It goes more than ${deepest} directories deep.`);
      walk(place, rest, depth);
      for (const entry of list(place)) {
        if (entry.isDirectory()) walk(join(place, entry.name), segments, depth + 1);
      }
    } else if (isWildcard(segment)) {
      const matcher = toMatcher(segment);
      for (const { name } of list(place)) if (matcher.test(name)) walk(join(place, name), rest, depth);
    } else {
      walk(join(place, segment), rest, depth);
    }
  }

  try {
    for (const alternative of expandBraces(pattern)) {
      walk(isAbsolute(alternative) ? '/' : resolve(directory), toSegments(alternative), 0);
    }
  } catch (error) {
    if (error instanceof GlobFailure) return { ok: false, message: error.message };
    throw error;
  }
  return { ok: true, files: [...files].sort() };
}

function toSegments(pattern: string): readonly string[] {
  const segments = pattern
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    // Two `**` in a row mean what one means, and would visit every directory many times over.
    .filter((part, index, all) => part !== '**' || all[index - 1] !== '**');
  if (segments.lastIndexOf('..') > segments.findIndex(isWildcard) && segments.some(isWildcard)) {
    throw new GlobFailure('".." cannot follow a wildcard.');
  }
  return segments.at(-1) === '**' ? [...segments, '*'] : segments;
}

function isWildcard(segment: string): boolean {
  return /[*?]/.test(segment);
}

function isFile(place: string): boolean {
  try {
    return statSync(place).isFile();
  } catch {
    return false;
  }
}

function readDirectory(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new GlobFailure(`The directory ${quoteForReport(folder)} cannot be read (${toReason(error)}).`);
  }
}

function toMatcher(segment: string): RegExp {
  const source = segment
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'su');
}

/** `a/{b,c}.ts` → `a/b.ts`, `a/c.ts`. Braces without a comma, or never closed, are ordinary characters. */
function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    if (open.length + done.length > mostAlternatives) {
      throw new GlobFailure(`Its braces expand to more than ${mostAlternatives} patterns.`);
    }
    const inner = /\{([^{}]*,[^{}]*)\}/.exec(text);
    if (inner === null) {
      done.push(text);
      continue;
    }
    for (const choice of (inner[1] ?? '').split(',')) {
      open.push(text.slice(0, inner.index) + choice + text.slice(inner.index + inner[0].length));
    }
  }
  return done;
}
