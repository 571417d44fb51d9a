/** An I-Regexp (RFC 9485) for this engine, or undefined if it is not valid. Its dot leaves out line ends only. */
export function toRegularExpression(pattern: string, whole: boolean): RegExp | undefined {
  let source = '';
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] as string;
    if (character === '\\') {
      source += character + (pattern[++index] ?? '');
      continue;
    }
    if (character === '[') inClass = true;
    if (character === ']') inClass = false;
    source += character === '.' && !inClass ? '[^\\n\\r]' : character;
  }
  try {
    return new RegExp(whole ? `^(?:${source})$` : source, 'u');
  } catch {
    return undefined;
  }
}
