import { type PartialLine, writeValue } from './partial-line.js';

/** The values as they continue what was typed, in the quoting that was begun. */
export function spell(values: readonly string[], { fragment, quote }: PartialLine): string[] {
  return values
    .map((value) =>
      quote === 'none' || !/^--[^'"]*=['"]/.test(fragment) ? writeValue(value, quote) : afterEquals(value, quote),
    )
    .filter((written) => written.startsWith(fragment));
}

/** `--to="al` → `--to="alice"`: the quote was opened after the equals sign. */
function afterEquals(value: string, quote: PartialLine['quote']): string {
  const equals = value.indexOf('=') + 1;
  return value.slice(0, equals) + writeValue(value.slice(equals), quote);
}
