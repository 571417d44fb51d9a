// `runs output --grep` and `--json-path`: a part of what a program printed, chosen by what stands in it.

import { quoteWords } from '../../command-line/quote.js';
import type { OutputName } from '../../execution/process/output/readable-output.js';
import type { OutputMatch } from '../../execution/process/output/search/match-list.js';
import type { Context } from '../../vocabulary/context.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { withoutTerminalSequences } from '../../vocabulary/terminal-sequences.js';
import type { FoundRun } from './found-run.js';

interface From {
  readonly fromLine?: number | undefined;
  readonly fromByte?: number | undefined;
}

interface SearchWords extends From {
  readonly 'ignore-case'?: boolean | undefined;
  readonly context?: number | undefined;
  readonly most: number;
}

/** How much text one answer holds. */
const answerBytes = 64 * 1024;

export async function searchRun(
  known: FoundRun,
  stream: OutputName,
  pattern: string,
  { most, context: lines, 'ignore-case': ignoreCase, ...from }: SearchWords,
  { signal }: Context,
): Promise<Record<string, unknown>> {
  const found = await known.output?.search(stream, {
    pattern,
    most,
    limitBytes: answerBytes,
    signal,
    ...given({ ignoreCase, context: lines }),
    ...given(beginOf(from)),
  });
  if (!found) throw nothingPrinted(known);
  if (found.status === 'refused') throw refused('--grep', found);
  const { matches, more, stoppedBy, next, searchedBytes, totalBytes, lostBytes, lineSplit, valid } = found;
  return {
    run: known.runId,
    stream,
    state: known.state,
    matches: matches.map(describeMatch),
    more,
    ...(stoppedBy !== undefined && { stopped_by: stoppedBy }),
    searched_bytes: searchedBytes,
    total_bytes: totalBytes,
    ...(lostBytes > 0 && { lost_bytes: lostBytes }),
    ...(lineSplit && { line_split: true }),
    ...(!valid && { valid_text: false }),
    ...((more || !known.ended) &&
      next && {
        next: nextLine(known, stream, [
          '--from-byte',
          next.byte,
          '--grep',
          pattern,
          ...wordsOf({ ignoreCase, context: lines, most }),
        ]),
      }),
  };
}

export async function selectFromRun(
  known: FoundRun,
  stream: OutputName,
  path: string,
  { fromValue, ...from }: From & { readonly fromValue?: number | undefined },
  { signal }: Context,
): Promise<Record<string, unknown>> {
  const found = await known.output?.select(stream, path, {
    limitBytes: answerBytes,
    signal,
    ...given({ fromValue }),
    ...given(beginOf(from)),
  });
  if (!found) throw nothingPrinted(known);
  if (found.status === 'refused') throw refused('--json-path', found);
  const { form, values, total, more, stoppedBy, next, tooLarge, badLines, incompleteLines, roundsNumbers, valid } =
    found;
  return {
    run: known.runId,
    stream,
    state: known.state,
    form,
    values,
    ...(total !== undefined && { total }),
    more,
    ...(stoppedBy !== undefined && { stopped_by: stoppedBy }),
    ...(tooLarge && { too_large: tooLarge }),
    ...(badLines && { bad_lines: badLines }),
    ...(incompleteLines > 0 && { incomplete_lines: incompleteLines }),
    ...(roundsNumbers && { rounds_numbers: true }),
    ...(!valid && { valid_text: false }),
    ...(more &&
      next && {
        next: nextLine(known, stream, ['--from-byte', next.byte, '--from-value', next.value, '--json-path', path]),
      }),
  };
}

/** The line that goes on where this answer ends. */
function nextLine({ runId }: FoundRun, stream: OutputName, words: readonly (string | number)[]): string {
  return quoteWords(['runs', 'output', runId, '--stream', stream, ...words.map(String)]);
}

function wordsOf({
  ignoreCase,
  context,
  most,
}: {
  ignoreCase: boolean | undefined;
  context: number | undefined;
  most: number;
}): readonly (string | number)[] {
  return [
    ...(ignoreCase ? ['--ignore-case'] : []),
    ...(context === undefined ? [] : ['--context', context]),
    '--most',
    most,
  ];
}

function describeMatch({ line, byte, text, before, after, cutBefore, cutAfter, contextCut }: OutputMatch) {
  return {
    ...(line !== undefined && { line }),
    byte,
    text: withoutTerminalSequences(text),
    ...(before && before.length > 0 && { before: before.map(withoutTerminalSequences) }),
    ...(after && after.length > 0 && { after: after.map(withoutTerminalSequences) }),
    ...(cutBefore > 0 && { cut_before: cutBefore }),
    ...(cutAfter && { cut_after: true }),
    ...(contextCut && { context_cut: true }),
  };
}

/** A line or a byte, not both. */
function beginOf({ fromLine, fromByte }: From): From {
  return fromByte === undefined ? { fromLine } : { fromByte };
}

function given<T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

function refused(option: string, { message, hint }: { readonly message: string; readonly hint: string }): GateError {
  return new GateError('VALIDATION_ERROR', `Invalid argument: ${option} (${message})`, { hint });
}

export function nothingPrinted(known: FoundRun): GateError {
  return new GateError('VALIDATION_ERROR', `Run '${known.runId}' has no output to read`, {
    hint: `It is ${known.state}. Only programs print output; 'runs show ${known.runId}' shows what else is known`,
    examples: [`runs show ${known.runId}`],
  });
}
