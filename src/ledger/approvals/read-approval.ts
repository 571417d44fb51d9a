// What lies in a file may have been written by anybody who could: every field is checked, and only known ones are kept.

import type {
  AlwaysRule,
  Approval,
  ApprovalAnswer,
  ApprovalSubject,
  AskingLine,
  DirectoryContent,
  LaterProgram,
  OtherLine,
  WantedHosts,
} from '../../vocabulary/approval.js';
import { decisions, type Evidence, type MatchedRule } from '../../vocabulary/decision.js';
import { parseJson } from './parse-json.js';

/** Ids become names of directories. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

type Fields = Readonly<Record<string, unknown>>;

export function isApprovalId(text: string): boolean {
  return idPattern.test(text);
}

/** Throws an error that names the first field that is wrong. */
export function readApproval(json: string): Approval {
  const fields = toFields(parseJson(json), 'it');
  const id = readText(fields, 'id');
  if (!isApprovalId(id)) throw wrong('id', 'letters, digits, _ and -');
  return {
    id,
    fingerprint: readText(fields, 'fingerprint'),
    run: readText(fields, 'run'),
    caller: readText(fields, 'caller'),
    door: readText(fields, 'door'),
    ...(fields.client !== undefined && { client: readText(fields, 'client') }),
    session: readText(fields, 'session'),
    chat: fields.chat === null ? null : readText(fields, 'chat'),
    subject: readSubject(toFields(fields.subject, 'subject')),
    reason: readText(fields, 'reason'),
    rules: readList(fields, 'rules', readRule),
    evidence: readList(fields, 'evidence', readEvidence),
    policy_version: readText(fields, 'policy_version'),
    created_at: readTime(fields, 'created_at'),
    expires_at: readTime(fields, 'expires_at'),
    always: fields.always === null ? null : readAlways(toFields(fields.always, 'always')),
    ...(fields.similar !== undefined && { similar: readAlways(toFields(fields.similar, 'similar')) }),
    ...(fields.session_means !== undefined && { session_means: readText(fields, 'session_means') }),
  };
}

export function readAnswer(json: string): ApprovalAnswer {
  const fields = toFields(parseJson(json), 'it');
  const answer = fields.answer;
  if (answer !== 'approve' && answer !== 'deny') throw wrong('answer', 'approve or deny');
  if (fields.always !== undefined && typeof fields.always !== 'boolean') throw wrong('always', 'true or false');
  if (fields.similar !== undefined && typeof fields.similar !== 'boolean') throw wrong('similar', 'true or false');
  if (fields.session !== undefined && typeof fields.session !== 'boolean') throw wrong('session', 'true or false');
  return {
    answer,
    by: readText(fields, 'by'),
    ...(fields.always !== undefined && { always: fields.always }),
    ...(fields.similar !== undefined && { similar: fields.similar }),
    ...(fields.session !== undefined && { session: fields.session }),
    ...(fields.note !== undefined && { note: readText(fields, 'note') }),
  };
}

function readSubject(fields: Fields): ApprovalSubject {
  const { program, args, directory, environment, stdin, followed_by, input, touches, contents } = fields;
  const { lines, others, later, rest, sandbox, network, line, comment } = fields;
  if (others !== undefined && !isCount(others)) throw wrong('others', 'a number of lines');
  if (stdin !== undefined && stdin !== 'open') throw wrong('stdin', 'open');
  return {
    request: readText(fields, 'request'),
    ...(line !== undefined && { line: readText(fields, 'line') }),
    ...(comment !== undefined && { comment: readText(fields, 'comment') }),
    command: readText(fields, 'command'),
    ...(program !== undefined && { program: readText(fields, 'program') }),
    ...(args !== undefined && { args: readList(fields, 'args', toText) }),
    ...(directory !== undefined && { directory: readText(fields, 'directory') }),
    ...(sandbox !== undefined && { sandbox: readText(fields, 'sandbox') }),
    ...(network !== undefined && { network: readList(fields, 'network', readWanted) }),
    ...(environment !== undefined && { environment: readList(fields, 'environment', toText) }),
    ...readGiven(fields),
    ...(stdin !== undefined && { stdin }),
    ...(followed_by !== undefined && { followed_by: readList(fields, 'followed_by', readLater) }),
    ...(input !== undefined && { input: checkDepth(input) }),
    ...(touches !== undefined && { touches: readList(fields, 'touches', toText) }),
    ...(contents !== undefined && { contents: readList(fields, 'contents', readContent) }),
    ...(rest !== undefined && { rest: readList(fields, 'rest', readOther) }),
    ...(lines !== undefined && { lines: readList(fields, 'lines', readLine) }),
    ...(others !== undefined && { others }),
    ...(later !== undefined && { later: readList(fields, 'later', toCount) }),
  };
}

function readWanted(value: unknown, name: string): WantedHosts {
  const fields = toFields(value, name);
  return {
    what: readText(fields, 'what'),
    program: readText(fields, 'program'),
    hosts: readList(fields, 'hosts', toText),
  };
}

/** What a program is given beside its arguments. */
function readGiven(fields: Fields): Omit<LaterProgram, 'program' | 'args' | 'directory' | 'environment'> {
  const { variables, stdin_bytes, stdin_text, stdin_base64, unknown } = fields;
  if (unknown !== undefined && unknown !== 'words' && unknown !== 'directory')
    throw wrong('unknown', 'words or directory');
  if (stdin_bytes !== undefined && !isCount(stdin_bytes)) throw wrong('stdin_bytes', 'a number of bytes');
  return {
    ...(variables !== undefined && { variables: readTexts(fields, 'variables') }),
    ...(stdin_bytes !== undefined && { stdin_bytes }),
    ...(stdin_text !== undefined && { stdin_text: readText(fields, 'stdin_text') }),
    ...(stdin_base64 !== undefined && { stdin_base64: readText(fields, 'stdin_base64') }),
    ...(unknown !== undefined && { unknown }),
  };
}

function readTexts(fields: Fields, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(toFields(fields[name], name));
  return Object.fromEntries(entries.map(([key, value]) => [key, toText(value, name)]));
}

function readContent(value: unknown, name: string): DirectoryContent {
  const fields = toFields(value, name);
  return {
    path: readText(fields, 'path'),
    files: toCount(fields.files, 'files'),
    directories: toCount(fields.directories, 'directories'),
    bytes: toCount(fields.bytes, 'bytes'),
    names: readList(fields, 'names', toText),
    ...(fields.unnamed !== undefined && { unnamed: toCount(fields.unnamed, 'unnamed') }),
    ...(fields.more !== undefined && { more: true }),
  };
}

function readOther(value: unknown, name: string): OtherLine {
  const fields = toFields(value, name);
  return {
    line: toCount(fields.line, 'line'),
    ...(fields.subject !== undefined && { subject: readSubjectOfLine(fields, name) }),
    ...(fields.written !== undefined && { written: checkDepth(fields.written) }),
  };
}

function readSubjectOfLine(fields: Fields, name: string): ApprovalSubject {
  const subject = toFields(fields.subject, 'subject');
  if (subject.lines !== undefined || subject.rest !== undefined) throw wrong(name, 'a line without lines of its own');
  return readSubject(subject);
}

function readLine(value: unknown, name: string): AskingLine {
  const fields = toFields(value, name);
  const subject = readSubjectOfLine(fields, name);
  return {
    line: toCount(fields.line, 'line'),
    subject,
    reason: readText(fields, 'reason'),
    rules: readList(fields, 'rules', readRule),
    evidence: readList(fields, 'evidence', readEvidence),
  };
}

function readLater(value: unknown, name: string): LaterProgram {
  const fields = toFields(value, name);
  return {
    program: readText(fields, 'program'),
    args: readList(fields, 'args', toText),
    directory: readText(fields, 'directory'),
    environment: readList(fields, 'environment', toText),
    ...readGiven(fields),
  };
}

function readRule(value: unknown, name: string): MatchedRule {
  const fields = toFields(value, name);
  const decision = decisions.find((known) => known === fields.decision);
  if (decision === undefined) throw wrong('decision', decisions.join(', '));
  return { id: readText(fields, 'id'), decision, reason: readText(fields, 'reason') };
}

function readEvidence(value: unknown, name: string): Evidence {
  const fields = toFields(value, name);
  return {
    effect: readText(fields, 'effect'),
    ...(fields.argument !== undefined && { argument: readText(fields, 'argument') }),
    why: readText(fields, 'why'),
  };
}

function readAlways(fields: Fields): AlwaysRule {
  return {
    rule: readOneRule(fields.rule, 'rule'),
    ...(fields.more !== undefined && { more: readList(fields, 'more', readOneRule) }),
    matches: readText(fields, 'matches'),
  };
}

function readOneRule(value: unknown, name: string): AlwaysRule['rule'] {
  return checkDepth(toFields(value, name));
}

function toFields(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw wrong(name, 'an object');
}

function readText(fields: Fields, name: string): string {
  return toText(fields[name], name);
}

function toText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw wrong(name, 'text');
}

function toCount(value: unknown, name: string): number {
  if (isCount(value)) return value;
  throw wrong(name, 'a number');
}

function readTime(fields: Fields, name: string): string {
  const text = readText(fields, name);
  if (timePattern.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw wrong(name, 'a time in ISO 8601 format');
}

function readList<Item>(fields: Fields, name: string, read: (value: unknown, name: string) => Item): readonly Item[] {
  const list = fields[name];
  if (!Array.isArray(list)) throw wrong(name, 'a list');
  return list.map((item, index) => read(item, `${name}[${index}]`));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Text can nest deeper than what shows it can follow: writing it once tells, by throwing. */
function checkDepth<Value>(value: Value): Value {
  JSON.stringify(value, null, 2);
  return value;
}

function wrong(name: string, expected: string): Error {
  return new Error(`${name} must be ${expected}`);
}
