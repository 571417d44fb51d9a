import { terminalSafeLine } from '../../renderings/text/terminal-safe.js';
import { type PartialLine, writeValue } from './partial-line.js';

/** Those values that continue what was typed, written in the quoting that was begun. */
export function spell(values: readonly string[], { value: typed, fragment, quote }: PartialLine): string[] {
  return values
    .filter((value) => value.startsWith(typed) && value === terminalSafeLine(value))
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
