// Path arguments stay inside the workspace, whatever they are written like and whatever links lie on the way.
import { resolve, sep } from 'node:path';
import { statOf } from '../machine/files/stat-of.js';
import { isInside } from '../machine/paths/is-inside.js';
import { isOwnPlace } from '../machine/paths/own-place.js';
import { realPathFrom } from '../machine/paths/real-path.js';
import { isUsersOwnPlace } from '../machine/paths/user-directories.js';
import type { Input, Parameter } from '../vocabulary/command.js';
import type { Problem } from '../vocabulary/gate-error.js';
import type { Session } from '../vocabulary/request.js';

/** Where the gate records, as real paths. */
export interface OwnPlaces {
  readonly auditFile?: string | undefined;
  readonly ledgerDirectory?: string | undefined;
}

/** Where paths may lead, and what in there is the gate's own. */
export interface PathScope extends Pick<Session, 'workspace' | 'directory'>, OwnPlaces {}

/**
 * The input with every declared path made absolute: a handler's own working directory is another one, and what was
 * checked must be what is opened.
 */
export function withResolvedPaths(parameters: readonly Parameter[], input: Input, session: PathScope): Input {
  if (!parameters.some(({ path }) => path === 'inside')) return input;
  const resolved = { ...input };
  for (const { path, key } of parameters) {
    if (path === 'inside') resolved[key] = resolveDeep(input[key], session);
  }
  return resolved;
}

function resolveDeep(value: unknown, session: PathScope): unknown {
  const resolveItem = (item: unknown) => resolveDeep(item, session);
  if (typeof value === 'string') {
    const result = resolveInside(value, session);
    return 'path' in result ? result.path : value;
  }
  if (Array.isArray(value)) return value.map(resolveItem);
  if (value instanceof Set) return new Set([...value].map(resolveItem));
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, resolveItem(item)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveItem(item)]));
}

/** Whether declared paths still lead where they led when they were made absolute: a link may lie on the way by now. */
export function leadWhereTheyLed(parameters: readonly Parameter[], input: Input, session: PathScope): boolean {
  return parameters.every(({ path, key }) => path !== 'inside' || leadsWhereItLed(input[key], session));
}

function leadsWhereItLed(value: unknown, session: PathScope): boolean {
  if (typeof value === 'string') {
    const found = resolveAnywhereInside(value, session);
    return 'path' in found && found.path === value;
  }
  return itemsOf(value).every((item) => leadsWhereItLed(item, session));
}

/** The arguments that lead out of the workspace, of those parameters that can hold a path. */
export function findPathProblems(
  parameters: readonly Parameter[],
  input: Input,
  session: PathScope,
): Problem[] | undefined {
  let problems: Problem[] | undefined;
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index] as Parameter;
    if (parameter.path === 'free') continue;
    const value = input[parameter.key];
    if (value === undefined || typeof value === 'number' || typeof value === 'boolean') continue;
    const reason = findReason(parameter, value, session);
    if (!reason) {
      const missing = parameter.mustExist && findMissing(parameter, value, session);
      if (missing) problems = [...(problems ?? []), missing];
      continue;
    }
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

/** Of paths that stay inside: the first one that leads to nothing, or to something else. */
function findMissing(parameter: Parameter, value: unknown, session: PathScope): Problem | undefined {
  const { label, mustExist: wanted = 'file', secret } = parameter;
  const texts = typeof value === 'string' ? [value] : itemsOf(value).filter((item) => typeof item === 'string');
  for (const text of texts) {
    const found = resolveInside(text, session);
    const stats = 'path' in found ? statOf(found.path) : undefined;
    if (wanted === 'file' ? stats?.isFile() : stats?.isDirectory()) continue;
    const named = secret ? 'It' : JSON.stringify(text);
    const what = !stats ? 'does not exist' : stats.isDirectory() ? 'is a directory' : `is not a ${wanted}`;
    return {
      code: stats ? 'PATH_WRONG_KIND' : 'PATH_NOT_FOUND',
      field: label,
      message: `The ${label} argument needs an existing ${wanted}: ${named} ${what}`,
      ...(!secret && { value: text }),
      hint: `Give the path of a ${wanted} that exists. Relative paths start at ${session.directory}`,
    };
  }
  return undefined;
}

type Resolved = { readonly path: string } | { readonly reason: string };

/** The absolute path of a path argument, or why it cannot be used. */
export function resolveInside(path: string, session: PathScope): Resolved {
  const written = writtenReason(path);
  return written ? { reason: written } : resolveAnywhereInside(path, session);
}

/** The same for a path that is already resolved, which is absolute. */
export function resolveAnywhereInside(path: string, session: PathScope): Resolved {
  const real = realPathFrom(sep, resolve(session.directory, path))?.real;
  if (real === undefined) return { reason: 'cannot be resolved' };
  if (!isInside(real, session.workspace)) return { reason: 'is outside the workspace' };
  const own = findOwnPlace(real, session);
  return own === undefined ? { path: real } : { reason: own };
}

/** Where a real path leads to what the gate keeps for itself. */
export function findOwnPlace(real: string, { workspace, auditFile, ledgerDirectory }: PathScope): string | undefined {
  if (real === auditFile) return "is the gate's own log";
  if (isOwnPlace(real, workspace) || isUsersOwnPlace(real, workspace)) return "is in the gate's own directory";
  if (ledgerDirectory !== undefined && isInside(real, ledgerDirectory)) return "is in the gate's own ledger";
  return undefined;
}

/** Deeper values are refused: nobody needs them, and looking through them must end. */
const deepest = 100;

function findReason(parameter: Parameter, value: unknown, session: PathScope, depth = 0): string | undefined {
  if (typeof value === 'string') {
    if (parameter.path === 'guarded')
      return looksLikeTraversal(value) ? 'looks like a path outside the workspace' : undefined;
    const result = resolveInside(value, session);
    return 'reason' in result ? result.reason : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === deepest) return 'is nested too deeply to be checked';
  for (const item of itemsOf(value)) {
    const reason = findReason(parameter, item, session, depth + 1);
    if (reason) return reason;
  }
  return undefined;
}

function itemsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return value instanceof Set || value instanceof Map ? [...value.values()] : Object.values(value);
}

/** What systems take at most. */
const longestPath = 4_096;

/** Why a declared path is refused by its looks alone. */
function writtenReason(path: string): string | undefined {
  if (path.includes('\0')) return 'contains a NUL character';
  if (/^[A-Za-z]:/.test(path)) return 'starts with a drive letter';
  if (/^(?:\\\\|\/\/)/.test(path)) return 'is a network path';
  if (/^[/\\]/.test(path)) return 'is an absolute path';
  if (/^~(?:$|[^/\\]*[/\\])/.test(path)) return 'starts in a home directory';
  if (path.length > longestPath) return `has more than ${longestPath} characters`;
  return looksLikeTraversal(path) ? 'contains a ".." segment' : undefined;
}

/** A `..` segment, plain or percent-encoded. Text such as `1..5` or `see ../README` has none. */
function looksLikeTraversal(text: string): boolean {
  if (text.includes('..') && /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(text)) return true;
  return text.includes('%') && /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\]|%2f|%5c|$)/i.test(text);
}
