// Which paths .gitignore files name. A pattern may come from an agent, so that matching takes no more steps than the
// lengths of pattern and path multiplied.

interface Rule {
  /** The parts of the pattern; `**` stands for any number of directories. */
  readonly parts: readonly string[];
  /** It names a path from the directory of its file on; otherwise a name anywhere below. */
  readonly isAnchored: boolean;
  readonly onlyDirectories: boolean;
  readonly isNegated: boolean;
}

const mostRules = 1_000;

export class IgnoreRules {
  readonly #directory: string;
  readonly #rules: readonly Rule[];
  readonly #outer: IgnoreRules | undefined;

  /** `directory` is where the file lies, relative to the workspace; `outer` are the rules of the directories above. */
  constructor(text: string, directory: string, outer?: IgnoreRules) {
    this.#directory = directory;
    this.#rules = text
      .split(/\r?\n/)
      .flatMap((line) => readRule(line) ?? [])
      .slice(-mostRules);
    this.#outer = outer;
  }

  /** The last rule that matches decides, and the nearest file is asked first. */
  ignores(path: string, isDirectory: boolean): boolean {
    const inside = this.#directory === '' ? path : path.slice(this.#directory.length + 1);
    const parts = inside.split('/');
    const rule = this.#rules.findLast((one) => matches(one, parts, isDirectory));
    return rule ? !rule.isNegated : (this.#outer?.ignores(path, isDirectory) ?? false);
  }
}

function readRule(line: string): Rule | undefined {
  let text = line.replace(/(?<!\\)\s+$/, '');
  if (text === '' || text.startsWith('#') || text.length > 4_096) return undefined;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const onlyDirectories = text.endsWith('/');
  if (onlyDirectories) text = text.slice(0, -1);
  const isAnchored = text.includes('/');
  const parts = text.replace(/^\//, '').split('/');
  return text === '' ? undefined : { parts, isAnchored, onlyDirectories, isNegated };
}

function matches({ parts, isAnchored, onlyDirectories }: Rule, path: readonly string[], isDirectory: boolean): boolean {
  if (onlyDirectories && !isDirectory) return false;
  if (!isAnchored) return matchesName(parts[0] as string, path.at(-1) as string);
  return walkBoth(parts, path, (part) => part === '**', matchesName);
}

function matchesName(pattern: string, name: string): boolean {
  if (!/[*?[\\]/.test(pattern)) return pattern === name;
  return walkBoth(readUnits(pattern), [...name], (unit) => unit === '*', matchesCharacter);
}

/** `*`, `?`, a class as `[a-z]`, or one character with a backslash before it where it stands for itself. */
function readUnits(pattern: string): readonly string[] {
  return (
    pattern.match(/\*+|\?|\[[!^]?\]?[^\]]*\]|\\?[\s\S]/gu)?.map((unit) => (unit.startsWith('*') ? '*' : unit)) ?? []
  );
}

function matchesCharacter(unit: string, character: string): boolean {
  if (unit === '?') return true;
  if (unit.startsWith('\\')) return unit.slice(1) === character;
  if (!unit.startsWith('[') || unit.length < 3) return unit === character;
  const isNegated = unit[1] === '!' || unit[1] === '^';
  const members = [...unit.slice(isNegated ? 2 : 1, -1)];
  const isMember = members.some((member, at) => {
    if (members[at + 1] === '-' && members[at + 2] !== undefined) {
      return member <= character && character <= (members[at + 2] as string);
    }
    return member === character;
  });
  return isMember !== isNegated;
}

/** Goes through both lists at once. After a mismatch it only ever goes back to the last wildcard. */
function walkBoth(
  pattern: readonly string[],
  items: readonly string[],
  isWildcard: (part: string) => boolean,
  isMatch: (part: string, item: string) => boolean,
): boolean {
  let at = 0;
  let item = 0;
  let wildcard = -1;
  let resume = 0;
  while (item < items.length) {
    const part = pattern[at];
    if (part !== undefined && isWildcard(part)) {
      wildcard = at++;
      resume = item;
    } else if (part !== undefined && isMatch(part, items[item] as string)) {
      at++;
      item++;
    } else if (wildcard !== -1) {
      at = wildcard + 1;
      item = ++resume;
    } else return false;
  }
  while (at < pattern.length && isWildcard(pattern[at] as string)) at++;
  return at === pattern.length;
}
