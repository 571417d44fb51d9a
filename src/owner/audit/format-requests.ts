// Requests for a person: one line each, in columns, no wider than the terminal.

import { shownLine } from '../../command-line/shown-call.js';
import type { Colors } from '../../renderings/text/colors.js';
import { cutToWidth, padToWidth, widestOf } from '../../renderings/text/display-width.js';
import { resultText } from '../../vocabulary/readable-result.js';
import { durationText, localTime, timeAgo } from '../../vocabulary/readable-time.js';
import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import type { RequestRow } from './list-requests.js';

const gap = '  ';
/** With less room, how long ago takes the place of the time, as in `runs list`. */
const roomyWidth = 100;
/** The command is what people look for: other columns go before it has less, … */
const wantedCommand = 34;
/** … and it gets at least so much. */
const narrowestCommand = 16;
/** No name takes more of a line. */
const widestCell = 24;
/** One that is cut cannot be looked up. */
const widestRun = 40;

interface Column {
  readonly head: string;
  readonly cells: readonly string[];
  readonly isNumber?: boolean;
  /** Where there is little room, those with the lowest number go first; without one it stays. */
  readonly leaves?: number;
}

export function formatRequests(
  rows: readonly RequestRow[],
  width: number,
  colors: Colors,
  now = Date.now(),
): readonly string[] {
  const who = [
    column('caller', rows, ({ caller }) => caller, 3),
    column('client', rows, ({ client }) => client ?? '', 4),
  ];
  const same = [...who, column('door', rows, ({ door }) => door, 1)].filter(isSame);
  const columns = fitColumns(
    [
      width < roomyWidth
        ? { head: 'when', cells: rows.map(({ at }) => timeAgo(at, now)) }
        : { head: 'time', cells: rows.map(({ at }) => localTime(at)) },
      { head: 'run', cells: rows.map(({ run }) => cutToWidth(terminalSafeLine(run), widestRun)) },
      ...who,
      column('door', rows, ({ door }) => door, 1),
      { head: 'result', cells: rows.map((row) => terminalSafeLine(resultText(row))) },
      column('person', rows, askedText, 5),
      { head: 'took', cells: rows.map(({ duration_ms: ms }) => tookText(ms)), isNumber: true, leaves: 2 },
    ].filter((one) => !isSame(one)),
    width,
  );
  const commandWidth = Math.max(narrowestCommand, width - widthOf(columns));
  const line = (text: (column: Column) => string, paint: (text: string, column: Column) => string) =>
    columns
      .map((one) => `${paint(padToWidth(text(one), cellWidth(one), one.isNumber ? 'right' : 'left'), one)}${gap}`)
      .join('');
  const head = `${line(
    (one) => one.head,
    (text) => text,
  )}command`;
  return [
    colors.bold(head),
    ...rows.map((row, at) => {
      const known = line(
        (one) => one.cells[at] ?? '',
        (text, { head: name }) => (name === 'result' ? paintResult(row, text, colors) : text),
      );
      return `${known}${cutToWidth(terminalSafeLine(shownLine(row.command)), commandWidth)}`;
    }),
    ...(rows.length > 1 ? describeSame(same, width).map(colors.dim) : []),
  ];
}

function column(head: string, rows: readonly RequestRow[], read: (row: RequestRow) => string, leaves: number): Column {
  return { head, cells: rows.map((row) => cutToWidth(terminalSafeLine(read(row)), widestCell)), leaves };
}

/** What all rows have in common is said once, below them. What only one row has would not be seen to be common. */
function isSame({ cells, leaves }: Column): boolean {
  return leaves !== undefined && leaves !== 2 && cells.length > 0 && cells.every((cell) => cell === cells[0]);
}

function describeSame(columns: readonly Column[], width: number): readonly string[] {
  const said = columns.flatMap(({ head, cells: [cell] }) => (cell ? [`${head} ${cell}`] : []));
  return said.length === 0 ? [] : [cutToWidth(`Same for all: ${said.join(', ')}`, width)];
}

function fitColumns(columns: readonly Column[], width: number): readonly Column[] {
  const leaving = columns
    .filter(({ leaves }) => leaves !== undefined)
    .sort((one, other) => (one.leaves ?? 0) - (other.leaves ?? 0));
  let kept = columns;
  for (const next of leaving) {
    if (width - widthOf(kept) >= wantedCommand) break;
    kept = kept.filter((one) => one !== next);
  }
  return kept;
}

function cellWidth({ head, cells }: Column): number {
  return widestOf([head, ...cells]);
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, one) => sum + cellWidth(one) + gap.length, 0);
}

/** What a person said, where one was asked. */
function askedText({ decision, answer }: RequestRow): string {
  if (decision !== 'ask' || answer === null) return '';
  return answer === 'approve' ? 'approved' : 'denied';
}

function tookText(ms: number | null): string {
  return ms === null ? '-' : durationText(ms);
}

function paintResult({ state }: RequestRow, text: string, colors: Colors): string {
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
