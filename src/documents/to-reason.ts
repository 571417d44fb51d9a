/** Why the file system refused, without its message: that repeats the path. */
export function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'it does not exist',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of the path is not a directory',
    ELOOP: 'its links form a loop',
  };
  return known[code] ?? (code === '' ? 'it is not readable' : code);
}
