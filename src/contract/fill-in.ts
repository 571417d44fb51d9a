/** A call with what the check gives in the place of `{value}`, `{url}` or `{file}`. */
export function fillIn(words: readonly string[], values: Readonly<Record<string, string>>): readonly string[] {
  return words.map((word) => word.replace(/\{(value|url|file)\}/g, (whole, name: string) => values[name] ?? whole));
}
