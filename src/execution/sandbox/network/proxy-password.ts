// Where several runs share a network, each could connect to the relay of another, and get out by what only that one may
// reach. Whoever asks the proxy has to know the password, which stands in the variables of the program it is for.

import { timingSafeEqual } from 'node:crypto';

/** Some programs send no password without a name. */
export const proxyUser = 'run';

/** Whether a request carries it. `given` is its field `proxy-authorization`. */
export function hasPassword(given: string | undefined, password: string): boolean {
  const encoded = /^basic +([a-z0-9+/=]+) *$/i.exec(given ?? '')?.[1];
  if (encoded === undefined) return false;
  const [said, meant] = [Buffer.from(encoded, 'base64'), Buffer.from(`${proxyUser}:${password}`)];
  return said.length === meant.length && timingSafeEqual(said, meant);
}
