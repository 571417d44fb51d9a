export interface NameGroup {
  /** `user-*`, or the name itself where it stands alone. */
  readonly pattern: string;
  readonly names: readonly string[];
}

/** More groups than this are no overview. */
const mostGroups = 60;

/** Puts names that start with `prefix` into a few groups by how they go on: by the next word where that is few, else by the next letter. */
export function groupNames(names: readonly string[], prefix: string, by: 'word' | 'letter'): NameGroup[] {
  if (by === 'word') {
    const byWord = groupBy(names, (name) => {
      const separator = name.slice(prefix.length).search(/[-_]/);
      return separator === -1 ? name : name.slice(0, prefix.length + separator + 1);
    });
    if (byWord.length > 1 && byWord.length <= mostGroups) return byWord;
  }
  for (let length = prefix.length + 1; ; length++) {
    const byLetter = groupBy(names, (name) => name.slice(0, length));
    if (byLetter.length > 1 || names.length < 2) return byLetter;
  }
}

function groupBy(names: readonly string[], keyOf: (name: string) => string): NameGroup[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = keyOf(name);
    const group = groups.get(key);
    if (group) group.push(name);
    else groups.set(key, [name]);
  }
  return [...groups].map(([key, members]) => ({
    pattern: members.length === 1 ? (members[0] as string) : `${key}*`,
    names: members,
  }));
}
