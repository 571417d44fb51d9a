// What is seen at which path. Nothing is there that is not mounted.

/** Which file or directory is at a path, whatever is put there later. */
export interface Identity {
  readonly device: bigint;
  readonly inode: bigint;
}

export type Mount =
  /** `source` where it is another file that is seen there. */
  | { readonly kind: 'readable' | 'writable'; readonly path: string; readonly source?: string }
  /** What is mounted onto itself cannot be renamed. `identity` is what was there when that was decided. */
  | { readonly kind: 'pinned'; readonly path: string; readonly identity?: Identity }
  /** Cannot be written to, whatever else is said about it. `source` where it is another file that is seen there. */
  | { readonly kind: 'protected'; readonly path: string; readonly source?: string; readonly identity?: Identity }
  /** There is nothing in it, and nothing can be put there. */
  | { readonly kind: 'empty'; readonly path: string; readonly identity?: Identity }
  /** Empty at the start, gone with the program. */
  | { readonly kind: 'private'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

/** Where several are meant for one path, the last of these wins. */
const byStrength: readonly Mount['kind'][] = [
  'link',
  'private',
  'readable',
  'pinned',
  'writable',
  'protected',
  'empty',
];

/** One for each path, outer ones first: what is mounted later covers what is there. */
export function inOrder(mounts: readonly Mount[]): readonly Mount[] {
  const strongest = new Map<string, Mount>();
  for (const mount of mounts) {
    const other = strongest.get(mount.path);
    if (!other || strength(mount) >= strength(other)) strongest.set(mount.path, mount);
  }
  const deep = [...strongest.values()].map((mount) => [depth(mount.path), mount] as const);
  return deep.sort(([one], [other]) => one - other).map(([, mount]) => mount);
}

function strength({ kind }: Mount): number {
  return byStrength.indexOf(kind);
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}
