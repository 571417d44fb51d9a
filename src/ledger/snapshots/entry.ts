// What a snapshot knows of one path of the workspace.

/** Where the content of a file is kept. */
export interface ContentPlace {
  readonly pack: string;
  readonly offset: number;
}

export interface FileEntry {
  readonly kind: 'file';
  /** The permission bits. */
  readonly mode: number;
  readonly size: number;
  /** SHA-256 of its content, as base64url. */
  readonly hash: string;
  /** Undefined where the file was only looked at. */
  readonly content: ContentPlace | undefined;
  /** By which the next snapshot sees that it need not read the file again; undefined where that cannot be told. */
  readonly glance: Glance | undefined;
}

export interface Glance {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

export interface LinkEntry {
  readonly kind: 'link';
  readonly target: string;
}

export interface DirectoryEntry {
  readonly kind: 'directory';
  readonly mode: number;
}

/** It is there, but its content is not kept: too large, unreadable, or an ignored directory with many files. */
export interface LeftOutEntry {
  readonly kind: 'left-out';
  readonly size: number;
  readonly mtimeMs: number;
}

export type Entry = FileEntry | LinkEntry | DirectoryEntry | LeftOutEntry;

/** The workspace at one moment. Paths are relative to it, with `/` between their parts. */
export interface WorkspaceState {
  readonly entries: ReadonlyMap<string, Entry>;
  /** There were more files than a snapshot holds: of a path that is missing here, nothing is known. */
  readonly isPartial: boolean;
  /** The directories with the objects of git repositories. Their files never change, and are kept beside the states. */
  readonly objectStores: readonly string[];
}

/** Whether two entries mean the same to the person who works there. */
export function isSameEntry(one: Entry, other: Entry): boolean {
  switch (one.kind) {
    case 'file':
      return other.kind === 'file' && one.hash === other.hash && one.mode === other.mode;
    case 'link':
      return other.kind === 'link' && one.target === other.target;
    case 'directory':
      return other.kind === 'directory' && one.mode === other.mode;
    case 'left-out':
      return other.kind === 'left-out' && one.size === other.size && one.mtimeMs === other.mtimeMs;
    default:
      return one satisfies never;
  }
}
