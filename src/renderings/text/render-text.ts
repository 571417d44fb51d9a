// An outcome as a person reads it in a terminal. Everything that is not the answer itself goes to stderr.

import { replaceMedia } from '../../vocabulary/media-json.js';
import type { Completed, Outcome } from '../../vocabulary/outcome.js';
import { terminalSafe, terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import { type Colors, colors as painters } from './colors.js';
import { formatError } from './format-error.js';
import { formatValue } from './format-value.js';

export interface TextOptions {
  readonly color: boolean;
  /** Of what stands beside the answer, where that goes elsewhere; as `color` unless given. */
  readonly remarkColor?: boolean;
  /** Columns of the terminal; `Infinity` cuts nothing. */
  readonly width: number;
  /** The command's own way of showing its data. */
  readonly toText?: ((data: unknown, width?: number) => string) | undefined;
}

export interface RenderedText {
  readonly stdout: string;
  readonly stderr: string;
}

/** The readable form of an outcome; nothing in it can steer the terminal. */
export function renderText(outcome: Outcome, options: TextOptions): RenderedText {
  const colors = painters(options.color);
  const beside = painters(options.remarkColor ?? options.color);
  const answer: string[] = [];
  const remarks: string[] = [];

  switch (outcome.status) {
    case 'completed':
      if (outcome.message !== undefined) answer.push(colors.bold(terminalSafe(outcome.message)));
      // Not spread: there can be more lines than a call can have arguments.
      for (const line of answerLines(outcome, options, colors, remarks)) answer.push(line);
      remarks.push(...restOfList(outcome, beside));
      if (outcome.run.dryRun) remarks.push(`${beside.yellow('dry run:')} nothing was changed.`);
      if (outcome.truncated !== undefined && !outcome.run.warnings.some(({ code }) => code === 'TRUNCATED')) {
        const { limitBytes, totalBytes } = outcome.truncated;
        remarks.push(`${beside.yellow('truncated:')} the answer has ${totalBytes} bytes; the limit is ${limitBytes}.`);
      }
      break;
    case 'failed': {
      const { stdout, stderr } = outcome.error.result ?? {};
      answer.push(...printedLines(stdout));
      remarks.push(...printedLines(stderr), ...formatError(outcome.error, beside));
      break;
    }
    default:
      return outcome satisfies never;
  }
  for (const warning of outcome.run.warnings) {
    remarks.push(
      `${beside.yellow('warning:')} ${terminalSafe(warning.message)} ${beside.dim(`[${terminalSafeLine(warning.code)}]`)}`,
    );
  }
  return { stdout: text(answer), stderr: text(remarks) };
}

/** How to come to the rest of a list of which this is one page. */
function restOfList({ run }: Completed, colors: Colors): readonly string[] {
  const { returned, total, next_cursor: next } = (run.about?.pagination ?? {}) as Record<string, unknown>;
  if (typeof next !== 'string') return [];
  const shown = typeof total === 'number' ? `${returned} of ${total}` : `${returned}, and there are more`;
  return [`${colors.yellow('list:')} ${shown}; --cursor ${terminalSafeLine(next)} continues, --limit 0 shows all.`];
}

function answerLines(outcome: Completed, options: TextOptions, colors: Colors, remarks: string[]): readonly string[] {
  if (!outcome.streams) return dataLines(outcome, options, colors, remarks);
  remarks.push(...printedLines(outcome.streams.stderr));
  return printedLines(outcome.streams.stdout);
}

/** What a program printed, as one piece without its last line end; nothing where it printed nothing. */
function printedLines(text: unknown): readonly string[] {
  return typeof text === 'string' && text !== '' ? [terminalSafe(text).replace(/\n$/, '')] : [];
}

/** A picture is nothing that a terminal can show. */
const inWords = (_: string, _type: string, mimeType: string, _base64: string, bytes: string) =>
  `"(${mimeType}, ${bytes} bytes; --format json shows them)"`;

function dataLines(outcome: Completed, options: TextOptions, colors: Colors, remarks: string[]): readonly string[] {
  if (options.toText !== undefined && outcome.truncated === undefined) {
    return [terminalSafe(options.toText(outcome.data, options.width)).replace(/\n+$/, '')];
  }
  // The JSON is what every other door sends: a person sees the same dates and numbers as an agent.
  const value: unknown = JSON.parse(replaceMedia(outcome.json, inWords));
  if (value === null && outcome.message !== undefined) return [];
  const { lines, cut, shortened } = formatValue(value, {
    width: options.width > 0 ? options.width : Number.POSITIVE_INFINITY,
    colors,
  });
  const { yellow } = painters(options.remarkColor ?? options.color);
  if (cut) remarks.push(`${yellow('note:')} deeper levels are not shown; --format json shows all.`);
  if (shortened) remarks.push(`${yellow('note:')} values ending in … are cut; --format json shows everything.`);
  return lines;
}

function text(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
