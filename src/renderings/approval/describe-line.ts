// A line as it was sent, and below it what the gate would start for it, one row each: nobody has to trust the line.

import { inOneLine, shownCall } from '../../command-line/shown-call.js';
import type { ApprovalSubject, LaterProgram } from '../../vocabulary/approval.js';
import { describePath, describeStdin, describeVariables } from './describe-program.js';
import { plain, type Row, shown, type Value } from './row.js';
import { quoted, quotedIfNeeded, visibleText } from './visible-text.js';

/** What is asked for, in one line of text. */
export function titleOf({ line, request }: ApprovalSubject): string {
  return visibleText(inOneLine(line ?? asTyped(request)));
}

/** Of a command of the workspace, options in place of an input object; that has a row of its own. */
function asTyped(request: string): string {
  const { isLine, text } = shownCall(request);
  return isLine ? request : text;
}

export function describeRequest({ line, request }: ApprovalSubject): readonly Value[] {
  if (line === undefined) return [shown(asTyped(request))];
  return line
    .trimEnd()
    .split('\n')
    .map((text) => shown(text));
}

/** In quotes: nobody takes the words of an agent for those of the gate. */
export function describeComment({ comment }: ApprovalSubject): readonly Value[] {
  return comment === undefined ? [] : [shown(comment, (text) => `The agent says: ${quoted(text)}`)];
}

export function describeLine(subject: ApprovalSubject): Row[] {
  const { program, args = [], directory = '', followed_by: later = [] } = subject;
  const first = { ...subject, program: program ?? '', args, directory, environment: [] };
  const parts: readonly LaterProgram[] = [first, ...later];
  const isOne = later.length === 0;
  const reads = isOne ? subject.stdin_bytes !== 0 : subject.stdin === 'open';
  return [
    { label: 'Runs', values: isOne ? [describeCall(first, '')] : parts.flatMap(describePart) },
    { label: 'Stdin', values: reads ? describeStdin(subject) : [] },
    { label: 'Variables', values: isOne ? describeVariables(subject) : [] },
    { label: 'Known later', values: isOne ? describeUnknown(first) : [] },
    { label: 'With', values: describeBeside(subject.input) },
  ];
}

/** What else the request says, each for itself. */
function describeBeside(input: unknown): readonly Value[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).map(([key, value]) => shown(`${key} ${JSON.stringify(value)}`));
}

function describeCall({ program, args }: LaterProgram, number: string): Value {
  const words = [program, ...args];
  return shown(words.join(' '), () => `${number}${words.map(quotedIfNeeded).join(' ')}`);
}

/** Where it is somewhere else than the first one, or has something to read or a variable, that stands below it. */
function describePart(part: LaterProgram, index: number, parts: readonly LaterProgram[]): readonly Value[] {
  const { directory } = part;
  const number = `${String(index + 1).padStart(String(parts.length).length)} `;
  const inner = ' '.repeat(number.length + 2);
  const below = (name: string, values: readonly Value[]) =>
    values.map((value, at) => ({
      ...value,
      text: `${inner}${at === 0 ? name : ' '.repeat(name.length)} ${value.text}`,
    }));
  return [
    describeCall(part, number),
    ...below('where', directory === parts[0]?.directory ? [] : describePath(directory)),
    ...below('with', describeVariables(part)),
    ...below('reads', readsOf(part, parts.slice(0, index))),
    ...below('known later:', describeUnknown(part)),
  ];
}

const laterTexts = {
  words: 'values that are not known yet are shown as written, and judged again once they are known',
  directory: 'its directory depends on the steps before it, and is judged again once it is known',
};

function describeUnknown({ unknown }: Pick<LaterProgram, 'unknown'>): readonly Value[] {
  return unknown === undefined ? [] : [plain(laterTexts[unknown])];
}

/** All of it; where an earlier one reads the same, only that. */
function readsOf(part: LaterProgram, before: readonly LaterProgram[]): readonly Value[] {
  const { stdin_bytes, stdin_text, stdin_base64 } = part;
  if (!stdin_bytes) return [];
  const same = before.findIndex((one) => one.stdin_text === stdin_text && one.stdin_base64 === stdin_base64);
  const isKnown = stdin_text !== undefined || stdin_base64 !== undefined;
  if (same !== -1 && isKnown) return [plain(`the same ${stdin_bytes} bytes as ${same + 1}`)];
  return describeStdin({ stdin_bytes, ...(isKnown && { stdin_text, stdin_base64 }) } as LaterProgram);
}
