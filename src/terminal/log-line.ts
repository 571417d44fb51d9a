import type { Colors } from '../renderings/text/colors.js';
import type { RunEvent } from '../vocabulary/event.js';
import { ownerText } from './owner-line.js';

const paint = { debug: 'dim', info: 'dim', warn: 'yellow', error: 'red' } as const;

/** What a handler logs, for the owner: it may quote an agent. */
export function logLine(
  { level, message }: Pick<Extract<RunEvent, { type: 'log' }>, 'level' | 'message'>,
  colors: Colors,
): string {
  return `${colors[paint[level]](`${level}:`)} ${ownerText(message)}\n`;
}
