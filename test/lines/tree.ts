// Remembers a directory with everything in it, and makes it like that again by touching only what is different.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Tree {
  restore(): void;
  /** By path: the kind, the permissions and the content of each file, as a short text. */
  list(): Readonly<Record<string, string>>;
}

interface Item {
  readonly kind: 'file' | 'directory' | 'link';
  readonly mode: number;
  readonly modified: number;
  /** Of a file, or the target of a link. */
  readonly content: Buffer | string;
}

export function rememberTree(root: string): Tree {
  const items = new Map([...walk(root)].map(([path, status]) => [path, readItem(join(root, path), status)]));
  const looks = new Map([...walk(root)].map(([path, status]) => [path, describe(status)]));
  const isTouched = (path: string, status: Stats) => looks.get(path) !== describe(status);
  const listed = listFiles(root);
  return {
    restore() {
      const touched = [...walk(root)].filter(([path, status]) => isTouched(path, status));
      for (const [path, status] of touched) {
        const stays = status.isDirectory() && items.get(path)?.kind === 'directory';
        if (!stays) rmSync(join(root, path), { recursive: true, force: true, maxRetries: 3 });
      }
      const present = walk(root);
      for (const [path, item] of items) if (!present.has(path)) writeItem(join(root, path), item);
      // From the inside to the outside: what is written into a directory changes its time.
      for (const [path, item] of [...items].toReversed()) {
        const full = join(root, path);
        if (!isTouched(path, lstatSync(full))) continue;
        if (item.kind !== 'link') chmodSync(full, item.mode);
        lutimesSync(full, item.modified, item.modified);
        looks.set(path, describe(lstatSync(full)));
      }
    },
    list() {
      const found = walk(root);
      const same = found.size === items.size && [...found].every(([path, status]) => !isTouched(path, status));
      return same ? listed : listFiles(root);
    },
  };
}

/** What is below a directory, each directory before what is in it. */
function walk(root: string): Map<string, Stats> {
  const found = new Map<string, Stats>();
  const visit = (path: string) => {
    const status = lstatSync(join(root, path));
    found.set(path, status);
    if (status.isDirectory()) for (const name of readdirSync(join(root, path)).toSorted()) visit(join(path, name));
  };
  visit('.');
  return found;
}

function readItem(path: string, status: Stats): Item {
  const shared = { mode: status.mode & 0o7777, modified: status.mtimeMs / 1000 };
  if (status.isDirectory()) return { ...shared, kind: 'directory', content: '' };
  if (status.isSymbolicLink()) return { ...shared, kind: 'link', content: readlinkSync(path) };
  return { ...shared, kind: 'file', content: readFileSync(path) };
}

function writeItem(path: string, { kind, content }: Item): void {
  if (kind === 'directory') mkdirSync(path);
  else if (kind === 'link') symlinkSync(content.toString(), path);
  else writeFileSync(path, content);
}

/** Another text as soon as anything was changed or replaced. */
function describe({ mode, size, ino, mtimeMs, ctimeMs }: Stats): string {
  return [mode, size, ino, mtimeMs, ctimeMs].join(' ');
}

/**
 * Of a repository only what does not have the time in it: the index and the objects of a commit that was just made are
 * different each time.
 */
function listFiles(root: string): Readonly<Record<string, string>> {
  const entries = [...walk(root)].flatMap(([path, status]): [string, string][] => {
    const full = join(root, path);
    const mode = (status.mode & 0o7777).toString(8);
    if (/(^|\/)\.git\//.test(path) && !/\.git\/(HEAD|config)$/.test(path)) {
      return /\.git\/refs\//.test(path) && status.isFile() ? [[path, 'ref']] : [];
    }
    if (status.isDirectory()) return path === '.' ? [] : [[path, `directory ${mode}`]];
    if (status.isSymbolicLink()) return [[path, `link to ${readlinkSync(full)}`]];
    if (!status.isFile()) return [[path, 'neither file nor directory']];
    const content = readFileSync(full);
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    return [[path, `file ${mode}, ${content.length} bytes, ${hash}`]];
  });
  return Object.fromEntries(entries);
}
