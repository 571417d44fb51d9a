// Everything a person needs to judge a request, as rows: a terminal, an MCP client and the live list show the same.

import {
  type AlwaysRule,
  type Approval,
  type ApprovalSubject,
  type AskingLine,
  type DirectoryContent,
  type LaterProgram,
  type OtherLine,
  rulesOf,
  type WantedHosts,
} from '../../vocabulary/approval.js';
import type { Evidence } from '../../vocabulary/decision.js';
import { localTimeWithZone } from '../../vocabulary/readable-time.js';
import { describeComment, describeLine, describeRequest } from './describe-line.js';
import { describeArguments, describePath, describeStdin, describeVariables } from './describe-program.js';
import { hiddenIn, lookAlike, plain, type Row, shown, type Value, warned } from './row.js';
import { inAscii, quoted, quotedIfNeeded, visibleText } from './visible-text.js';

export function describeApproval(approval: Approval): Row[] {
  const { subject } = approval;
  const rows: Row[] = [
    { label: 'Request', values: describeRequest(subject) },
    { label: 'Comment', values: describeComment(subject) },
    { label: 'Asked by', values: [describeOrigin(approval)] },
    ...(subject.lines ? describePlan(subject, subject.lines) : describeSubject(subject)),
    { label: 'Reason', values: [plain(approval.reason)] },
    ...(subject.lines ? [] : describeWhy(approval)),
    { label: 'Session', values: approval.session_means === undefined ? [] : [shown(approval.session_means)] },
    { label: 'Similar', values: approval.similar === undefined ? [] : [shown(`Always: ${approval.similar.matches}`)] },
    { label: 'Policy', values: [plain(`version ${approval.policy_version}`)] },
    { label: 'Approval', values: [plain(`${approval.id}, expires ${localTimeWithZone(approval.expires_at)}`)] },
  ];
  return rows.filter(({ values }) => values.length > 0);
}

function describeSubject(subject: ApprovalSubject): Row[] {
  const isLine = subject.line !== undefined;
  const input = subject.input === undefined ? [] : jsonLines(subject.input);
  return [
    ...(isLine ? describeLine(subject) : describeCommand(subject, input)),
    { label: 'Directory', values: describePath(subject.directory) },
    { label: 'Sandbox', values: subject.sandbox === undefined ? [] : [plain(subject.sandbox)] },
    { label: 'Network', values: (subject.network ?? []).flatMap(describeWanted) },
    ...(isLine
      ? []
      : [
          { label: 'Variables', values: describeVariables(subject) },
          ...(subject.followed_by ?? []).flatMap((later) => describeLater(later, subject.directory)),
        ]),
    { label: 'Touches', values: (subject.touches ?? []).flatMap(describePath) },
    { label: 'Contains', values: (subject.contents ?? []).flatMap(describeContent) },
  ];
}

function describeCommand(subject: ApprovalSubject, input: readonly Value[]): Row[] {
  return [
    { label: 'Command', values: [shown(subject.command)] },
    { label: 'Program', values: describePath(subject.program) },
    { label: 'Arguments', values: describeArguments(subject.args) },
    { label: 'Input', values: input },
    { label: 'Stdin', values: describeStdin(subject) },
  ];
}

const laterText = 'lines that use earlier answers; each asks separately if it must';

/** Each line that asks as it would be asked about alone, then all others. */
function describePlan({ others = 0, later = [], rest = [] }: ApprovalSubject, lines: readonly AskingLine[]): Row[] {
  return [
    ...lines.flatMap((asking) => [
      { label: `Line ${asking.line}`, values: describeRequest(asking.subject) },
      { label: 'Comment', values: describeComment(asking.subject) },
      ...describeSubject(asking.subject),
      { label: 'Reason', values: [plain(asking.reason)] },
      ...describeWhy(asking),
    ]),
    { label: 'Also', values: others === 0 ? [] : [plain(`lines that need no approval: ${others}`)] },
    { label: 'Later', values: later.length === 0 ? [] : [plain(`${laterText}: ${later.join(', ')}`)] },
    ...rest.flatMap(describeOther),
  ];
}

function describeOther({ line, subject, written }: OtherLine): Row[] {
  const values = subject ? describeRequest(subject) : jsonLines(written ?? null);
  return [{ label: `Line ${line}`, values }, ...(subject ? describeSubject(subject) : [])];
}

function describeWhy({ rules, evidence }: Pick<Approval, 'rules' | 'evidence'>): Row[] {
  const matching = rules.map(({ id, decision, reason }) => plain(`${id} (${decision}): ${reason}`));
  const none = [plain('no rule matches; the policy asks by default')];
  return [
    { label: 'Rule', values: rules.length === 0 ? none : matching },
    { label: 'Evidence', values: evidence.map(describeEvidence) },
  ];
}

/** The rule that "always" would write, what it would match, and where it goes, where that is known. */
export function describeAlways(always: AlwaysRule, file?: string): Row[] {
  const { matches } = always;
  return [
    ...rulesOf(always).map((rule) => ({
      label: 'Rule',
      values: visibleJson(rule).map((line) => ({ text: escapeLetters(line) })),
    })),
    { label: 'Matches', values: [shown(matches)] },
    ...(file === undefined ? [] : [{ label: 'Written to', values: describePath(file) }]),
  ];
}

/** How long a person has to answer, as in `4:59`. */
export function timeLeft({ expires_at }: Approval, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expires_at) - now) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const padded = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}` : `${minutes}:${padded(seconds % 60)}`;
}

function describeOrigin({ caller, door, client, session, chat, run }: Approval): Value {
  const program = client === undefined ? '' : `client ${quoted(client)}, as `;
  const place = `session ${quotedIfNeeded(session)}${chat === null ? '' : `, chat ${quotedIfNeeded(chat)}`}`;
  const text = `${program}${quotedIfNeeded(caller)} through ${quotedIfNeeded(door)}, ${place}, run ${quotedIfNeeded(run)}`;
  return shown([caller, door, client ?? '', session, chat ?? '', run].join(' '), () => text);
}

/** Each host for itself: what looks like another one is marked. */
function describeWanted({ what, program, hosts }: WantedHosts): readonly Value[] {
  return hosts.map((host) =>
    shown(
      `${what} ${program} ${host}`,
      () => `${quotedIfNeeded(host)}, wanted by ${visibleText(what)} (${quotedIfNeeded(program)})`,
    ),
  );
}

/** What one program prints may stand in the arguments of the next: then its name stands there. */
function describeLater(later: LaterProgram, before: string | undefined): Row[] {
  return [
    { label: 'Then', values: describePath(later.program) },
    { label: 'Arguments', values: describeArguments(later.args) },
    { label: 'Stdin', values: later.stdin_bytes ? describeStdin(later) : [] },
    { label: 'Directory', values: later.directory === before ? [] : describePath(later.directory) },
    { label: 'Variables', values: describeVariables(later) },
  ];
}

/** What a yes to changing a directory is about. */
function describeContent(content: DirectoryContent): readonly Value[] {
  const { path, files, directories, bytes, names, unnamed, more } = content;
  const [ofFiles, ofDirectories] = [files === 1 ? 'file' : 'files', directories === 1 ? 'directory' : 'directories'];
  const counts = `${files} ${ofFiles} and ${directories} ${ofDirectories}, ${bytes} bytes`;
  const rest = unnamed === undefined ? '' : `, and ${unnamed} more`;
  const inside =
    names.length === 0 ? '' : `: ${names.map((name) => inAscii(name) ?? quotedIfNeeded(name)).join(' ')}${rest}`;
  return [
    shown(path, () => `${quotedIfNeeded(path)}: ${more ? 'more than ' : ''}${counts}${inside}`),
    ...(more ? [{ text: '  deeper levels were not examined, and may change before it runs' }] : []),
  ];
}

function describeEvidence({ effect, argument, why }: Evidence): Value {
  const where = argument === undefined ? '' : ` at ${quoted(argument)}`;
  return shown(`${argument ?? ''} ${why}`.trim(), () => `${visibleText(effect)}${where}: ${visibleText(why)}`);
}

/** As JSON escapes them: the rule stays exact, and no letter in it can pass for another. */
function escapeLetters(line: string): string {
  return line.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON has no line breaks but its own; what is inside its texts is made visible. */
function visibleJson(value: unknown): readonly string[] {
  return linesOf(value).map(visibleLine);
}

function linesOf(value: unknown): readonly string[] {
  return JSON.stringify(value, null, 2).split('\n');
}

function visibleLine(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return indent + visibleText(line.slice(indent.length));
}

/** The same, with what a person could be deceived by. */
function jsonLines(value: unknown): readonly Value[] {
  return linesOf(value).map((line) => {
    const text = visibleLine(line);
    const isAscii = /^[\x20-\x7e]*$/.test(text);
    return warned(text, [...lookAlike(isAscii ? undefined : escapeLetters(text.trimStart())), ...hiddenIn(line)]);
  });
}
