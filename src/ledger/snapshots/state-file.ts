// The workspace at one moment, as a file.

import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { replaceWhole } from '../../machine/files/whole-file.js';
import type { Entry, WorkspaceState } from './entry.js';

const version = 1;

interface Written {
  readonly version: number;
  readonly isPartial: boolean;
  readonly objectStores: readonly string[];
  readonly entries: readonly (readonly unknown[])[];
}

export function writeState(file: string, { entries, isPartial, objectStores }: WorkspaceState): void {
  const rows = [...entries].map(([path, entry]) => toRow(path, entry));
  const written: Written = { version, isPartial, objectStores, entries: rows };
  replaceWhole(file, gzipSync(JSON.stringify(written), { level: 1 }));
}

/** Throws where it is gone, or is not what this version writes. */
export function readState(file: string): WorkspaceState {
  const written = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Written;
  if (written.version !== version) throw new Error(`${file} has version ${written.version}`);
  return {
    entries: new Map(written.entries.map((row) => [row[0] as string, toEntry(row)])),
    isPartial: written.isPartial,
    objectStores: written.objectStores,
  };
}

/** Short, because there are thousands of them. */
function toRow(path: string, entry: Entry): readonly unknown[] {
  switch (entry.kind) {
    case 'file': {
      const { mode, size, hash, content, glance } = entry;
      const place = content ? [content.pack, content.offset] : [null, 0];
      return [path, 'f', mode, size, hash, ...place, ...(glance ? [glance.mtimeMs, glance.ctimeMs, glance.inode] : [])];
    }
    case 'link':
      return [path, 'l', entry.target];
    case 'directory':
      return [path, 'd', entry.mode];
    case 'left-out':
      return [path, 'x', entry.size, entry.mtimeMs];
    default:
      return entry satisfies never;
  }
}

function toEntry(row: readonly unknown[]): Entry {
  const [, kind, first, second] = row as [string, string, number, number];
  if (kind === 'l') return { kind: 'link', target: row[2] as string };
  if (kind === 'd') return { kind: 'directory', mode: first };
  if (kind === 'x') return { kind: 'left-out', size: first, mtimeMs: second };
  const [hash, pack, offset, mtimeMs, ctimeMs, inode] = row.slice(4) as [
    string,
    string | null,
    number,
    number | undefined,
    number,
    number,
  ];
  return {
    kind: 'file',
    mode: first,
    size: second,
    hash,
    content: pack === null ? undefined : { pack, offset },
    glance: mtimeMs === undefined ? undefined : { mtimeMs, ctimeMs, inode },
  };
}
