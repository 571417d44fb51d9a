const lineFeed = 0x0a;

/** Where line ends are nearer to each other than this, looking at each byte is faster than a search for each. */
const nearBytes = 16;

/** How many line feeds are in this part. */
export function countLineFeeds(bytes: Buffer, from: number, to: number): number {
  const mostSearches = (to - from) / nearBytes;
  let count = 0;
  let at = from;
  while (count < mostSearches) {
    const next = bytes.indexOf(lineFeed, at);
    if (next === -1 || next >= to) return count;
    count++;
    at = next + 1;
  }
  for (; at < to; at++) if (bytes[at] === lineFeed) count++;
  return count;
}
