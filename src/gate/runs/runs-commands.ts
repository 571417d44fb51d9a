// runs list, show, output, wait, cancel and write: what is running and what ran, for whoever started it.

import { nearestOf } from '../../command-line/nearest.js';
import { quoteWords } from '../../command-line/quote.js';
import { readDuration } from '../../command-line/standard-options.js';
import type { OutputPart, OutputSlice } from '../../execution/process/output/read-slice.js';
import type { OutputName } from '../../execution/process/output/readable-output.js';
import { isBase64 } from '../../ledger/mail/message.js';
import { defineCommand } from '../../sources/typescript/define-command.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { CommandSet } from '../../vocabulary/command.js';
import type { Context } from '../../vocabulary/context.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { runStates } from '../../vocabulary/program.js';
import { withoutTerminalSequences } from '../../vocabulary/terminal-sequences.js';
import type { RunFinder } from './find-runs.js';
import { type FoundRun, type WriteResult, waitFor } from './found-run.js';
import { LiveRun } from './live-run.js';
import { loadTexts, textOf } from './run-texts.js';
import { nothingPrinted, searchRun, selectFromRun } from './search-run.js';

const runId = {
  name: 'run',
  type: 'string',
  required: true,
  path: false,
  examples: ['run_1'],
  description: 'The run id, as shown in its answer and by `runs list`',
} as const;

/** How much text one answer of `runs output` holds. */
const sliceBytes = 64 * 1024;

const longestWaitMs = 60 * 60 * 1000;

/** The index may have to catch up with a long log first. */
const longestSearchMs = 10 * 60 * 1000;

export function runsCommands(runs: RunFinder): CommandSet {
  const find = async (id: string, { caller }: Context): Promise<FoundRun> => {
    const found = await runs.find(caller, id);
    if (found) return found;
    const nearest = nearestOf(id, await runs.someIds(caller));
    throw new GateError('VALIDATION_ERROR', `Invalid argument: run (you have no run '${id.slice(0, 100)}')`, {
      hint: `${nearest ? `Did you mean '${nearest}'? ` : ''}Run 'runs list' to list the known runs`,
      examples: ['runs list'],
    });
  };

  const list = defineCommand({
    description: 'List your runs, newest first: running and ended',
    danger: 'safe',
    timeoutMs: longestSearchMs,
    arguments: [
      { name: '--state', type: 'string', enum: runStates, description: 'Only runs in this state' },
      {
        name: '--command',
        type: 'string',
        path: false,
        description: "Only runs of this command or program, such as 'orders remove', rm or 'git push'",
      },
      {
        name: '--limit',
        type: 'integer',
        default: 20,
        minimum: 1,
        maximum: 500,
        description: 'Maximum number of runs',
      },
      { name: '--cursor', type: 'string', path: false, description: 'Where to continue, from the previous answer' },
    ],
    handler: async ({ state, command, limit, cursor }, { caller }) => {
      await loadTexts();
      const { runs: found, next, problem } = await runs.list(caller, { state, command, limit, cursor });
      return {
        runs: found.map((run) => run.summary()),
        more: next !== undefined,
        ...(problem !== undefined && { incomplete: problem }),
        ...(next !== undefined && {
          next: quoteWords(['runs', 'list', ...words({ state, command, limit }), '--cursor', next]),
        }),
      };
    },
  });

  const show = defineCommand({
    description: 'Show one run: its state, why it was allowed, and how it ended',
    danger: 'safe',
    timeoutMs: longestSearchMs,
    arguments: [runId],
    handler: async ({ run }, context) => {
      await loadTexts();
      return describe(await find(run, context));
    },
  });

  const output = defineCommand({
    description: 'Read the output of a program, during and after its run; by lines, by bytes or from the end',
    danger: 'safe',
    timeoutMs: longestSearchMs,
    arguments: [
      runId,
      {
        name: '--stream',
        type: 'string',
        enum: ['stdout', 'stderr', 'data'],
        description: 'Which stream; data is the return value of a function. Default: the first that is not empty',
      },
      { name: '--from-line', type: 'integer', minimum: 1, description: 'The first line to read, counted from 1' },
      { name: '--lines', type: 'integer', minimum: 1, description: 'How many lines to read' },
      { name: '--from-byte', type: 'integer', minimum: 0, description: 'The first byte to read, counted from 0' },
      { name: '--bytes', type: 'integer', minimum: 1, description: 'How many bytes to read' },
      { name: '--tail', type: 'integer', minimum: 1, description: 'The last lines, up to this number' },
      {
        name: '--encoding',
        type: 'string',
        enum: ['text', 'base64'],
        default: 'text',
        description: 'base64 shows bytes that are not text',
      },
      {
        name: '--grep',
        type: 'string',
        path: false,
        description: 'Only lines that match this regular expression',
      },
      { name: '--ignore-case', type: 'flag', description: 'With --grep: ignore case' },
      {
        name: '--context',
        type: 'integer',
        minimum: 0,
        maximum: 50,
        description: 'With --grep: lines of context before and after',
      },
      {
        name: '--most',
        type: 'integer',
        minimum: 1,
        maximum: 1_000,
        default: 100,
        description: 'With --grep: maximum number of matches',
      },
      { name: '--json-path', type: 'string', path: false, description: 'For JSON: only what this JSONPath selects' },
      { name: '--from-value', type: 'integer', minimum: 0, description: 'With --json-path: the first value to show' },
    ],
    examples: [
      'runs output run_1 --tail 20',
      "runs output run_1 --grep 'error|warning' --context 2",
      "runs output run_1 --json-path '$.items[*].name'",
    ],
    handler: async ({ run, stream: named, encoding, grep, 'json-path': jsonPath, ...range }, context) => {
      checkTogether({ ...range, grep, 'json-path': jsonPath });
      await loadTexts();
      const known = await find(run, context);
      const stream = named ?? (known.output?.stdout || !known.output?.data ? 'stdout' : 'data');
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
    description: 'Wait until a run has ended, and show how; returns its state if the time runs out first',
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
        description: 'How long to wait: milliseconds, or a duration such as 500ms, 30s or 5m',
        validate: (text: string) => {
          const milliseconds = readDuration(text);
          if (milliseconds !== undefined && milliseconds <= longestWaitMs) return true;
          return 'must be at most one hour';
        },
      },
    ],
    handler: async ({ run, timeout }, context) => {
      await loadTexts();
      const found = await find(run, context);
      return describe(await found.waitForEnd(readDuration(timeout) ?? 0, context.signal));
    },
  });

  const cancel = defineCommand({
    description: 'Cancel a run, or all runs of a chat or a session: the programs and everything they started',
    danger: 'mutating',
    arguments: [
      { ...runId, required: false },
      { name: '--chat', type: 'string', path: false, description: 'All your runs of this chat' },
      { name: '--session', type: 'string', path: false, description: 'All your runs of this session' },
    ],
    examples: ['runs cancel run_1', 'runs cancel --chat chat_1'],
    handler: async ({ run, chat, session }, context) => {
      if (run !== undefined && chat === undefined && session === undefined) {
        const found = await find(run, context);
        const outcome = await found.cancel(context.signal);
        if (outcome === 'unreachable') throw unreachable(found);
        const then = await found.waitForEnd(cancelWaitMs, context.signal);
        const canceled = outcome === 'cancel_requested';
        return { ...then.summary(), outcome, canceled, ...(!then.ended && { next: waitFor(then) }) };
      }
      const target = chat !== undefined ? { chat, session } : session !== undefined ? { session } : undefined;
      if (run !== undefined || !target) throw whatToCancel();
      const mine = runs.book.live.filter(({ caller }) => caller.name === context.caller.name);
      const outcome = runs.book.cancel(target, context.caller);
      const told = mine.filter(({ signal }) => signal.aborted).map((known) => new LiveRun(known));
      await Promise.all(told.map((one) => one.waitForEnd(cancelWaitMs, context.signal)));
      return { outcome, runs: told.map((one) => one.summary()) };
    },
  });

  const write = defineCommand({
    description: 'Send input to a program that was started with --stdin open',
    danger: 'mutating',
    arguments: [
      runId,
      // Passwords are what programs ask for most.
      {
        name: 'text',
        type: 'string',
        path: false,
        secret: true,
        description: 'The input; it is not recorded anywhere',
      },
      { name: '--line', type: 'flag', description: 'Add a line break after the text' },
      { name: '--end', type: 'flag', description: 'Close the input: the program sees its end' },
      {
        name: '--encoding',
        type: 'string',
        enum: ['text', 'base64'],
        default: 'text',
        description: 'base64 sends bytes that are not text',
      },
    ],
    examples: ["runs write run_1 'yes' --line", 'runs write run_1 --end'],
    handler: async ({ run, text, line, end, encoding }, context) => {
      if (text === undefined && !line && !end) throw nothingToWrite();
      if (encoding === 'base64' && (line || !isBase64(text ?? ''))) throw noBase64(line === true);
      const found = await find(run, context);
      const bytes = Buffer.from(
        `${text ?? ''}${line && encoding === 'text' ? '\n' : ''}`,
        encoding === 'base64' ? 'base64' : 'utf8',
      );
      const result = await found.write(bytes, end === true, context.signal);
      if (result !== 'written' && result !== 'waiting') throw notWritten(found, result);
      return {
        run: found.runId,
        written_bytes: bytes.length,
        ...(result === 'waiting' && { not_read_yet: true }),
        ...(end && { ended: true }),
        next: `runs output ${found.runId}`,
      };
    },
  });

  const { commands, groups } = readDefinitions({
    runs: { description: 'Running and past runs', subcommands: { list, show, output, wait, cancel, write } },
  });
  return {
    commands: commands.map((command) => ({
      ...command,
      builtIn: true,
      toText: textOf(command.path[1] ?? ''),
    })),
    groups: groups.map((group) => ({ ...group, builtIn: true })),
  };
}

/** Options that say nothing without another one, and those that say something else. */
const needs: Readonly<Record<string, string>> = {
  'ignore-case': 'grep',
  context: 'grep',
  'from-value': 'json-path',
};
const exclude = [
  ['grep', 'json-path'],
  ['grep', 'tail'],
  ['grep', 'lines'],
  ['grep', 'bytes'],
  ['json-path', 'tail'],
  ['json-path', 'lines'],
  ['json-path', 'bytes'],
] as const;

/** What would be passed over must not look as if it counted. */
function checkTogether(given: Readonly<Record<string, unknown>>): void {
  const has = (name: string) => given[name] !== undefined && given[name] !== false;
  const alone = Object.entries(needs).find(([name, other]) => has(name) && !has(other));
  const clash = exclude.find(([one, other]) => has(one) && has(other));
  if (!alone && !clash) return;
  const what = alone
    ? `--${alone[0]} requires --${alone[1]}`
    : `--${clash?.[0]} and --${clash?.[1]} cannot be combined`;
  throw new GateError('VALIDATION_ERROR', `Invalid arguments: ${what}`, {
    hint: "Run 'help runs output' to see which options can be combined",
    examples: ["runs output run_1 --grep 'error|warning' --context 2"],
  });
}

function whatToCancel(): GateError {
  return new GateError('VALIDATION_ERROR', 'Invalid arguments: name one run, or --chat, or --session', {
    hint: "Run 'runs list' to see what is running",
    examples: ['runs cancel run_1', 'runs cancel --chat chat_1'],
  });
}

/** Enough unless the owner gives programs longer than usual to end; then the answer says that it still runs. */
const cancelWaitMs = 15_000;

async function describe(found: FoundRun): Promise<Record<string, unknown>> {
  return { ...found.summary(), ...(await found.details()) };
}

/** The options as they were written, for the next page. */
function words(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]));
}

function unreachable({ runId: run, state }: FoundRun): GateError {
  return new GateError('UNAVAILABLE', `Run '${run}' is ${state} in another gate, which does not answer`, {
    hint: 'It runs on another machine or as another user, or it is a function that ends with its caller: use the gate that started it',
    retryAfterMs: 5_000,
  });
}

function noBase64(withLine: boolean): GateError {
  return withLine
    ? new GateError('VALIDATION_ERROR', 'Invalid arguments: --line is for text, and this is base64', {
        hint: 'Encode the line break in the bytes',
      })
    : new GateError('VALIDATION_ERROR', 'Invalid argument: text (it is not base64)', {
        hint: 'Use A-Z, a-z, 0-9, + and /, with = at the end, four characters for three bytes',
      });
}

function nothingToWrite(): GateError {
  return new GateError('VALIDATION_ERROR', 'Invalid arguments: pass a text, --line or --end', {
    hint: "Send text with 'runs write <run> <text>', or close the input with --end",
    examples: ["runs write run_1 'yes' --line", 'runs write run_1 --end'],
  });
}

function notWritten(found: FoundRun, result: Exclude<WriteResult, 'written' | 'waiting'>): GateError {
  const { runId: run, state } = found;
  if (result === 'unreachable') return unreachable(found);
  if (result === 'not_started') {
    return new GateError('UNAVAILABLE', `Run '${run}' has not started yet`, {
      hint: `It is ${state}: it is waiting for its turn, or for approval`,
      retryAfterMs: 2_000,
    });
  }
  if (result === 'full') {
    return new GateError('UNAVAILABLE', `Run '${run}' is not reading its input`, {
      hint: 'Wait until it has read the rest, and send less text at a time',
      retryAfterMs: 1_000,
    });
  }
  const why = result === 'closed' ? 'its input is closed' : 'it was not started with --stdin open';
  return new GateError('VALIDATION_ERROR', `Nothing can be written to run '${run}': ${why}`, {
    hint: `It is ${state}. Start the command again with --stdin open`,
    examples: [`runs show ${run}`],
  });
}

function describeSlice(
  known: FoundRun,
  stream: OutputName,
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
    // What is kept stays as it was printed, and base64 gives it so.
    text: encoding === 'base64' ? text : withoutTerminalSequences(text),
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
    throw new GateError('VALIDATION_ERROR', 'Invalid arguments: lines, bytes and --tail cannot be combined', {
      hint: 'Use --from-line and --lines, or --from-byte and --bytes, or --tail',
      examples: ['runs output run_1 --tail 20'],
    });
  }
  if (tail !== undefined) return { lastLines: tail };
  if (byLine) return { fromLine: fromLine ?? 1, ...(lines !== undefined && { lines }) };
  return { fromByte: fromByte ?? 0, ...(bytes !== undefined && { bytes }) };
}
