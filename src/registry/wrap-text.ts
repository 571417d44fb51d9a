/** Less room than this for a column of text is none: it goes below its name. */
const leastRoom = 20;

/** How far such a text is indented. */
const below = 6;

/** Lines of at most `width` characters. A longer word stays whole: it may be a name or an address to copy. */
export function wrapText(text: string, width: number): readonly string[] {
  if (width === Number.POSITIVE_INFINITY) return text.split('\n');
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

/** `start`, then the text; its further lines begin below where the first one does. */
export function wrapAfter(start: string, text: string, width: number): string {
  const room = width - start.length;
  if (room >= leastRoom) return `${start}${wrapText(text, room).join(`\n${' '.repeat(start.length)}`)}`.trimEnd();
  const indent = ' '.repeat(below);
  const lines = wrapText(text, Math.max(1, width - below)).map((line) => `${indent}${line}`.trimEnd());
  return [start.trimEnd(), ...lines].join('\n').trimEnd();
}

function wrapLine(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
