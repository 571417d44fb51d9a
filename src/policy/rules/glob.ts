// Patterns with `*`, matched in time that grows with the text only: an agent's argument cannot make them slow.

export type Matches = (text: string) => boolean;

/** `*` is any text, also none: `--filter=*`. */
export function wordGlob(pattern: string): Matches {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let from = first.length;
    const end = text.length - last.length;
    for (const part of others) {
      const at = text.indexOf(part, from);
      if (at === -1 || at + part.length > end) return false;
      from = at + part.length;
    }
    return true;
  };
}

/** `*` stays within one name of the path; `**` is any number of names, so `a/**` is `a` and everything below it. */
export function pathGlob(pattern: string): Matches {
  const parts = pattern.split('/').map((part) => (part === '**' ? part : wordGlob(part)));
  return (text) => {
    const names = text.split('/');
    let at = 0;
    let name = 0;
    let retry: { readonly at: number; name: number } | undefined;
    while (name < names.length) {
      const part = parts[at];
      if (part === '**') {
        retry = { at: ++at, name };
      } else if (part?.(names[name] ?? '')) {
        at++;
        name++;
      } else if (retry) {
        at = retry.at;
        name = ++retry.name;
      } else return false;
    }
    return parts.slice(at).every((part) => part === '**');
  };
}

/** One pattern for each argument, from the first or a later one; a last `**` is any rest. */
export function argumentsGlob(patterns: readonly string[]): (args: readonly string[], from?: number) => boolean {
  const open = patterns.at(-1) === '**';
  const words = (open ? patterns.slice(0, -1) : patterns).map(wordGlob);
  return (args, from = 0) => {
    const count = args.length - from;
    const fits = open ? count >= words.length : count === words.length;
    return fits && words.every((matches, index) => matches(args[from + index] ?? ''));
  };
}
