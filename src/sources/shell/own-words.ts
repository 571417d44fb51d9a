// Words that look like a shell's operators and are the program's own: `grep '|'`, `cut -d ';'`, `expr 1 '<' 2`.

import { findProgram } from '../../policy/understanding/find-program.js';
import { mayBeGlob } from '../../policy/understanding/kinds.js';
import { readArguments, type Word } from '../../policy/understanding/read-arguments.js';
import { type Grammar, grammarOf, readOperands } from '../../policy/understanding/read-notation.js';
import type { Step } from '../../policy/understanding/understand.js';

/** Operators that a program has itself. */
const ownOperators: Readonly<Record<string, readonly string[]>> = {
  expr: ['|', '&', '<', '>'],
  test: ['<', '>'],
  '[': ['<', '>'],
};

/** Which of the arguments are values of options, patterns or operators of the programs that run. */
export function findOwnWords(steps: readonly Step[], args: readonly string[]): ReadonlySet<number> {
  const own = new Set<number>();
  for (const { name, program, args: stepArgs } of steps) {
    const known = findProgram(name, program);
    const offset = args.length - stepArgs.length;
    // What a program was found to run may stand inside one argument, or end before the last.
    if (!known || offset < 0 || stepArgs.some((text, at) => args[offset + at] !== text)) continue;
    const words = stepArgs.map((text, at) => ({ text, index: offset + at }));
    for (const { text, index } of words) if (ownOperators[known.name]?.includes(text)) own.add(index);
    collect(grammarOf(known.program), words, own);
  }
  return own;
}

function collect(grammar: Grammar, words: readonly Word[], own: Set<number>): void {
  const { pieces, rest } = readArguments(grammar, words);
  const operands: Word[] = [];
  const replaced = new Set<string>();
  let kinds = grammar.operands;
  for (const piece of pieces) {
    if ('operand' in piece) operands.push(piece.operand);
    if (!('option' in piece)) continue;
    const { option, word, value, command } = piece;
    if (value && value.index !== word.index) own.add(value.index);
    // `find -exec … ;`: the word that ends it.
    if (command) own.add(word.index + command.length + 1);
    if (option.replaces !== undefined) replaced.add(option.replaces);
    const notation = option.mode === undefined ? undefined : grammar.program.modes?.[option.mode]?.operands;
    if (notation !== undefined) kinds = readOperands(notation);
  }
  const command = grammar.commands?.get(rest[0]?.text ?? '');
  if (command) collectValues(grammarOf(command, grammar), rest.slice(1), own);
  if (grammar.commands) return;
  const leading = replaced.has('first') ? kinds.leading.slice(1) : kinds.leading;
  const given = [...operands, ...rest];
  const tooMany = kinds.repeated === undefined && given.length > leading.length;
  for (const [at, kind] of leading.entries()) {
    const word = given[at];
    if (!word || tooMany || runsProgram.has(kind)) return;
    if (!mayBeGlob(kind, '*')) own.add(word.index);
  }
}

/** From here on the words are another program's. */
const runsProgram = new Set(['command', 'applet', 'shell', 'assignments']);

/** Of a subcommand such as `git commit` only the values of options: its operands are names of all kinds. */
function collectValues(grammar: Grammar, words: readonly Word[], own: Set<number>): void {
  const { pieces, rest } = readArguments(grammar, words);
  for (const piece of pieces) {
    if ('option' in piece && piece.value && piece.value.index !== piece.word.index) own.add(piece.value.index);
  }
  const command = grammar.commands?.get(rest[0]?.text ?? '');
  if (command) collectValues(grammarOf(command, grammar), rest.slice(1), own);
}
