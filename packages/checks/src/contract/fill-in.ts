/** A call with what the check gives in the place of `{value}`, `{url}`, `{file}` or `{directory}`. */
export function fillIn(words: readonly string[], values: Readonly<Record<string, string>>): readonly string[] {
  return words.map((word) =>
    word.replace(/\{(value|url|file|directory)\}/g, (whole, name: string) => values[name] ?? whole),
  );
}
