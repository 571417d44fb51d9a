// What is different between two states of the workspace.

import { type Entry, isSameEntry, type WorkspaceState } from './entry.js';

export type ChangeKind = 'added' | 'changed' | 'removed';

export interface Change {
  readonly path: string;
  readonly kind: ChangeKind;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

/** What one of them does not know is no change. */
export function compareStates(before: WorkspaceState, after: WorkspaceState): readonly Change[] {
  const changes: Change[] = [];
  for (const [path, old] of before.entries) {
    const now = after.entries.get(path);
    if (now) {
      const isUnknown = (old.kind === 'left-out') !== (now.kind === 'left-out') && isDirectoryOf(old, now);
      if (!isUnknown && !isSameEntry(old, now)) changes.push({ path, kind: 'changed', before: old, after: now });
    } else if (!after.isPartial && !isBelowLeftOut(path, after)) {
      changes.push({ path, kind: 'removed', before: old, after: undefined });
    }
  }
  for (const [path, now] of after.entries) {
    if (before.entries.has(path) || before.isPartial || isBelowLeftOut(path, before)) continue;
    changes.push({ path, kind: 'added', before: undefined, after: now });
  }
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** A directory that one of them left out. */
function isDirectoryOf(one: Entry, other: Entry): boolean {
  return one.kind === 'directory' || other.kind === 'directory';
}

function isBelowLeftOut(path: string, { entries }: WorkspaceState): boolean {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const above = entries.get(path.slice(0, at))?.kind;
    if (above === 'left-out') return true;
    if (above === 'directory') return false;
  }
  return false;
}
