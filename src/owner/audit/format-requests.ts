// Requests for a person: one line each, in columns, cut to the width of the terminal.

import type { Colors } from '../../renderings/text/colors.js';
import { cutToWidth, padToWidth, widestOf } from '../../renderings/text/display-width.js';
import { terminalSafeLine } from '../../renderings/text/terminal-safe.js';
import type { RequestRow } from './list-requests.js';

const gap = '  ';
/** Where there is less room, the year and the seconds go. */
const roomyWidth = 110;
/** The command is what people look for: it gets at least so much. */
const narrowestCommand = 16;

const headers = ['time', 'caller', 'door', 'decision', 'state', 'took'] as const;

export function formatRequests(rows: readonly RequestRow[], width: number, colors: Colors): readonly string[] {
  const isRoomy = width >= roomyWidth;
  const cells = rows.map((row) => [
    isRoomy ? `${row.at.slice(0, 19).replace('T', ' ')}Z` : `${row.at.slice(5, 16).replace('T', ' ')}Z`,
    ...[row.caller, row.door, decisionText(row), row.state].map(terminalSafeLine),
    durationText(row.duration_ms),
  ]);
  const widths = headers.map((header, index) => widestOf([header, ...cells.map((line) => line[index] ?? '')]));
  const left = width - widths.reduce((sum, one) => sum + one + gap.length, 0);
  const commandWidth = Math.max(narrowestCommand, left);
  const line = (texts: readonly string[], paint: (text: string, index: number) => string) =>
    texts
      .map((text, index) => paint(padToWidth(text, widths[index] ?? 0, index === 5 ? 'right' : 'left'), index))
      .join(gap);
  const head = `${line(headers, (text) => text)}${gap}command`;
  return [
    colors.bold(head),
    ...rows.map((row, index) => {
      const known = line(cells[index] ?? [], (text, column) => (column === 4 ? paintState(row, text, colors) : text));
      return `${known}${gap}${cutToWidth(terminalSafeLine(row.command), commandWidth)}`;
    }),
  ];
}

/** `ask: approve`, where a person was asked. */
function decisionText({ decision, answer }: RequestRow): string {
  if (decision === null) return '-';
  return answer === null ? decision : `${decision}: ${answer}`;
}

function durationText(ms: number | null): string {
  if (ms === null) return '-';
  if (ms < 1_000) return `${Math.round(ms)}ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)}s` : `${Math.round(ms / 60_000)}m`;
}

function paintState({ state }: RequestRow, text: string, colors: Colors): string {
  switch (state) {
    case 'completed':
      return colors.green(text);
    case 'refused':
    case 'failed':
    case 'lost':
      return colors.red(text);
    case 'canceled':
    case 'timed_out':
      return colors.yellow(text);
    default:
      return colors.cyan(text);
  }
}
