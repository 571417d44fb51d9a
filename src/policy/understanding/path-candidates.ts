// The texts in an argument that could be a path. For arguments that the table says nothing about: every way in which
// programs write a path is taken into account, and too much is found rather than too little.

/** `--file=p`, `-fp`, `if=p`, `@p`, `file://p`, `key=path`, `a:b`, `a,b`, and the argument itself. */
export function pathCandidates(text: string): string[] {
  const found = new Set<string>();
  collect(text, found);
  return [...found].filter((candidate) => candidate !== '' && candidate !== '-');
}

/** Nothing where the text is the address of something that is not a file. */
export function withoutScheme(text: string): string | undefined {
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return /^file:/i.test(text) ? decoded(text.slice(5)) : text;
  return scheme === 'file' ? decoded(text.slice(7).replace(/^(?:localhost|127\.0\.0\.1)(?=\/)/, '')) : undefined;
}

/** Each escape by itself: one that is wrong is left as it is, and hides none of the others. */
function decoded(text: string): string {
  const bytes: number[] = [];
  const source = Buffer.from(text);
  for (let at = 0; at < source.length; at++) {
    const [, digits] = /^%([0-9a-f]{2})$/i.exec(source.toString('latin1', at, at + 3)) ?? [];
    if (digits === undefined) bytes.push(source[at] as number);
    else {
      bytes.push(Number.parseInt(digits, 16));
      at += 2;
    }
  }
  return Buffer.from(bytes).toString();
}

function collect(text: string, found: Set<string>): void {
  const plain = withoutScheme(text);
  if (plain === undefined) return;
  if (plain !== text) found.add(plain);
  else if (!text.startsWith('-')) found.add(text);
  if (/^-[^-]./.test(text)) {
    // Behind any number of combined flags: `-fp`, `-xfp`.
    for (const start of [2, 3]) addPart(text.slice(start), found);
    const absolute = text.search(/[/~]|\.\./);
    if (absolute > 1) found.add(text.slice(absolute));
  }
  const marked = /^[@<>!|+]+(.*)$/s.exec(text)?.[1];
  if (marked !== undefined) collectPart(marked, found);
  const equals = text.indexOf('=');
  if (equals !== -1) collectPart(text.slice(equals + 1), found);
  for (const part of text.replace(/^-+/, '').split(/[=:,;]/)) addPart(part, found);
}

function collectPart(text: string, found: Set<string>): void {
  const plain = withoutScheme(text.replace(/^[@<>!|+]+/, ''));
  if (plain === undefined) return;
  addPart(plain, found);
  for (const part of plain.split(/[=:,;]/)) addPart(part, found);
}

function addPart(text: string, found: Set<string>): void {
  const plain = text.replace(/^[@<>!|+]+/, '');
  if (!plain.startsWith('-')) found.add(plain);
}
