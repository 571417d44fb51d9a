// Text in an error: whole or not at all, because half a secret would no longer be recognised as one.

const longestShown = 200;

/** In quotes with a space before it, or nothing where it is too long or cannot be shown on a line. */
export function shown(text: string): string {
  return text.length <= longestShown && isPlain(text) ? ` ${JSON.stringify(text)}` : '';
}

/** Without control characters, line ends and halves of characters. */
export function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);
}
