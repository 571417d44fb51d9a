// A file that somebody obeys who is not the agent.

/** Who: git; the gate at once, because its rules are there; or the gate when it is started the next time. */
export type ObeyedBy = 'git' | 'rules' | 'reload';

export interface Watched {
  /** Absolute. What is missing is watched, too. */
  readonly path: string;
  readonly obeyedBy: ObeyedBy;
  /** How its text is compared: as settings of git, as a path that leads to this directory, or as it stands. */
  readonly form: 'settings' | { readonly leadsTo: string } | 'text';
}

export interface WatchedSet {
  readonly files: readonly Watched[];
  /** Directories in which a new name may be a file that is obeyed. */
  readonly folders: readonly string[];
}
