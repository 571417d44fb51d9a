// What a person is shown before he decides: everything that is known, and nothing that could be mistaken for
// something else. Every value stands on its own line, and none can end its line or hide what is in it.

import type { Approval, ApprovalSubject, AskingLine, LaterProgram } from '../../vocabulary/approval.js';

/** Indented by four: clients that read the message as Markdown show the lines as they are. */
const indent = '    ';

/** Whoever is asked has to see all of it; what is longer is not asked about here. */
const messageLimit = 32_000;

/** `undefined` where it is too long to be shown as a whole. */
export function describeApproval(approval: Approval, now: number): string | undefined {
  const message = [
    `${quote(approval.caller)} asks to run this. It needs your approval: ${plain(approval.reason)}`,
    block([...askedLines(approval), ...originLines(approval)]),
    ...alwaysParagraphs(approval),
    `The question ends ${inWords(Date.parse(approval.expires_at) - now)}, at ${plain(approval.expires_at)}.`,
  ].join('\n\n');
  return message.length <= messageLimit ? message : undefined;
}

function askedLines(approval: Approval): string[] {
  const { subject } = approval;
  if (!subject.lines) return [...subjectLines(subject), ...reasonLines(approval)];
  return [`request:   ${plain(subject.request)}`, ...subject.lines.flatMap(planLines), ...restLines(subject)];
}

/** A line of a plan as it would be asked about alone. */
function planLines(asking: AskingLine): string[] {
  const about = [...subjectLines(asking.subject), `reason:    ${plain(asking.reason)}`, ...reasonLines(asking)];
  return [`line ${asking.line}:`, ...about.map((line) => `  ${line}`)];
}

const laterText = 'lines that use earlier answers, and ask for themselves if they have to';

/** What else is in the plan. */
function restLines({ others = 0, later = [] }: ApprovalSubject): string[] {
  return [
    ...(others === 0 ? [] : [`also:      lines that need no approval: ${others}`]),
    ...(later.length === 0 ? [] : [`later:     ${laterText}: ${later.join(', ')}`]),
  ];
}

function subjectLines(subject: ApprovalSubject): string[] {
  const { request, program, args, directory, sandbox, input, followed_by = [], touches = [] } = subject;
  return [
    `request:   ${plain(request)}`,
    ...(program === undefined ? [] : [`program:   ${quote(program)}`]),
    ...(args === undefined ? [] : listed('arguments', args)),
    ...(input === undefined ? [] : [`input:     ${visible(JSON.stringify(input) ?? 'none')}`]),
    ...stdinLines(subject),
    ...(directory === undefined ? [] : [`directory: ${quote(directory)}`]),
    ...(sandbox === undefined ? [] : [`sandbox:   ${plain(sandbox)}`]),
    ...followed_by.flatMap(laterLines),
    ...(touches.length === 0 ? [] : listed('touches', touches)),
  ];
}

/** What one program prints may stand in the arguments of the next: then its name stands there. */
function laterLines({ program, args, directory }: LaterProgram): string[] {
  return [`then:      ${quote(program)}`, ...listed('arguments', args), `directory: ${quote(directory)}`];
}

function stdinLines({ stdin, stdin_bytes: bytes = 0 }: Approval['subject']): string[] {
  if (stdin === 'open') return ['stdin:     open: whatever is written to it while it runs, without asking again'];
  return bytes === 0 ? [] : [`stdin:     ${bytes} bytes`];
}

function reasonLines({ rules, evidence }: Pick<Approval, 'rules' | 'evidence'>): string[] {
  const asking = rules.map(({ id, decision, reason }) => `rule:      ${plain(id)} (${decision}): ${plain(reason)}`);
  const seen = evidence.map(({ effect, argument, why }) => {
    const where = argument === undefined ? '' : ` ${quote(argument)}`;
    return `evidence:  ${plain(effect)}${where}: ${plain(why)}`;
  });
  return [...(asking.length === 0 ? ['rule:      none matches, and then the policy asks'] : asking), ...seen];
}

function originLines({ door, session, chat }: Approval): string[] {
  return [`asked by:  ${plain(door)}, ${plain(session)}${chat === null ? '' : `, chat ${quote(chat)}`}`];
}

function alwaysParagraphs({ always }: Approval): string[] {
  if (always === null) return [];
  return [
    `"always" also writes the rule that allows from now on: ${plain(always.matches)}`,
    block([visible(JSON.stringify(always.rule))]),
  ];
}

function listed(name: string, values: readonly string[]): string[] {
  return [
    `${`${name}:`.padEnd(10)} ${values.length}`,
    ...values.map((value, index) => `  ${index + 1}. ${quote(value)}`),
  ];
}

function block(lines: readonly string[]): string {
  return lines.map((line) => indent + line).join('\n');
}

/** In quotes, so that blanks at the ends and empty texts are seen. */
function quote(text: string): string {
  return visible(JSON.stringify(text));
}

/** Without quotes, for words and sentences. A backslash is doubled, so that nothing looks like an escape that is none. */
function plain(text: string): string {
  return visible(text.replaceAll('\\', '\\\\'));
}

/**
 * Everything that cannot be seen, looks like a blank or changes the order of what stands beside it. So many blanks would
 * fill a line of the window, and what follows them would look like one of ours.
 */
function visible(text: string): string {
  return text.replace(
    /(?<= {16}) |(?! )[\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0\p{Default_Ignorable_Code_Point}]/gu,
    (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\u{${code.toString(16)}}`;
    },
  );
}

function inWords(ms: number): string {
  if (!(ms > 0)) return 'now';
  const minutes = Math.floor(ms / 60_000);
  return minutes > 0 ? `in ${minutes} min` : `in ${Math.ceil(ms / 1_000)} s`;
}
