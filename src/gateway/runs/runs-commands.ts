// runs list, show, output, wait and cancel: what is running and what ran, for whoever started it.

import { nearestOf } from '../command-line/nearest.js';
import { readDuration } from '../command-line/standard-options.js';
import type { OutputPart, OutputSlice } from '../execution/process/output/read-slice.js';
import { defineCommand } from '../sources/typescript/define-command.js';
import { readDefinitions } from '../sources/typescript/read-definitions.js';
import type { CommandSet } from '../vocabulary/command.js';
import type { Context } from '../vocabulary/context.js';
import { GateError } from '../vocabulary/gate-error.js';
import { runStates, type StreamName } from '../vocabulary/program.js';
import type { KnownRun, RunBook } from './run-book.js';
import { nothingPrinted, searchRun, selectFromRun } from './search-run.js';

const runId = {
  name: 'run',
  type: 'string',
  required: true,
  path: false,
  examples: ['run_1'],
  description: 'The id of the run, as its answer and `runs list` show it',
} as const;

/** How much text one answer of `runs output` holds. */
const sliceBytes = 64 * 1024;

const longestWaitMs = 60 * 60 * 1000;

export function runsCommands(book: RunBook): CommandSet {
  const find = (id: string, { caller }: Context): KnownRun => {
    const known = book.find(caller, id);
    if (known) return known;
    const nearest = nearestOf(
      id,
      book.list(caller).map((one) => one.runId),
    );
    throw new GateError('VALIDATION_ERROR', `Invalid argument: run (no run of yours is called '${id.slice(0, 100)}')`, {
      hint: `${nearest ? `Did you mean '${nearest}'? ` : ''}Run 'runs list' for what is known; old runs are forgotten`,
      examples: ['runs list'],
    });
  };

  const list = defineCommand({
    description: 'List your runs, the newest first: programs, and whatever was started with --background',
    danger: 'safe',
    arguments: [
      { name: '--state', type: 'string', enum: runStates, description: 'Only runs in this state' },
      { name: '--limit', type: 'integer', default: 20, minimum: 1, maximum: 500, description: 'Most runs to list' },
    ],
    handler: ({ state, limit }, { caller }) => {
      const found = book.list(caller).filter((known) => state === undefined || known.state === state);
      return { runs: found.slice(0, limit).map(summarize), total: found.length };
    },
  });

  const show = defineCommand({
    description: 'Show one run: where it is on its way, and how it ended',
    danger: 'safe',
    arguments: [runId],
    handler: ({ run }, context) => describe(find(run, context)),
  });

  const output = defineCommand({
    description: 'Read what a program printed, while it runs and after; by lines, by bytes or from the end',
    danger: 'safe',
    arguments: [
      runId,
      { name: '--stream', type: 'string', enum: ['stdout', 'stderr'], default: 'stdout', description: 'Which stream' },
      { name: '--from-line', type: 'integer', minimum: 1, description: 'The first line to read, counted from 1' },
      { name: '--lines', type: 'integer', minimum: 1, description: 'How many lines to read' },
      { name: '--from-byte', type: 'integer', minimum: 0, description: 'The first byte to read, counted from 0' },
      { name: '--bytes', type: 'integer', minimum: 1, description: 'How many bytes to read' },
      { name: '--tail', type: 'integer', minimum: 1, description: 'The last so many lines' },
      {
        name: '--encoding',
        type: 'string',
        enum: ['text', 'base64'],
        default: 'text',
        description: 'base64 shows bytes that are no text as they are',
      },
      {
        name: '--grep',
        type: 'string',
        path: false,
        description: 'Only lines in which this regular expression matches',
      },
      { name: '--ignore-case', type: 'flag', description: 'With --grep: capital and small letters are the same' },
      {
        name: '--context',
        type: 'integer',
        minimum: 0,
        maximum: 50,
        description: 'With --grep: lines before and after',
      },
      {
        name: '--most',
        type: 'integer',
        minimum: 1,
        maximum: 1_000,
        default: 100,
        description: 'With --grep: most matches',
      },
      { name: '--json-path', type: 'string', path: false, description: 'Of JSON, only what this JSONPath selects' },
      { name: '--from-value', type: 'integer', minimum: 0, description: 'With --json-path: the first value to show' },
    ],
    examples: [
      'runs output run_1 --tail 20',
      "runs output run_1 --grep 'error|warning' --context 2",
      "runs output run_1 --json-path '$.items[*].name'",
    ],
    handler: async ({ run, stream, encoding, grep, 'json-path': jsonPath, ...range }, context) => {
      const known = find(run, context);
      if (grep !== undefined || jsonPath !== undefined) {
        const from = { fromLine: range['from-line'], fromByte: range['from-byte'] };
        if (jsonPath === undefined) return await searchRun(known, stream, grep ?? '', { ...range, ...from }, context);
        return await selectFromRun(known, stream, jsonPath, { ...from, fromValue: range['from-value'] }, context);
      }
      const part = toPart({ fromLine: range['from-line'], fromByte: range['from-byte'], ...range });
      const slice = await known.output?.read(stream, {
        ...part,
        limitBytes: sliceBytes,
        ...(encoding === 'base64' && { encoding: 'base64' as const }),
      });
      if (!slice) throw nothingPrinted(known);
      return describeSlice(known, stream, slice, 'lastLines' in part);
    },
  });

  const wait = defineCommand({
    description: 'Wait until a run has ended, and show how; gives its state when the time is over first',
    danger: 'safe',
    timeoutMs: longestWaitMs + 10_000,
    arguments: [
      runId,
      {
        name: '--timeout',
        type: 'string',
        default: '20s',
        path: false,
        examples: ['500ms', '30s', '5m'],
        description: 'How long to wait: milliseconds, or a time like 500ms, 30s or 5m',
        validate: (text: string) => {
          const milliseconds = readDuration(text);
          if (milliseconds !== undefined && milliseconds <= longestWaitMs) return true;
          return 'must be a time of one hour at most';
        },
      },
    ],
    handler: async ({ run, timeout }, context) => {
      const known = find(run, context);
      await endOf(known, readDuration(timeout) ?? 0, context.signal);
      return describe(known);
    },
  });

  const cancel = defineCommand({
    description: 'End a run, or all runs of a chat or a session: the programs and everything that they started',
    danger: 'mutating',
    arguments: [
      { ...runId, required: false },
      { name: '--chat', type: 'string', path: false, description: 'All your runs of this chat' },
      { name: '--session', type: 'string', path: false, description: 'All your runs of this session' },
    ],
    examples: ['runs cancel run_1', 'runs cancel --chat chat_1'],
    handler: async ({ run, chat, session }, context) => {
      if (run !== undefined && chat === undefined && session === undefined) {
        const known = find(run, context);
        const outcome = book.cancel({ run: known.runId });
        await endOf(known, cancelWaitMs, context.signal);
        const canceled = outcome === 'cancel_requested';
        return { ...summarize(known), outcome, canceled, ...(!known.ended && { next: waitFor(known) }) };
      }
      const target = chat !== undefined ? { chat, session } : session !== undefined ? { session } : undefined;
      if (run !== undefined || !target) throw whatToCancel();
      const mine = book.live.filter(({ caller }) => caller.name === context.caller.name);
      const outcome = book.cancel(target, context.caller);
      await Promise.all(
        mine.filter(({ signal }) => signal.aborted).map((known) => endOf(known, cancelWaitMs, context.signal)),
      );
      return { outcome, runs: mine.filter(({ signal }) => signal.aborted).map(summarize) };
    },
  });

  const { commands, groups } = readDefinitions({
    runs: { description: 'What is running, and what ran', subcommands: { list, show, output, wait, cancel } },
  });
  return {
    commands: commands.map((command) => ({
      ...command,
      builtIn: true,
      toText: command.path[1] === 'output' ? sliceText : undefined,
    })),
    groups: groups.map((group) => ({ ...group, builtIn: true })),
  };
}

function whatToCancel(): GateError {
  return new GateError('VALIDATION_ERROR', 'Invalid arguments: name one run, or --chat, or --session', {
    hint: "Run 'runs list' for what is running",
    examples: ['runs cancel run_1', 'runs cancel --chat chat_1'],
  });
}

/** Enough unless the owner gives programs longer than usual to end; then the answer says that it still runs. */
const cancelWaitMs = 15_000;

function summarize(known: KnownRun): Record<string, unknown> {
  const { runId: run, state, background, createdAt, startedAt, endedAt, pid } = known;
  const until = endedAt ?? Date.now();
  return {
    run,
    command: known.run.command,
    state,
    ...(background && { background }),
    session: known.run.session.id,
    ...(known.run.request.chat !== undefined && { chat: known.run.request.chat }),
    ...(known.approvalId !== undefined && { waits_for_approval: known.approvalId }),
    ...(pid !== undefined && !known.ended && { pid }),
    created_at: new Date(createdAt).toISOString(),
    ...(startedAt !== undefined && { started_at: new Date(startedAt).toISOString() }),
    ...(endedAt !== undefined && { ended_at: new Date(endedAt).toISOString() }),
    duration_ms: until - (startedAt ?? createdAt),
    ...(known.output && {
      stdout_bytes: known.output.stdout?.totalBytes ?? 0,
      stderr_bytes: known.output.stderr?.totalBytes ?? 0,
    }),
  };
}

const waitFor = ({ runId: run }: KnownRun) => `runs wait ${run}`;

function describe(known: KnownRun): Record<string, unknown> {
  const { outcome } = known;
  if (!outcome) return { ...summarize(known), next: waitFor(known) };
  if (outcome.status === 'completed') return { ...summarize(known), data: outcome.data };
  const { code, message, hint, result } = outcome.error;
  return { ...summarize(known), error: { code, message, hint, ...(result && { result }) } };
}

function describeSlice(
  known: KnownRun,
  stream: StreamName,
  slice: OutputSlice,
  fromEnd: boolean,
): Record<string, unknown> {
  const { text, fromByte, toByte, fromLine, toLine, totalBytes, totalLines, skippedBytes, more, encoding } = slice;
  const base64 = encoding === 'base64' ? ' --encoding base64' : '';
  // What comes after it: more that is there already, or what the program will print.
  const goesOn = (more && !fromEnd) || !known.ended;
  return {
    run: known.runId,
    stream,
    state: known.state,
    text,
    ...(encoding === 'base64' && { encoding }),
    from_byte: fromByte,
    to_byte: toByte,
    ...(fromLine !== undefined && { from_line: fromLine, to_line: toLine }),
    total_bytes: totalBytes,
    ...(totalLines !== undefined && { total_lines: totalLines }),
    ...(skippedBytes > 0 && { lost_bytes: skippedBytes }),
    ...(slice.lineCut && { line_cut: true }),
    ...(!slice.valid && { valid_text: false }),
    more,
    ...(goesOn && { next: `runs output ${known.runId} --stream ${stream} --from-byte ${toByte}${base64}` }),
  };
}

function sliceText(data: unknown): string {
  return (data as { text: string }).text;
}

interface RangeWords {
  readonly fromLine?: number | undefined;
  readonly lines?: number | undefined;
  readonly fromByte?: number | undefined;
  readonly bytes?: number | undefined;
  readonly tail?: number | undefined;
}

/** What was asked for, once: lines, bytes or the end. */
function toPart({ fromLine, lines, fromByte, bytes, tail }: RangeWords): OutputPart {
  const byLine = fromLine !== undefined || lines !== undefined;
  const byByte = fromByte !== undefined || bytes !== undefined;
  if (Number(byLine) + Number(byByte) + Number(tail !== undefined) > 1) {
    throw new GateError('VALIDATION_ERROR', 'Invalid arguments: lines, bytes and --tail exclude each other', {
      hint: 'Use --from-line and --lines, or --from-byte and --bytes, or --tail',
      examples: ['runs output run_1 --tail 20'],
    });
  }
  if (tail !== undefined) return { lastLines: tail };
  if (byLine) return { fromLine: fromLine ?? 1, ...(lines !== undefined && { lines }) };
  return { fromByte: fromByte ?? 0, ...(bytes !== undefined && { bytes }) };
}

/** Resolves when the run has ended, when the time is over, or when nobody waits any more. */
function endOf(known: KnownRun, waitMs: number, signal: AbortSignal): Promise<void> {
  if (known.ended) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      forget();
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    signal.addEventListener('abort', finish, { once: true });
    const forget = known.whenEnded(finish);
  });
}
