// Values stay inside the workspace, whatever the author put around them. What he wrote himself is his.

import { resolve } from 'node:path';
import { isInside } from '../machine/paths/is-inside.js';
import { realPathFrom } from '../machine/paths/real-path.js';
import { type PathScope, resolveAnywhereInside } from '../policy/path-scope.js';
import { withoutScheme } from '../policy/understanding/path-candidates.js';
import { isForeign, joined, type Text } from './draft.js';
import type { Findings } from './findings.js';

/** Every value of one text that leads out of the workspace, read as a path in the directory of its step. */
export function checkPaths(pieces: Text, scope: PathScope, findings: Findings): void {
  let found = false;
  for (const piece of pieces) {
    if (!isForeign(piece)) continue;
    const reason = findInValue(piece.from === 'argument' ? piece.value : piece.text, scope);
    if (reason === undefined) continue;
    found = true;
    findings.blame(piece, { ...blocked, reason });
  }
  const last = pieces.findLast(isForeign);
  if (found || !last || pieces.length === 1 || pieces.some(({ from }) => from === 'unknown')) return;
  const reason = findInJoined(pieces, scope);
  if (reason !== undefined) findings.blame(last, { ...blocked, reason });
}

const blocked = {
  code: 'PATH_TRAVERSAL_BLOCKED',
  hint: 'Use a relative path inside the workspace, without ".." (e.g., reports/summary.txt)',
};

/** Each is followed through the file system, while everybody else waits. */
const mostTexts = 10_000;

function findInValue(value: unknown, scope: PathScope): string | undefined {
  const open = [value];
  let left = mostTexts;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'string') {
      if (--left < 0) return `contains more than ${mostTexts} values that could be paths`;
      for (const path of pathsIn(one)) {
        const reason = findReason(path, scope);
        if (reason !== undefined) return reason;
      }
    } else if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) open.push(inner);
  }
  return undefined;
}

/** The ways in which programs without flags are told a path: `file:///p`, `@p`, `key=p`, and `key=@p`. */
function pathsIn(text: string): readonly string[] {
  const lead = /^(?:[\w.-]+=)?[@<]?/.exec(text)?.[0].length ?? 0;
  const texts = lead === 0 ? [text] : [text, text.slice(lead)];
  return texts.flatMap((one) => {
    const named = /^\s*file:/i.test(one) ? withoutScheme(one.trimStart()) : undefined;
    return named === undefined ? [one] : [one, named];
  });
}

/** Values and what is written around them can be a path together that none of them is: from the start, or after a `=`. */
function findInJoined(pieces: Text, scope: PathScope): string | undefined {
  const text = joined(pieces);
  for (const { start, written } of startsOf(pieces)) {
    const reason = findBehind(text.slice(start, start + written), text.slice(start), scope);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

interface Start {
  readonly start: number;
  /** How many characters after it are written. */
  readonly written: number;
}

function startsOf(pieces: Text): readonly Start[] {
  const starts: Start[] = [];
  let open = joined(pieces).startsWith('-') ? [] : [0];
  let at = 0;
  for (const { from, text } of pieces) {
    if (from === 'author') {
      for (const { index } of text.matchAll(/=/g)) open.push(at + index + 1);
    } else {
      // What is written before it need not belong to the path.
      if (!open.includes(at)) open.push(at);
      for (const start of open) starts.push({ start, written: at - start });
      open = [];
    }
    at += text.length;
  }
  return starts;
}

function findBehind(written: string, text: string, scope: PathScope): string | undefined {
  const named = written.slice(0, written.lastIndexOf('/') + 1);
  if (named === '' || findReason(named, scope) === undefined) return findReason(text, scope);
  // The author leads out himself: then it stays where he leads.
  const stays = isInside(resolve(scope.directory, text), resolve(scope.directory, named));
  return stays && !hasParent(text.slice(named.length)) ? undefined : 'is outside the directory it belongs to';
}

const hasParent = (text: string): boolean => text.split('/').includes('..');

function findReason(text: string, scope: PathScope): string | undefined {
  // No path has a NUL, and no program gets one.
  if (text === '' || text.includes('\0')) return undefined;
  const path = followablePart(text);
  if (path !== text && /^\/*$/.test(path)) return undefined;
  const found = resolveAnywhereInside(upTo(longestPath, resolve(scope.directory, path)), scope);
  if ('reason' in found) return found.reason;
  if (!hasParent(path)) return undefined;
  // The system follows a link before `..`, others take the name before it away: both have to stay inside.
  const real = realPathFrom(scope.directory, path)?.real;
  if (real === undefined) return 'cannot be resolved';
  const followed = resolveAnywhereInside(real, scope);
  return 'reason' in followed ? followed.reason : undefined;
}

/** What systems take at most. */
const longestName = 255;
const longestPath = 4_096;

/** A long text is no path, but the names that it begins with could be made or opened. */
function followablePart(text: string): string {
  const names = text.split('/');
  const tooLong = names.findIndex((name) => Buffer.byteLength(name) > longestName);
  return tooLong === -1 ? text : names.slice(0, tooLong).join('/');
}

function upTo(length: number, path: string): string {
  return path.length <= length ? path : path.slice(0, path.lastIndexOf('/', length));
}
