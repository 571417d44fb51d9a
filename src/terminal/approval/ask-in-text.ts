// The question whether something may run, for a person who just typed it at this terminal.

import { describeAlways, describeApproval } from '../../renderings/approval/describe-approval.js';
import type { Colors } from '../../renderings/text/colors.js';
import type { Approval, ApprovalAnswer } from '../../vocabulary/approval.js';
import { layOut } from './lay-out.js';

export interface QuestionText {
  /** Everything there is to know, in pieces that fit on the screen: each is seen before the next one comes. */
  readonly pages: readonly string[];
  /** Below each page but the last. */
  readonly more: string;
  /** Below the last one: the line in which the answer is typed. */
  readonly prompt: string;
}

export interface ScreenSize {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

const usualSize = { columns: 80, rows: 24 };

/** For the line in which something is typed, and for what stood above a page. */
const otherRows = 2;

export interface ChosenAnswer {
  /** The file to which the rule would be written, where one is wanted. */
  readonly ruleFile: string | undefined;
  /** Whether that is the rule for this program with these options in this directory. */
  readonly similar?: boolean;
  readonly session?: boolean;
}

/** `chosen`: the person has chosen to approve already, and once or always with it. */
export function questionText(
  approval: Approval,
  { columns, rows }: ScreenSize,
  paint: Colors,
  chosen?: ChosenAnswer,
): QuestionText {
  const title = paint.bold(paint.yellow('This needs approval:'));
  const rule = chosen?.ruleFile !== undefined && (chosen.similar ? approval.similar : approval.always);
  const described = [...describeApproval(approval), ...(rule ? describeAlways(rule, chosen.ruleFile) : [])];
  const lines = [title, ...layOut(described, columns || usualSize.columns, paint)];
  const room = Math.max(1, (rows || usualSize.rows) - otherRows);
  const count = Math.ceil(lines.length / room);
  const pages = Array.from({ length: count }, (_, at) => `${lines.slice(at * room, (at + 1) * room).join('\n')}\n`);
  const session = approval.session_means === undefined ? '' : ', s this session';
  // The rule about hosts says nothing of the arguments.
  const always = approval.always ? (approval.subject.network ? ', a this host always' : ', a always') : '';
  const similar = approval.similar ? ', p program' : '';
  const once = chosen?.session ? 'Approve it for the session?' : 'Approve it once?';
  const what = rule ? 'Write this rule and approve?' : once;
  const prompt = chosen ? `${what} y yes, n no [n] ` : `Run it? y once${session}${always}${similar}, n no [n] `;
  return { pages, more: 'More below: Enter continues, n says no ', prompt };
}

/** Whether what was typed below a page that is not the last ends the question. Nobody can say yes there. */
export function endsQuestion(text: string): boolean {
  return /^\s*(?:n|no|q)\s*$/i.test(text);
}

export function isTypedYes(text: string): boolean {
  return /^\s*(?:y|yes)\s*$/i.test(text);
}

/** Whatever is not clearly a yes is a no. */
export function readTypedAnswer(text: string, { always, similar, session_means }: Approval): ApprovalAnswer {
  const word = text.trim().toLowerCase();
  if (isTypedYes(text)) return { answer: 'approve', by: 'terminal' };
  if (always && (word === 'a' || word === 'always')) return { answer: 'approve', by: 'terminal', always: true };
  if (similar && (word === 'p' || word === 'program'))
    return { answer: 'approve', by: 'terminal', always: true, similar: true };
  if (session_means !== undefined && (word === 's' || word === 'session'))
    return { answer: 'approve', by: 'terminal', session: true };
  return { answer: 'deny', by: 'terminal' };
}
