// What a program is given: its arguments, what it reads and the variables that the request decides.

import type { ApprovalSubject, LaterProgram } from '../../vocabulary/approval.js';
import { plain, shown, type Value } from './row.js';
import { inAscii, quoted, quotedIfNeeded } from './visible-text.js';

export function describePath(path: string | undefined): readonly Value[] {
  return path === undefined ? [] : [shown(path, quotedIfNeeded)];
}

export function describeArguments(args: readonly string[] | undefined): readonly Value[] {
  if (args === undefined) return [];
  return args.length === 0 ? [plain('none')] : numbered(args);
}

function numbered(texts: readonly string[]): readonly Value[] {
  const digits = String(texts.length).length;
  return texts.map((text, index) => shown(text, () => `${String(index + 1).padStart(digits)} ${quoted(text)}`));
}

/** All of it, line by line: what a program reads may be what it runs. */
export function describeStdin(subject: Pick<ApprovalSubject, 'stdin'> & Partial<LaterProgram>): readonly Value[] {
  const { stdin, stdin_bytes, stdin_text, stdin_base64 } = subject;
  if (stdin === 'open') return [plain('open: anything can be written to it while it runs, without asking again')];
  if (stdin_bytes === undefined) return [];
  if (stdin_base64 !== undefined) {
    return [plain(`${stdin_bytes} bytes, not all of them text:`), ...byteLines(stdin_base64)];
  }
  const lines = stdin_text === undefined ? [] : stdin_text.split(/(?<=\n)/);
  return [plain(`${stdin_bytes} bytes${lines.length > 0 ? ':' : ''}`), ...numbered(lines)];
}

function byteLines(base64: string): readonly Value[] {
  const lines = Buffer.from(base64, 'base64')
    .toString('latin1')
    .split(/(?<=\n)/);
  return lines.map((line, index) => ({ text: `${index + 1} ${inAscii(line) ?? quoted(line)}` }));
}

/** The values that the request decides, each for itself. All others are the same for every program. */
export function describeVariables({ variables = {} }: Pick<LaterProgram, 'variables'>): readonly Value[] {
  return Object.entries(variables).map(([name, value]) => shown(`${name}=${value}`, quoted));
}
