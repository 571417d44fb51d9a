// How far something is, in one line: a bar where the total is known, a spinner where it is not.

import { terminalSafeLine } from '../vocabulary/terminal-safe.js';

export interface ProgressReport {
  readonly done: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 80;
/** A guess from less than this would jump about. */
const guessAfterMs = 2_000;
const widestBar = 24;
/** With less room than this, the numbers say more than a bar. */
const narrowestLine = 50;

/** `█████░░░░░ 50% 5/10 ETA 4s reading files`, or `⠋ 5 reading files`. */
export function progressLine(report: ProgressReport, width: number, elapsedMs: number): string {
  const { done, total, message } = report;
  const said = message === undefined ? [] : [terminalSafeLine(message)];
  if (total === undefined || !(total > 0)) {
    return [frames[Math.floor(elapsedMs / frameMs) % frames.length], ...(done > 0 ? [done] : []), ...said].join(' ');
  }
  const share = shareOf(done, total);
  const filled = Math.round(share * widestBar);
  const bar = width < narrowestLine ? [] : ['█'.repeat(filled) + '░'.repeat(widestBar - filled)];
  const left =
    elapsedMs >= guessAfterMs && share > 0 && share < 1 ? [`ETA ${inWords((elapsedMs / share) * (1 - share))}`] : [];
  return [...bar, percent(share), `${done}/${total}`, ...left, ...said].join(' ');
}

/** `3/10 30% reading files`, for a log. */
export function progressText({ done, total, message }: ProgressReport): string {
  const parts = total === undefined ? [`${done}`] : [`${done}/${total}`];
  if (total !== undefined && total > 0) parts.push(percent(shareOf(done, total)));
  if (message !== undefined) parts.push(terminalSafeLine(message));
  return parts.join(' ');
}

function shareOf(done: number, total: number): number {
  return Math.max(0, Math.min(done, total) / total) || 0;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
