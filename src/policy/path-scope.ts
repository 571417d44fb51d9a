// Path arguments stay inside the workspace, whatever they are written like and whatever links lie on the way.
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Input, Parameter } from '../vocabulary/command.js';
import type { Problem } from '../vocabulary/gate-error.js';
import type { Session } from '../vocabulary/request.js';

/** What the gate keeps for itself inside a workspace: no path argument leads there. */
const ownDirectory = '.cmdgate';

/** The arguments that lead out of the workspace. */
export function findPathProblems(
  parameters: readonly Parameter[],
  input: Input,
  session: Session,
): Problem[] | undefined {
  let problems: Problem[] | undefined;
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index] as Parameter;
    if (parameter.path === 'free') continue;
    const value = input[parameter.key];
    if (value === undefined || typeof value === 'number' || typeof value === 'boolean') continue;
    const reason = findReason(parameter, value, session);
    if (!reason) continue;
    problems ??= [];
    problems.push({
      code: 'PATH_TRAVERSAL_BLOCKED',
      field: parameter.label,
      message: `The ${parameter.label} argument ${reason}`,
      ...(!parameter.secret && { value }),
      hint: 'Use a relative path inside the workspace, without ".." (e.g., reports/summary.txt)',
    });
  }
  return problems;
}

/** The absolute path of a path argument, or why it cannot be used. */
export function resolveInside(path: string, session: Session): { readonly path: string } | { readonly reason: string } {
  const written = writtenReason(path);
  if (written) return { reason: written };
  const real = realPathOf(resolve(session.directory, path));
  if (real === undefined) return { reason: 'cannot be followed to its end' };
  const inside = relative(session.workspace, real);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return { reason: 'leads out of the workspace' };
  }
  if (inside === ownDirectory || inside.startsWith(`${ownDirectory}${sep}`)) {
    return { reason: "leads into the gate's own directory" };
  }
  return { path: real };
}

function findReason(parameter: Parameter, value: unknown, session: Session): string | undefined {
  if (typeof value === 'string') {
    if (parameter.path === 'guarded')
      return looksLikeTraversal(value) ? 'looks like a path out of the workspace' : undefined;
    const result = resolveInside(value, session);
    return 'reason' in result ? result.reason : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const item of Object.values(value)) {
    const reason = findReason(parameter, item, session);
    if (reason) return reason;
  }
  return undefined;
}

/** Why a declared path is refused by its looks alone. */
function writtenReason(path: string): string | undefined {
  if (path.includes('\0')) return 'contains a NUL character';
  if (/^[A-Za-z]:/.test(path)) return 'starts with a drive letter';
  if (/^(?:\\\\|\/\/)/.test(path)) return 'is a network path';
  if (/^[/\\]/.test(path)) return 'is an absolute path';
  if (path.startsWith('~')) return 'starts in a home directory';
  return looksLikeTraversal(path) ? 'contains a ".." segment' : undefined;
}

/** A `..` segment, plain or percent-encoded. Text such as `1..5` or `see ../README` has none. */
function looksLikeTraversal(text: string): boolean {
  if (text.includes('..') && /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(text)) return true;
  return text.includes('%') && /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\]|%2f|%5c|$)/i.test(text);
}

/**
 * The real path of what is there or would be created. A link whose target does not exist yet counts as
 * its target: writing to it would create the file there.
 */
function realPathOf(path: string, hops = 0): string | undefined {
  if (hops > 40) return undefined;
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
  }
  const parent = dirname(path);
  if (parent === path) return undefined;
  const realParent = realPathOf(parent, hops + 1);
  if (realParent === undefined) return undefined;
  const here = join(realParent, path.slice(parent.length).replace(/^[/\\]+/, ''));
  try {
    if (lstatSync(here).isSymbolicLink()) return realPathOf(resolve(realParent, readlinkSync(here)), hops + 1);
  } catch {
    // Nothing is there yet: the place where it would be created counts.
  }
  return here;
}
