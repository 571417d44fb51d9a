// Code that a shell is given: every program in it is looked at as if it had been called by itself.

import { resolve } from 'node:path';
import { realPathFrom } from '../../machine/paths/real-path.js';
import { isHarmlessBuiltin, mayEvaluate } from '../../shell-language/builtin-names.js';
import { readShellScript } from '../../shell-language/read-script.js';
import { type StaticInput, type StaticWord, staticCommands } from '../../shell-language/static-commands.js';
import type { Findings } from './findings.js';
import { innerWords, type Word } from './read-arguments.js';

/** What reads one program with its arguments. */
export type ReadProgram = (name: string, args: readonly Word[], bases: readonly string[], input: StaticInput) => void;

/** What a shell is given to do. */
export interface ShellCode {
  readonly text: string;
  /** The name of the shell. */
  readonly shell: string;
  /** The words that it knows as `$0`, `$1` and so on. */
  readonly given: readonly string[];
  /** What code has as an effect that cannot be read. */
  readonly hidden: 'inline-code' | 'runs-code';
}

/** By the signs that stand for them in the table. */
const signs = { read: '<', write: '>', append: '>>' } as const;

/** What these are given is code once more; what else they do to a shell, nobody can tell. */
const evaluates = new Set(['eval', 'trap']);

/** Code in code: whoever writes more of it does not want it to be read. */
const deepest = 4;

/** Where a script may be after several changes of directory. */
const mostBases = 8;

/** Looks through the code as far as it can be read. */
export function readShellCode(
  { text, shell, given, hidden }: ShellCode,
  bases: readonly string[],
  findings: Findings,
  readProgram: ReadProgram,
  depth = 0,
): void {
  if (depth > deepest) return;
  // What is no text, shells leave out, or end at.
  const read = readShellScript(text.replaceAll('\0', ''));
  const hides = (why: string, word: string) => findings.has(hidden, `${shell} ${why}`, { text: word, index: -1 });
  if (!read.ok || text.includes('\0')) hides('evaluates code that cannot be fully parsed', text);
  if (!read.script) return;
  let places = bases;
  for (const command of staticCommands(read.script, given)) {
    if (command.kind === 'file') {
      if (!command.path.isKnown) hides('opens a file that is only known at run time', command.path.text);
      readProgram(signs[command.mode], innerWords([command.path.text]), places, 'nothing');
      continue;
    }
    const { words, assigns, input } = command;
    const [first, ...args] = words;
    if (assigns.length > 0) hides('sets variables', assigns.join(' '));
    if (!first) continue;
    const unknown = words.find(({ isKnown }) => !isKnown);
    if (unknown) hides('gets arguments that are only known at run time', unknown.text);
    if (!first.isKnown) continue;
    if (first.text === 'cd') places = enter(places, args, hides);
    else {
      const texts = args.map(({ text: word }) => word);
      if (evaluates.has(first.text)) {
        const code = first.text === 'eval' ? texts.join(' ') : (texts[0] ?? '');
        readShellCode({ text: code, shell, given, hidden }, places, findings, readProgram, depth + 1);
      }
      if (mayEvaluate(first.text, texts))
        hides(`runs ${first.text} as a shell builtin`, [first.text, ...texts].join(' '));
      if (!isHarmlessBuiltin(first.text, texts)) readProgram(first.text, innerWords(texts), places, input);
    }
  }
}

/** It may fail, and then the script is where it was. */
function enter(
  places: readonly string[],
  [target, ...more]: readonly StaticWord[],
  hides: (why: string, word: string) => void,
): readonly string[] {
  if (!target?.isKnown || more.length > 0 || target.text.startsWith('-')) {
    hides('changes to a directory that is only known at run time', target?.text ?? 'cd');
    return places;
  }
  const entered = places.map((place) => realPathFrom(place, target.text)?.real ?? resolve(place, target.text));
  const all = [...new Set([...places, ...entered])];
  if (all.length > mostBases) hides('changes its directory too often', target.text);
  return all.slice(0, mostBases);
}
