// Where a list goes on, as text that an agent gives back: it holds everything, so any process can go on from it.

/** A place in a whole list, or what the command itself calls the place. */
export type Place = { readonly offset: number } | { readonly own: string };

/** `request` is the same for all pages of one list. */
export function writeCursor(place: Place, request: string): string {
  const value = 'offset' in place ? place.offset : place.own;
  return Buffer.from(JSON.stringify([checksum(request), value])).toString('base64url');
}

/** Undefined where it is no cursor, or one of another request. */
export function readCursor(cursor: string, request: string): Place | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 2 || parts[0] !== checksum(request)) return undefined;
  const value: unknown = parts[1];
  if (typeof value === 'string') return { own: value };
  return Number.isSafeInteger(value) && (value as number) >= 0 ? { offset: value as number } : undefined;
}

/** FNV-1a: it tells mistakes, and keeps nobody from anything. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
