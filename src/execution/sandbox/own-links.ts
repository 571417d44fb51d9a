// The owner lets programs into places of the workspace by their names, and programs can put a link there that leads
// anywhere. So nothing in the workspace is let in through a link.

import { dirname, join, relative } from 'node:path';
import { realPathOf } from '../../machine/paths/real-path.js';
import type { Problem } from '../../vocabulary/gate-error.js';

/** `reals` says where each led when it was looked up: a second look could give another answer. */
export function findOwnLinks(reals: ReadonlyMap<string, string>, workspace: string): readonly Problem[] {
  return [...reals].filter(([path, real]) => leadsThroughLink(path, real, workspace)).map(([path]) => isLink(path));
}

function leadsThroughLink(path: string, real: string, workspace: string): boolean {
  if (real === path) return false;
  // The first one on the way is the workspace itself, whatever leads to it; what comes then may be a program's.
  const entered = ways(path).find((way) => realPathOf(way) === workspace);
  return entered !== undefined && real !== join(workspace, relative(entered, path));
}

/** The directories on the way to it, outermost first. */
function ways(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [...ways(above), path];
}

function isLink(path: string): Problem {
  return {
    code: 'UNAVAILABLE',
    message: `${path} is opened by "sandbox", but is a link that a program may have created.`,
    hint: `Remove the link, or name its target in "readable" or "writable" of "sandbox"`,
  };
}
