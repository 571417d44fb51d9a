// One run for a person: what was run, for whom, why it could, and how it ended.

import { shownCall } from '../../../command-line/shown-call.js';
import { type Ended, resultText } from '../../../vocabulary/readable-result.js';
import { durationText, localTime } from '../../../vocabulary/readable-time.js';

type Fields = Readonly<Record<string, unknown>>;

interface Shown extends Ended {
  readonly run: string;
  readonly command: string;
  readonly door: string;
  readonly client?: string;
  readonly session: string;
  readonly chat?: string;
  readonly host?: string;
  readonly background?: true;
  readonly waits_for_approval?: string;
  readonly pid?: number;
  readonly ports?: readonly number[];
  readonly created_at: string;
  readonly started_at?: string;
  readonly ended_at?: string;
  readonly duration_ms?: number;
  readonly stdout_bytes?: number;
  readonly stderr_bytes?: number;
  readonly decision?: Fields;
  readonly approval?: Fields;
  readonly snapshot?: string;
  readonly not_kept?: string;
  readonly error?: Fields;
  readonly data?: unknown;
  readonly next?: string;
}

const labelWidth = 11;

export function showText(data: unknown): string {
  const run = data as Shown;
  const { text, directory } = shownCall(run.command);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Run', run.run],
    ['Command', text.trimEnd()],
    ['Directory', directory],
    ['Asked by', askedBy(run)],
    ['Time', timesOf(run)],
    ['Result', `${resultText(run)}${run.background ? ', in the background' : ''}`],
    ['Decision', decisionOf(run)],
    ['Approval', approvalOf(run)],
    [
      'Process',
      run.pid === undefined ? undefined : `${run.pid}${run.ports ? `, listens on ${run.ports.join(', ')}` : ''}`,
    ],
    ['Output', outputOf(run)],
    ['Error', errorOf(run.error)],
    ['Snapshot', snapshotOf(run)],
    ['Answer', answerOf(run.data)],
    ['Next', run.next],
  ];
  return rows.flatMap(([label, value]) => (value === undefined ? [] : layOut(label, value))).join('\n');
}

function layOut(label: string, value: string): readonly string[] {
  return value.split('\n').map((line, at) => `${(at === 0 ? label : '').padEnd(labelWidth)}${line}`.trimEnd());
}

function askedBy({ client, door, session, chat, host }: Shown): string {
  const through = `through ${door}, session ${session}${chat === undefined ? '' : `, chat ${chat}`}`;
  return `${client === undefined ? '' : `${client} `}${through}${host === undefined ? '' : `, on ${host}`}`;
}

function timesOf({ created_at, started_at, ended_at, duration_ms }: Shown): string {
  const waited = started_at === undefined ? 0 : Date.parse(started_at) - Date.parse(created_at);
  const from = waited >= 1_000 ? `, started after ${durationText(waited)}` : '';
  const took =
    duration_ms === undefined ? '' : `, ${ended_at === undefined ? 'for' : 'took'} ${durationText(duration_ms)}`;
  return `${localTime(created_at)}${from}${took}`;
}

/** What the policy said, with the rules that said so. */
function decisionOf({ decision }: Shown): string | undefined {
  if (!decision) return undefined;
  const rules = Array.isArray(decision.rules) ? decision.rules.map((rule) => String((rule as Fields).id)) : [];
  const by = rules.length === 0 ? '' : ` (rule ${rules.join(', ')})`;
  return `${String(decision.decision)}${by}: ${String(decision.reason)}`;
}

function approvalOf({ decision, approval, waits_for_approval }: Shown): string | undefined {
  const given = { ...(decision?.approval as Fields | undefined), ...approval };
  if (given.id === undefined && waits_for_approval === undefined) return undefined;
  const id = String(given.id ?? waits_for_approval);
  if (given.answer === undefined) return `${id}, not answered`;
  const at = typeof given.answered_at === 'string' ? ` at ${localTime(given.answered_at)}` : '';
  const note = typeof given.note === 'string' ? `: ${given.note}` : '';
  const done = given.answer === 'approve' ? 'approved' : 'denied';
  return `${done} by a person (${String(given.by)})${at}${note}, ${id}`;
}

function snapshotOf({ run, snapshot, not_kept }: Shown): string | undefined {
  if (snapshot !== undefined) return `taken before it ran; 'cmdgate undo ${run}' goes back`;
  if (not_kept === undefined) return undefined;
  return `not kept: ${not_kept} 'cmdgate undo' may list its changes with another run`;
}

function outputOf({ run, stdout_bytes, stderr_bytes }: Shown): string | undefined {
  if (stdout_bytes === undefined && stderr_bytes === undefined) return undefined;
  const sizes = `${stdout_bytes ?? 0} bytes on stdout, ${stderr_bytes ?? 0} on stderr`;
  return stdout_bytes || stderr_bytes ? `${sizes}; 'runs output ${run}' shows them` : sizes;
}

function errorOf(error: Fields | undefined): string | undefined {
  if (!error) return undefined;
  const { code, message, hint } = error;
  return [`${String(message ?? '')} [${String(code)}]`.trim(), ...(typeof hint === 'string' ? [hint] : [])].join('\n');
}

/** What a function gave back. A program's output is read with `runs output`. */
function answerOf(data: unknown): string | undefined {
  if (data === undefined) return undefined;
  const isProgram = typeof data === 'object' && data !== null && 'stdout' in data && 'exit_code' in data;
  return isProgram ? undefined : JSON.stringify(data, null, 2);
}
