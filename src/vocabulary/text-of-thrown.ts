/** What was thrown, as text for a log. Never throws: what is thrown can be anything, also what throws when it is read. */
export function textOfThrown(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return typeof thrown === 'string' ? thrown : 'a value that is not an error';
    return String(thrown.stack ?? thrown.message);
  } catch {
    return 'an error that could not be read';
  }
}
