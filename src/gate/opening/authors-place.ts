import { cwd } from 'node:process';
import { fileURLToPath } from 'node:url';
import { pathWithin } from '../../machine/paths/is-inside.js';

/** Where this package's own modules are, whichever of its builds is in use. */
const own = import.meta.url.replace(/\/(?:dist|src)\/.*$/, '/');

/** The line of the author's own code by which an error came about, as in `app.mjs:12:3`; undefined where none is. */
export function authorsPlace(error: unknown): string | undefined {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  for (const line of stack.split('\n')) {
    const place = /^\s+at (?:async )?(?:.*\()?((?:file:\/\/)?\/.+:\d+:\d+)\)?$/.exec(line)?.[1];
    if (place !== undefined && !isOurs(place)) return shorten(place);
  }
  return undefined;
}

function isOurs(place: string): boolean {
  const address = place.startsWith('file://') ? place : `file://${place}`;
  return address.startsWith(`${own}dist/`) || address.startsWith(`${own}src/`);
}

function shorten(place: string): string {
  return fromHere(place.startsWith('file://') ? fileURLToPath(place) : place);
}

/** As a person in the current directory would write it. */
export function fromHere(path: string): string {
  return pathWithin(path, cwd()) || path;
}
