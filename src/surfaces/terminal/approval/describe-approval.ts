// Everything a person needs to judge a request, as rows of text.

import type { Approval, ApprovalSubject, AskingLine, LaterProgram } from '../../../vocabulary/approval.js';
import type { Evidence } from '../../../vocabulary/decision.js';
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
    { label: 'Variables', texts: subject.environment ? [joined(subject.environment)] : [] },
    ...(subject.followed_by ?? []).flatMap(describeLater),
    { label: 'Touches', texts: (subject.touches ?? []).flatMap((path) => withAscii(path, quotedIfNeeded)) },
  ];
}

const laterText = 'lines that use earlier answers, and ask for themselves if they have to';

/** Each line that asks as it would be asked about alone, and how much else there is. */
function describePlan({ others = 0, later = [] }: ApprovalSubject, lines: readonly AskingLine[]): Row[] {
  return [
    ...lines.flatMap((asking) => [
      { label: `Line ${asking.line}`, texts: [visibleText(asking.subject.request)] },
      ...describeSubject(asking.subject),
      { label: 'Reason', texts: [visibleText(asking.reason)] },
      ...describeWhy(asking),
    ]),
    { label: 'Also', texts: others === 0 ? [] : [`lines that need no approval: ${others}`] },
    { label: 'Later', texts: later.length === 0 ? [] : [`${laterText}: ${later.join(', ')}`] },
  ];
}

function describeWhy({ rules, evidence }: Pick<Approval, 'rules' | 'evidence'>): Row[] {
  const matching = rules.map(({ id, decision, reason }) => `${visibleText(id)} (${decision}): ${visibleText(reason)}`);
  return [
    { label: 'Rule', texts: rules.length === 0 ? ['none matches: the default of the policy asks'] : matching },
    { label: 'Evidence', texts: evidence.map(describeEvidence) },
  ];
}

/** The rule that "always" would write, what it would match, and where it goes. */
export function describeAlways({ rule, matches }: NonNullable<Approval['always']>, file: string): Row[] {
  return [
    { label: 'Rule', texts: jsonLines(rule).map(escapeLetters) },
    { label: 'Matches', texts: [visibleText(matches)] },
    { label: 'Written to', texts: withAscii(file, quotedIfNeeded) },
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
  if (args.length === 0) return ['none'];
  const digits = String(args.length).length;
  return args.flatMap((argument, index) => {
    const [shown = '', ...ascii] = withAscii(argument, quoted);
    return [`${String(index + 1).padStart(digits)} ${shown}`, ...ascii];
  });
}

/** What one program prints may stand in the arguments of the next: then its name stands there. */
function describeLater({ program, args, directory, environment }: LaterProgram): Row[] {
  return [
    { label: 'Then', texts: withAscii(program, quotedIfNeeded) },
    { label: 'Arguments', texts: describeArguments(args) },
    { label: 'Directory', texts: withAscii(directory, quotedIfNeeded) },
    { label: 'Variables', texts: [joined(environment)] },
  ];
}

function describeStdin({ stdin, stdin_bytes }: Approval['subject']): readonly string[] {
  if (stdin === 'open') return ['open: whatever is written to it while it runs, without asking again'];
  return stdin_bytes === undefined ? [] : [`${stdin_bytes} bytes`];
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
function jsonLines(value: unknown): readonly string[] {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => {
      const indent = /^ */.exec(line)?.[0] ?? '';
      return indent + visibleText(line.slice(indent.length));
    });
}
