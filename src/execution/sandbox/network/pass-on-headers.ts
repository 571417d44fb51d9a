// Which header fields of a message go on to the next one. Those about a connection, and those that say where a body
// ends, are written anew: whoever believed two that disagree would see another message than was looked at here.

/** Names and values in turns, as Node gives and takes them. */
export type RawHeaders = readonly string[];

const ofConnection = new Set([
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
  ...['proxy-authorization', 'proxy-authenticate', 'proxy-authentication-info', 'content-length'],
]);

/** `except` in lower case, as well. */
export function passOnHeaders(headers: RawHeaders, except: readonly string[] = []): string[] {
  const named = namedByConnection(headers);
  const isDropped = (name: string) => ofConnection.has(name) || named.has(name) || except.includes(name);
  return pairsOf(headers).flatMap(([name, value]) => (isDropped(name.toLowerCase()) ? [] : [name, value]));
}

export function pairsOf(headers: RawHeaders): readonly (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return pairs;
}

function namedByConnection(headers: RawHeaders): ReadonlySet<string> {
  const lists = pairsOf(headers).filter(([name]) => /^(?:proxy-)?connection$/i.test(name));
  return new Set(lists.flatMap(([, value]) => value.toLowerCase().split(/[\s,]+/)));
}
