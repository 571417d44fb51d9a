import type { Colors } from '../renderings/text/colors.js';
import { terminalSafe } from '../renderings/text/terminal-safe.js';
import type { RunEvent } from '../vocabulary/event.js';

const paint = { debug: 'dim', info: 'dim', warn: 'yellow', error: 'red' } as const;

/** What a handler logs, as a line for the owner. */
export function logLine(
  { level, message }: Pick<Extract<RunEvent, { type: 'log' }>, 'level' | 'message'>,
  colors: Colors,
): string {
  return `${colors[paint[level]](`${level}:`)} ${terminalSafe(message)}\n`;
}
