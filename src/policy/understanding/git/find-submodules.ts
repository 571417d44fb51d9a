// Finds the submodules in an index of git. They are repositories of their own, and git looks into them with their
// settings even when it only shows a status.

/** The mode of a commit in the place of a directory. */
const gitlink = 0x0000_e000;
/** Its one byte that is rare: looking for the first, which is everywhere, takes long. */
const rareByte = 0xe0;
const rareAt = 2;
/** What stands between the mode of an entry and its flags: owner, group, size, hash. */
const flagsBehind = { sha1: 4 + 12 + 20, sha256: 4 + 12 + 32 };

/**
 * Paths from the top of the work tree; nothing where they cannot be told. The mode is looked for in the bytes, because
 * reading entry by entry takes too long for a call.
 */
export function findSubmodules(index: Buffer): readonly string[] | undefined {
  const found = new Set<string>();
  // Version 4 shortens names, so a name cannot be read where it stands.
  const shortens = index.length >= 8 && index.readUInt32BE(4) >= 4;
  for (let rare = index.indexOf(rareByte, rareAt); rare !== -1; rare = index.indexOf(rareByte, rare + 1)) {
    const at = rare - rareAt;
    if (at + 4 > index.length || index.readUInt32BE(at) !== gitlink) continue;
    if (shortens) return undefined;
    for (const behind of Object.values(flagsBehind)) {
      const name = nameAt(index, at + behind);
      if (name !== undefined) found.add(name);
    }
  }
  return [...found];
}

/** The name behind the flags, if these bytes are an entry at all. */
function nameAt(index: Buffer, at: number): string | undefined {
  if (at + 2 > index.length) return undefined;
  const flags = index.readUInt16BE(at);
  const start = at + 2 + ((flags & 0x4000) === 0 ? 0 : 2);
  const end = index.indexOf(0, start);
  if (end === -1 || end === start) return undefined;
  const length = flags & 0x0fff;
  return length === 0x0fff || length === end - start ? index.toString('utf8', start, end) : undefined;
}
