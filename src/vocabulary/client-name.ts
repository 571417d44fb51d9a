// What a client calls itself, such as `claude-code 2.1.0`. Anybody can say anything there: it is recorded and shown, and
// never asked by a policy.

const longestName = 64;
const longestVersion = 32;

/** Undefined where it does not say. The text is short and has no control characters; it may still look like another. */
export function clientName(name: unknown, version?: unknown): string | undefined {
  const shownName = shorten(name, longestName);
  if (shownName === '') return undefined;
  const shownVersion = shorten(version, longestVersion);
  return shownVersion === '' ? shownName : `${shownName} ${shownVersion}`;
}

function shorten(given: unknown, longest: number): string {
  if (typeof given !== 'string') return '';
  // No more is looked at than can be kept.
  const text = given
    .slice(0, longest * 4)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}
