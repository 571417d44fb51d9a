// Knows what a tree looks like, and puts back only what is different.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

/** By path below the root: a text that is another one when the file was changed or replaced. */
export type Tree = Map<string, string>;

export function readTree(root: string): Tree {
  const tree: Tree = new Map();
  const visit = (path: string) => {
    const full = join(root, path);
    tree.set(path, describe(full));
    if (!lstatSync(full).isDirectory()) return;
    if ((lstatSync(full).mode & 0o700) !== 0o700) chmodSync(full, 0o755);
    for (const name of readdirSync(full)) visit(join(path, name));
  };
  visit('.');
  return tree;
}

/** Makes `root` like `template` again. `clean` is how it looked, and is brought up to date. */
export function restoreTree(root: string, template: string, clean: Tree): void {
  if (!existsSync(root)) mkdirSync(root);
  const found = readTree(root);
  for (const [path, text] of found) {
    if (text !== clean.get(path)) rmSync(join(root, path), { recursive: true, force: true, maxRetries: 3 });
  }
  for (const [path, text] of clean) {
    const full = join(root, path);
    if (found.get(path) === text && existsSync(full)) continue;
    copyOne(join(template, path), full);
    clean.set(path, describe(full));
  }
}

function copyOne(from: string, to: string): void {
  const { mode, uid, gid, atime, mtime } = lstatSync(from);
  if (lstatSync(from).isDirectory()) mkdirSync(to, { recursive: true });
  else copyFileSync(from, to);
  chmodSync(to, mode & 0o7777);
  lchownSync(to, uid, gid);
  utimesSync(to, atime, mtime);
}

/** The times of a folder say only that something in it changed, and that is seen anyway. */
function describe(path: string): string {
  const status = lstatSync(path);
  const { mode, uid, gid, size, ino, mtimeMs, ctimeMs } = status;
  return (status.isDirectory() ? [mode, uid, gid] : [mode, uid, gid, size, ino, mtimeMs, ctimeMs]).join(' ');
}
