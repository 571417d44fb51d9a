// What was asked of the gates, as the log tells it: what the policy looked at, what it said, and what a person answered.

import type { LedgerEntry } from '../../ledger/log/entry.js';
import type { LedgerRecord } from '../../ledger/log/merge-by-time.js';
import { readLedger } from '../../ledger/log/read-ledger.js';
import { type RecordedSubject, readSubject } from '../../policy/rules/recorded-subject.js';
import type { Call, Understanding } from '../../policy/understanding/understand.js';
import { type Decision, decisions } from '../../vocabulary/decision.js';

export interface PastRequest {
  readonly run: string;
  /** When it came, ISO 8601. */
  readonly at: string;
  /** As it may be shown. */
  readonly command: string;
  readonly caller: string;
  /** What the policy of that time said. */
  readonly decision: Decision;
  /** Whether one of its rules said so, and not its default. */
  readonly byRule: boolean;
  /** What a person said to it, and by which channel. */
  readonly answer: PersonsAnswer | undefined;
  readonly subject: RecordedSubject | 'not recorded' | 'of another format';
}

export interface PersonsAnswer {
  readonly answer: 'approve' | 'deny';
  readonly by: string;
}

export interface PastRequestsOptions {
  /** Of the ledger's log. */
  readonly logDirectory: string;
  /** ISO 8601; what came before is left out. */
  readonly since?: string | undefined;
  /** Which entries are believed; all of them unless given. */
  readonly counts?: ((record: LedgerRecord) => boolean) | undefined;
  /** For what was not understood at that time. */
  readonly understandToday: (call: Call) => Understanding;
}

/**
 * Every request that a policy has judged, by the time of its end. What it keeps in memory are the runs that have not
 * ended.
 */
export async function* readPastRequests(options: PastRequestsOptions): AsyncGenerator<PastRequest, void, void> {
  const { logDirectory, since = '', counts = () => true } = options;
  const open = new Map<string, Told>();
  for await (const record of readLedger(logDirectory)) {
    const { entry } = record;
    if (typeof entry.run !== 'string' || !aboutRequests.has(entry.type) || !counts(record)) continue;
    const told = take(open.get(entry.run), entry);
    if (!lastEntries.has(entry.type)) open.set(entry.run, told);
    else {
      open.delete(entry.run);
      if (told.at >= since) yield* toRequest(entry.run, told, options);
    }
  }
  for (const [run, told] of open) if (told.at >= since) yield* toRequest(run, told, options);
}

const lastEntries = new Set(['end', 'refused', 'lost']);
const aboutRequests = new Set(['accepted', 'start', 'answered', ...lastEntries]);

/** What the entries of one run have told so far. */
interface Told {
  readonly at: string;
  readonly began: boolean;
  readonly own: boolean;
  readonly command: string;
  readonly caller: string;
  readonly subject: unknown;
  readonly decision: Decision | undefined;
  readonly byRule: boolean;
  readonly answer: PersonsAnswer | undefined;
}

function take(before: Told | undefined, entry: LedgerEntry): Told {
  const { type, at, own, command, subject } = entry;
  const context = asObject(entry.user_context);
  const judgement = asObject(entry.decision);
  const answer = readAnswer(type === 'answered' ? entry : asObject(judgement.approval));
  return {
    at: before?.at ?? at,
    began: before?.began === true || type === 'start' || type === 'accepted',
    own: before?.own === true || own === true,
    command: typeof command === 'string' ? shortened(command) : (before?.command ?? ''),
    caller: typeof context.caller === 'string' ? context.caller : (before?.caller ?? ''),
    subject: subject ?? before?.subject,
    decision: decisions.find((decision) => decision === judgement.decision) ?? before?.decision,
    byRule: before?.byRule === true || (Array.isArray(judgement.rules) && judgement.rules.length > 0),
    answer: answer ?? before?.answer,
  };
}

function* toRequest(run: string, told: Told, { understandToday }: PastRequestsOptions): Generator<PastRequest> {
  const { at, began, own, command, caller, subject, decision, byRule, answer } = told;
  // What the gate answers by itself, and what was refused before it came to the policy, was not judged.
  if (own || (!began && subject === undefined && decision === undefined)) return;
  yield {
    run,
    at,
    command,
    caller,
    // What is allowed without a rule is not worth a word in the log.
    decision: decision ?? 'allow',
    byRule,
    answer,
    subject: subject === undefined ? 'not recorded' : (readSubject(subject, understandToday) ?? 'of another format'),
  };
}

function readAnswer({ answer, by }: Readonly<Record<string, unknown>>): PersonsAnswer | undefined {
  if (answer !== 'approve' && answer !== 'deny') return undefined;
  return { answer, by: typeof by === 'string' ? by : 'unknown' };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Enough to know it again. */
const longestCommand = 1_000;

function shortened(command: string): string {
  return command.length <= longestCommand ? command : `${command.slice(0, longestCommand).toWellFormed()}…`;
}
