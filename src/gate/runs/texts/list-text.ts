// A list of runs for a person: one line each, no wider than the terminal.

import { shownLine } from '../../../command-line/shown-call.js';
import { type Ended, resultText } from '../../../vocabulary/readable-result.js';
import { durationText, localTime, timeAgo } from '../../../vocabulary/readable-time.js';

interface Listed extends Ended {
  readonly run: string;
  readonly created_at: string;
  /** Of a lost run nobody knows. */
  readonly duration_ms?: number;
  readonly command: string;
  /** On which it listens. */
  readonly ports?: readonly number[];
}

/** With less room, how long ago takes the place of the time, and how long it took is left to `runs show`. */
const roomyWidth = 100;

/** Less of a command says nothing. */
const narrowestCommand = 16;

export function listText(data: unknown, width = Number.POSITIVE_INFINITY, now = Date.now()): string {
  const { runs, next, incomplete } = data as {
    readonly runs: readonly Listed[];
    readonly next?: string;
    readonly incomplete?: string;
  };
  if (runs.length === 0) return ['No runs.', ...(incomplete === undefined ? [] : [incomplete])].join('\n');
  const columns = columnsFor(runs, width >= roomyWidth, now);
  const widths = columns.map(([head, cells]) => Math.max(head.length, ...cells.map((cell) => cell.length)));
  const room = Math.max(narrowestCommand, width - widths.reduce((sum, one) => sum + one + 2, 0));
  const line = (cells: readonly string[], command: string) =>
    `${cells.map((cell, at) => `${cell.padEnd(widths[at] ?? 0)}  `).join('')}${command}`;
  const head = columns.map(([title]) => title);
  return [
    line(head, 'command'),
    ...runs.map(({ command }, at) =>
      line(
        columns.map(([, cells]) => cells[at] ?? ''),
        cut(visible(shownLine(command)), room),
      ),
    ),
    ...(next === undefined ? [] : ['', `More: ${next}`]),
    ...(incomplete === undefined ? [] : ['', incomplete]),
  ].join('\n');
}

type Column = readonly [head: string, cells: readonly string[]];

function columnsFor(runs: readonly Listed[], isRoomy: boolean, now: number): readonly Column[] {
  const when = runs.map(({ created_at }) => (isRoomy ? localTime(created_at) : timeAgo(created_at, now)));
  const took = runs.map(({ duration_ms }) => (duration_ms === undefined ? '-' : durationText(duration_ms)));
  const ports = runs.map(({ ports }) => ports?.join(',') ?? '-');
  return [
    ['run', runs.map(({ run }) => run)],
    ['result', runs.map(resultText)],
    ['when', when],
    ...(isRoomy ? [['took', took] as const] : []),
    // A column that few lists need.
    ...(runs.some((run) => run.ports !== undefined) ? [['ports', ports] as const] : []),
  ];
}

/** Nothing in it can steer a terminal or take room without being seen. */
function visible(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** Terminals disagree on what is wide. Counted like this no line is ever broken. */
function cut(text: string, width: number): string {
  const columnsOf = (character: string) => (character <= '\x7f' || character === '↵' ? 1 : 2);
  const characters = [...text];
  if (characters.reduce((sum, character) => sum + columnsOf(character), 0) <= width) return text;
  let used = 1;
  const end = characters.findIndex((character) => {
    used += columnsOf(character);
    return used > width;
  });
  return `${characters.slice(0, end).join('')}…`;
}
