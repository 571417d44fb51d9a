// What a command of a pipeline prints, where its words say so: the one behind it reads exactly that, and is judged by it.

import { expandWhole, type Surroundings } from '../../../shell-language/expand-word.js';
import { ExpansionProblem } from '../../../shell-language/expansion-problem.js';
import { mayRepeat, printedText } from '../../../shell-language/printed-text.js';
import type { Command, Redirect, Word, WordPart } from '../../../shell-language/syntax-tree.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { toArguments } from './line-words.js';

type Stdin = ProgramPlan['stdin'];

/** What the next one has to read. `stdin` is what the command itself reads; `open`: only a run can tell. */
export function readFrom(
  command: Command,
  stdin: Stdin,
  around: Surroundings,
  scope: { readonly directory: string; readonly workspace: string },
): Stdin {
  if (command.kind !== 'simple' || command.assignments.length > 0) return 'open';
  const [name] = command.words;
  // Most programs are others, and their words need not be looked at twice.
  if (!name || (isWritten(name) && !mayRepeat(textOf(name)))) return 'open';
  if (!command.redirects.every(isTextToRead) || !command.words.flat().every(isPlain)) return 'open';
  try {
    const words = toArguments(command.words, around, scope);
    const [program = '', ...args] = words.map((word) => word.text);
    if (words.some(({ unknown }) => unknown) || mayMatch(command.words, [program, ...args])) return 'open';
    const text = printedText(program, args, textToRead(command.redirects, stdin, around));
    return text === undefined ? 'open' : text === '' ? undefined : Buffer.from(text);
  } catch (error) {
    // Whoever runs it says what is wrong.
    if (error instanceof ExpansionProblem) return 'open';
    throw error;
  }
}

/** Neither a variable nor braces, which become other words. */
function isWritten(word: Word): boolean {
  return word.every((part) => part.kind === 'text' && !part.text.includes('{'));
}

function textOf(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

type TextRedirect = Redirect & { readonly kind: 'text' };

function isTextToRead(redirect: Redirect): redirect is TextRedirect {
  return redirect.kind === 'text' && redirect.descriptor === 0 && redirect.text.every(isPlain);
}

/** No command stands in it, whose output only a run can tell. */
function isPlain(part: WordPart): boolean {
  return part.kind === 'text' || (part.kind === 'variable' && part.change === undefined);
}

/** Whether it may stand for files, which could be other ones when it is looked at again. */
function mayMatch(words: readonly Word[], texts: readonly string[]): boolean {
  const isPattern = (text: string) => /[*?[]/.test(text);
  const parts = words.flat();
  if (parts.some((part) => part.kind === 'text' && !part.quoted && isPattern(part.text))) return true;
  return parts.some((part) => part.kind === 'variable' && !part.quoted) && texts.some(isPattern);
}

function textToRead(redirects: readonly Redirect[], stdin: Stdin, around: Surroundings): string | undefined {
  const last = redirects.findLast(isTextToRead);
  if (!last) return stdin === undefined ? '' : stdin === 'open' ? undefined : Buffer.from(stdin).toString('utf8');
  const { text, unknown } = expandWhole(last.text, around);
  return unknown ? undefined : text;
}
