import { type FSWatcher, watch } from 'node:fs';

/** Calls back when something in the directory may have changed. Where that cannot be watched, it never does. */
export function watchDirectory(directory: string, wake: () => void): () => void {
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(directory, { persistent: false }, () => wake());
    watcher.on('error', () => watcher?.close());
  } catch {
    // It is missing, or the system watches too much already.
  }
  return () => watcher?.close();
}
