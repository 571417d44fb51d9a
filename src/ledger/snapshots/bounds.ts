// How much of a workspace a snapshot holds, and how long snapshots are kept.

const mebibyte = 1024 * 1024;

export interface SnapshotBounds {
  /** Files, links and directories of one snapshot. */
  readonly entries: number;
  /** A larger file is left out. */
  readonly fileBytes: number;
  /** What one snapshot may add to what is kept. */
  readonly newBytes: number;
  /** Of what .gitignore names, a file may be as large as this, … */
  readonly ignoredFileBytes: number;
  /** … and a directory may have as many entries. */
  readonly ignoredEntries: number;
}

export const usualBounds: SnapshotBounds = {
  entries: 100_000,
  fileBytes: 32 * mebibyte,
  newBytes: 1024 * mebibyte,
  ignoredFileBytes: mebibyte,
  ignoredEntries: 500,
};

export interface SnapshotRetention {
  /** How many runs can be undone. */
  readonly points: number;
  readonly days: number;
  readonly bytes: number;
}

export const snapshotRetention: SnapshotRetention = { points: 200, days: 14, bytes: 2048 * mebibyte };

/** Directories of dependencies and caches: programs make them again, and they are large. */
export const neverKept: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', '__pycache__', '.venv', '.tox', '.mypy_cache', '.pytest_cache'],
  ...['.ruff_cache', '.gradle', '.next', '.nuxt', '.turbo', '.parcel-cache', '.cache', '.cmdgate'],
]);

/** A directory with this file in it is a cache: https://bford.info/cachedir/ */
export const cacheMark = 'CACHEDIR.TAG';
