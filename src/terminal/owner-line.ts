import { terminalSafe, terminalSafeLine } from '../vocabulary/terminal-safe.js';

/** Enough for any message of ours; what quotes a client may be as long as the client likes. */
const mostCharacters = 1_000;

/** Longer is no message, and would push everything else off the screen. */
const mostOfText = 16_000;

/** Text that may quote a client, for the owner's terminal: one line of a bounded length that cannot steer it. */
export function ownerLine(text: string): string {
  return terminalSafeLine(begin(text, mostCharacters));
}

/** The same for text that may have several lines. Those after the first are indented: none passes for a line of ours. */
export function ownerText(text: string): string {
  return terminalSafe(begin(text, mostOfText)).replaceAll('\n', '\n  ');
}

function begin(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)} … (${text.length} characters)` : text;
}
