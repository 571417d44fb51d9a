// Everything a person needs to judge a request, as rows of text.

import type {
  Approval,
  ApprovalSubject,
  AskingLine,
  DirectoryContent,
  LaterProgram,
  OtherLine,
} from '../../vocabulary/approval.js';
import type { Evidence } from '../../vocabulary/decision.js';
import type { Row } from './lay-out.js';
import { inAscii, quoted, quotedIfNeeded, visibleText } from './visible-text.js';

export function describeApproval(approval: Approval): Row[] {
  const { subject } = approval;
  const rows: Row[] = [
    { label: 'Request', texts: [visibleText(subject.request)] },
    { label: 'Asked by', texts: [describeOrigin(approval)] },
    ...(subject.lines ? describePlan(subject, subject.lines) : describeSubject(subject)),
    { label: 'Reason', texts: [visibleText(approval.reason)] },
    ...(subject.lines ? [] : describeWhy(approval)),
    { label: 'Policy', texts: [`version ${visibleText(approval.policy_version)}`] },
    { label: 'Approval', texts: [`${approval.id}, expires ${approval.expires_at}`] },
  ];
  return rows.filter(({ texts }) => texts.length > 0);
}

function describeSubject(subject: ApprovalSubject): Row[] {
  return [
    { label: 'Command', texts: [visibleText(subject.command)] },
    { label: 'Program', texts: subject.program === undefined ? [] : withAscii(subject.program, quotedIfNeeded) },
    { label: 'Arguments', texts: describeArguments(subject.args) },
    { label: 'Input', texts: subject.input === undefined ? [] : jsonLines(subject.input) },
    { label: 'Stdin', texts: describeStdin(subject) },
    { label: 'Directory', texts: subject.directory === undefined ? [] : withAscii(subject.directory, quotedIfNeeded) },
    { label: 'Sandbox', texts: subject.sandbox === undefined ? [] : [visibleText(subject.sandbox)] },
    { label: 'Variables', texts: describeVariables(subject) },
    ...(subject.followed_by ?? []).flatMap(describeLater),
    { label: 'Touches', texts: (subject.touches ?? []).flatMap((path) => withAscii(path, quotedIfNeeded)) },
    { label: 'Contains', texts: (subject.contents ?? []).flatMap(describeContent) },
  ];
}

const laterText = 'lines that use earlier answers, and ask for themselves if they have to';

/** Each line that asks as it would be asked about alone, then all others. */
function describePlan({ others = 0, later = [], rest = [] }: ApprovalSubject, lines: readonly AskingLine[]): Row[] {
  return [
    ...lines.flatMap((asking) => [
      { label: `Line ${asking.line}`, texts: [visibleText(asking.subject.request)] },
      ...describeSubject(asking.subject),
      { label: 'Reason', texts: [visibleText(asking.reason)] },
      ...describeWhy(asking),
    ]),
    { label: 'Also', texts: others === 0 ? [] : [`lines that need no approval: ${others}`] },
    { label: 'Later', texts: later.length === 0 ? [] : [`${laterText}: ${later.join(', ')}`] },
    ...rest.flatMap(describeOther),
  ];
}

function describeOther({ line, subject, written }: OtherLine): Row[] {
  const texts = subject ? [visibleText(subject.request)] : jsonLines(written ?? null);
  return [{ label: `Line ${line}`, texts }, ...(subject ? describeSubject(subject) : [])];
}

function describeWhy({ rules, evidence }: Pick<Approval, 'rules' | 'evidence'>): Row[] {
  const matching = rules.map(({ id, decision, reason }) => `${visibleText(id)} (${decision}): ${visibleText(reason)}`);
  return [
    { label: 'Rule', texts: rules.length === 0 ? ['none matches: the default of the policy asks'] : matching },
    { label: 'Evidence', texts: evidence.map(describeEvidence) },
  ];
}

/** The rule that "always" would write, what it would match, and where it goes, where that is known. */
export function describeAlways({ rule, matches }: NonNullable<Approval['always']>, file?: string): Row[] {
  return [
    { label: 'Rule', texts: visibleJson(rule).map(escapeLetters) },
    { label: 'Matches', texts: [visibleText(matches)] },
    ...(file === undefined ? [] : [{ label: 'Written to', texts: withAscii(file, quotedIfNeeded) }]),
  ];
}

/** How long a person has to answer, as in `4:59`. */
export function timeLeft({ expires_at }: Approval, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expires_at) - now) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const padded = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}` : `${minutes}:${padded(seconds % 60)}`;
}

function describeOrigin({ caller, door, session, chat, run }: Approval): string {
  const place = `session ${quotedIfNeeded(session)}${chat === null ? '' : `, chat ${quotedIfNeeded(chat)}`}`;
  return `${quotedIfNeeded(caller)} through ${quotedIfNeeded(door)}, ${place}, run ${quotedIfNeeded(run)}`;
}

function describeArguments(args: readonly string[] | undefined): readonly string[] {
  if (args === undefined) return [];
  return args.length === 0 ? ['none'] : numbered(args);
}

function numbered(texts: readonly string[]): readonly string[] {
  const digits = String(texts.length).length;
  return texts.flatMap((text, index) => {
    const [shown = '', ...ascii] = withAscii(text, quoted);
    return [`${String(index + 1).padStart(digits)} ${shown}`, ...ascii];
  });
}

/** What one program prints may stand in the arguments of the next: then its name stands there. */
function describeLater(later: LaterProgram): Row[] {
  return [
    { label: 'Then', texts: withAscii(later.program, quotedIfNeeded) },
    { label: 'Arguments', texts: describeArguments(later.args) },
    { label: 'Stdin', texts: later.stdin_bytes ? describeStdin(later) : [] },
    { label: 'Directory', texts: withAscii(later.directory, quotedIfNeeded) },
    { label: 'Variables', texts: describeVariables(later) },
  ];
}

/** All of it, line by line: what a program reads may be what it runs. */
function describeStdin(subject: Pick<ApprovalSubject, 'stdin'> & Partial<LaterProgram>): readonly string[] {
  const { stdin, stdin_bytes, stdin_text, stdin_base64 } = subject;
  if (stdin === 'open') return ['open: whatever is written to it while it runs, without asking again'];
  if (stdin_bytes === undefined) return [];
  if (stdin_base64 !== undefined) return [`${stdin_bytes} bytes, not all of them text:`, ...byteLines(stdin_base64)];
  const lines = stdin_text === undefined ? [] : stdin_text.split(/(?<=\n)/);
  return [`${stdin_bytes} bytes${lines.length > 0 ? ':' : ''}`, ...numbered(lines)];
}

function byteLines(base64: string): readonly string[] {
  const lines = Buffer.from(base64, 'base64')
    .toString('latin1')
    .split(/(?<=\n)/);
  return lines.map((line, index) => `${index + 1} ${inAscii(line) ?? quoted(line)}`);
}

/** The names in one text; then the values that the request decides, each for itself. */
function describeVariables({ environment, variables = {} }: Partial<LaterProgram>): readonly string[] {
  const values = Object.entries(variables).flatMap(([name, value]) => withAscii(`${name}=${value}`, quoted));
  return environment ? [joined(environment), ...values] : values;
}

/** What a yes to changing a directory is about. */
function describeContent({ path, files, directories, bytes, names, unnamed, more }: DirectoryContent): string[] {
  const [ofFiles, ofDirectories] = [files === 1 ? 'file' : 'files', directories === 1 ? 'directory' : 'directories'];
  const counts = `${files} ${ofFiles} and ${directories} ${ofDirectories}, ${bytes} bytes`;
  const rest = unnamed === undefined ? '' : `, and ${unnamed} more`;
  const inside =
    names.length === 0 ? '' : `: ${names.map((name) => inAscii(name) ?? quotedIfNeeded(name)).join(' ')}${rest}`;
  return [
    `${quotedIfNeeded(path)}: ${more ? 'more than ' : ''}${counts}${inside}`,
    ...(more ? ['  what lies deeper was not looked at, and may change before it runs'] : []),
  ];
}

function describeEvidence({ effect, argument, why }: Evidence): string {
  const where = argument === undefined ? '' : ` at ${quoted(argument)}`;
  return `${visibleText(effect)}${where}: ${visibleText(why)}`;
}

function withAscii(text: string, show: (text: string) => string): readonly string[] {
  const ascii = inAscii(text);
  return ascii === undefined ? [show(text)] : [show(text), `  in ASCII: ${ascii}`];
}

/** As JSON escapes them: the rule stays exact, and no letter in it can pass for another. */
function escapeLetters(line: string): string {
  return line.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function joined(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(quotedIfNeeded).join(' ');
}

/** JSON has no line breaks but its own; what is inside its texts is made visible. */
function visibleJson(value: unknown): readonly string[] {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => {
      const indent = /^ */.exec(line)?.[0] ?? '';
      return indent + visibleText(line.slice(indent.length));
    });
}

/** The same, with letters that may look like others told apart. */
function jsonLines(value: unknown): readonly string[] {
  return visibleJson(value).flatMap((line) => {
    const isAscii = /^[\x20-\x7e]*$/.test(line);
    return isAscii ? [line] : [line, `  in ASCII: ${escapeLetters(line.trimStart())}`];
  });
}
