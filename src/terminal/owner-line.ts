import { terminalSafeLine } from '../renderings/text/terminal-safe.js';

/** Enough for any message of ours; what quotes a client may be as long as the client likes. */
const mostCharacters = 1_000;

/** Text that may quote a client, for the owner's terminal: one line of a bounded length that cannot steer it. */
export function ownerLine(text: string): string {
  const begun = text.length > mostCharacters ? `${text.slice(0, mostCharacters)} … (${text.length} characters)` : text;
  return terminalSafeLine(begun);
}
