/**
 * Titles, links, colours and cursor movements, as programs write them for a terminal. An unfinished title ends with
 * its line. To a model they are noise that costs tokens, or text that a person at a terminal would not see.
 */
export const terminalSequences =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g;

const introducers = /[\x1b\x90\x98\x9b\x9d-\x9f]/;

/** The text without them; the same text where there are none. */
export function withoutTerminalSequences(text: string): string {
  return introducers.test(text) ? text.replace(terminalSequences, '') : text;
}
