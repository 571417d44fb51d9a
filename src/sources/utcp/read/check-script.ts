// Where in a script a value could become a command, an assignment or code, although it stands in quotes.

import type { KeyPath } from '../../../documents/document.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import { ruleOf } from '../../../execution/process/planning/forbidden-names.js';
import type { Part, Parts } from '../tool.js';
import { textOf } from './check-arguments.js';
import { findProgramTexts } from './find-program-text.js';
import type { Reading } from './reading.js';
import type { Operator, ScannedLine, Word } from './scan-line.js';

/** Words after which another command begins. */
const openers = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{', 'coproc']);

/** They evaluate their arguments, or take names of variables, which some shells evaluate. */
const evaluates = new Set(
  'eval . source trap let alias declare typeset local readonly export unset read getopts mapfile readarray [['.split(
    ' ',
  ),
);

/** They change what the positional parameters are. */
const renumbers = new Set(['shift', 'getopts', 'function']);

/** With `-v` they take the name of a variable. */
const namesVariable = new Set(['test', '[', 'printf']);

/** They run what follows, behind flags of their own. */
const runsNext = new Set(['command', 'builtin', 'exec', 'nohup', 'time']);

/** In these, a variable that holds a value is only text. All others calculate, or look for more names in it. */
const plainExpansion = /^\$\{(?:#?[A-Za-z_]\w*|[A-Za-z_]\w*(?::?[-+=?]|##?|%%?)[^$`]*)\}$/;

const evaluatesInside =
  /(?:^|[\s;|&(`/])(?:eval|source|\.|trap|exec|xargs|env|let|declare|read|\w*sh|python[\d.]*|node|perl|ruby|php|lua|\w*awk|sed)(?=[\s)`]|$)/;

export function checkScript({ tokens, replaced }: ScannedLine, path: KeyPath, reading: Reading): void {
  const isFunction = tokens.some((token, at) => isOperator(token, '(') && isOperator(tokens[at + 1], ')'));
  const problems = [
    ...simpleCommands(tokens).flatMap((words) => findProblems(words, reading)),
    ...replaced.flatMap(findInReplaced),
    ...(isFunction ? ['In a function, values could not be told from its own parameters.'] : []),
  ];
  const fix = 'Put the script into a file of its own, and give it the values as arguments.';
  for (const problem of new Set(problems)) reading.report.error(path, problem, fix);
}

const assignment = /^([A-Za-z_]\w*)\+?=/;

function findProblems(words: readonly Word[], reading: Reading): readonly string[] {
  const begin = words.findIndex((word) => !assignment.test(leadOf(word)));
  const assignments = begin === -1 ? words : words.slice(0, begin);
  const command = begin === -1 ? [] : words.slice(begin).map(toParts);
  const ruled = assignments.flatMap((word) => {
    const name = assignment.exec(leadOf(word))?.[1] ?? '';
    const isFree = (ruleOf(name)?.rule ?? 'free') === 'free';
    return isFree || !hasValue(word) ? [] : [`A value would be put into the variable ${name}.`];
  });
  return [...ruled, ...findInCommand(command, reading)];
}

function findInCommand([program, ...args]: readonly Parts[], reading: Reading): readonly string[] {
  if (!program) return [];
  const name = textOf(program);
  if (name === undefined) return ['A value would be the name of a command.'];
  if (openers.has(name)) return findInCommand(args, reading);
  const takesValue = args.some((parts) => parts.some(({ kind }) => kind !== 'text'));
  if (runsNext.has(name)) {
    const hasOwnValue = args.some((parts) => textOf(parts)?.startsWith('-a'));
    return takesValue && hasOwnValue ? [`"${name} -a" hides what runs.`] : findInCommand(withoutFlags(args), reading);
  }
  const isNamed = namesVariable.has(name) && args.some((parts) => textOf(parts) === '-v');
  if (takesValue && (evaluates.has(name) || isNamed)) return [`"${name}" could take a value for code.`];
  if (renumbers.has(name) || (name === 'set' && !setsOptions(args))) {
    return [`"${name}" changes which value is which.`];
  }
  return findProgramTexts(program, args, reading.host).map(
    ({ what }) => `A value would ${what}: whoever gives it could run anything.`,
  );
}

/** A variable of the script may hold a value by now. */
function findInReplaced(text: string): readonly string[] {
  const isPlain = text.startsWith('${')
    ? plainExpansion.test(text)
    : !text.startsWith('$((') && !evaluatesInside.test(text.slice(text.startsWith('$(') ? 2 : 1));
  return isPlain ? [] : [`A shell could take a value for code in ${quoteForReport(text)}.`];
}

function withoutFlags(args: readonly Parts[]): readonly Parts[] {
  const first = args.findIndex((parts) => !textOf(parts)?.startsWith('-'));
  return first === -1 ? [] : args.slice(first);
}

function setsOptions(args: readonly Parts[]): boolean {
  return args.every((parts, at) => {
    const text = textOf(parts) ?? '';
    return (
      /^[-+][A-Za-z]+$/.test(text) || (/^\w+$/.test(text) && /^[-+][A-Za-z]*o$/.test(textOf(args[at - 1] ?? []) ?? ''))
    );
  });
}

/** The words of each command, without those that name files for its streams. */
function simpleCommands(tokens: readonly (Word | Operator)[]): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]];
  let isTarget = false;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'operator') {
      isTarget = /[<>]/.test(token.text);
      if (!isTarget) commands.push([]);
      continue;
    }
    const next = tokens[at + 1];
    const isNumber = next?.kind === 'operator' && /[<>]/.test(next.text) && next.start === token.end;
    if (!isTarget && !(isNumber && /^\d+$/.test(leadOf(token)))) commands.at(-1)?.push(token);
    isTarget = false;
  }
  return commands;
}

function toParts({ pieces }: Word): Parts {
  return pieces.map((piece): Part => {
    if (piece.kind === 'text') return { kind: 'text', text: piece.text };
    // Which value it is makes no difference here.
    return { kind: 'input', name: 'value' };
  });
}

function leadOf({ pieces: [first] }: Word): string {
  return first?.kind === 'text' && first.quote === 'none' ? first.text : '';
}

const hasValue = ({ pieces }: Word): boolean => pieces.some(({ kind }) => kind === 'placeholder');

const isOperator = (token: Word | Operator | undefined, text: string): boolean =>
  token?.kind === 'operator' && token.text === text;
