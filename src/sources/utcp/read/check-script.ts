// Where in a script a value could become a command, an assignment or code, although it stands in quotes.

import { basename } from 'node:path';
import type { KeyPath } from '../../../documents/document.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import { ruleOf } from '../../../planning/forbidden-names.js';
import type { Part, Parts } from '../tool.js';
import { textOf } from './check-arguments.js';
import { findProgramTexts, interpreter } from './find-program-text.js';
import { findSplit } from './find-split.js';
import { commandsDialect, isOwners, scriptDialect } from './placeholders.js';
import type { Reading } from './reading.js';
import { type Operator, type ScannedLine, scanLine, type Word } from './scan-line.js';

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

export function checkScript(text: string, path: KeyPath, reading: Reading): void {
  const scanned = scanLine(text, scriptDialect(reading.dialect));
  const fix = 'Put the script into its own file, and pass it the values as arguments.';
  for (const problem of new Set(findInScript(scanned, reading, 0))) reading.report.error(path, problem, fix);
  for (const name of findSplit(scanned, namesWithValues(reading))) {
    // An input of that name is put there by the gate, which quotes it.
    if (reading.dialect === commandsDialect && reading.scope.isInput(name)) continue;
    const written = name.startsWith('$') ? name : `$${name}`;
    reading.report.error(
      path,
      `A shell would split the value of ${written} into words.`,
      `Put quotes around it: "${written}".`,
    );
  }
}

/** Variables of the environment that are set from what a caller gives. */
export function namesWithValues({ environment }: Reading): readonly string[] {
  return [...environment].flatMap(([name, parts]) => (isOwners(parts) ? [] : [name]));
}

/** Nobody writes substitutions inside of more substitutions than that. */
const deepest = 8;

function findInScript({ tokens, replaced }: ScannedLine, reading: Reading, depth: number): readonly string[] {
  if (depth > deepest) return ['Its substitutions are nested too deeply.'];
  const isFunction = tokens.some((token, at) => isOperator(token, '(') && isOperator(tokens[at + 1], ')'));
  return [
    ...simpleCommands(tokens).flatMap(({ words, reads }) => findProblems(words, reads, reading)),
    ...replaced.flatMap((text) => findInReplaced(text, reading, depth)),
    ...(isFunction ? ['In a function, values could not be told apart from its own parameters.'] : []),
  ];
}

const assignment = /^([A-Za-z_]\w*)\+?=/;

function findProblems(words: readonly Word[], reads: boolean, reading: Reading): readonly string[] {
  const begin = words.findIndex((word) => !assignment.test(leadOf(word)));
  const assignments = begin === -1 ? words : words.slice(0, begin);
  const command = begin === -1 ? [] : words.slice(begin).map(toParts);
  const ruled = assignments.flatMap((word) => {
    const name = assignment.exec(leadOf(word))?.[1] ?? '';
    const isFree = (ruleOf(name)?.rule ?? 'free') === 'free';
    return isFree || !hasValue(word) ? [] : [`A value would be put into the variable ${name}.`];
  });
  return [...ruled, ...findInCommand(command, reading), ...(reads ? findReader(command) : [])];
}

/** What reads its program from a pipe: nobody knows whether a value stands in it. */
function findReader(command: readonly Parts[]): readonly string[] {
  const at = command.findIndex((parts) => interpreter.test(basename(textOf(parts) ?? '')));
  const name = textOf(command[at] ?? []);
  if (name === undefined) return [];
  const isRunByOther = command.slice(0, at).some((parts) => /^(?:xargs|parallel)$/.test(basename(textOf(parts) ?? '')));
  const hasFile = command.slice(at + 1).some((parts) => !textOf(parts)?.startsWith('-'));
  return isRunByOther || !hasFile ? [`"${name}" could get a value as its program from the pipe.`] : [];
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
  if (takesValue && (evaluates.has(name) || isNamed)) return [`"${name}" could run a value as code.`];
  if (renumbers.has(name) || (name === 'set' && !setsOptions(args))) {
    return [`"${name}" changes which value is which.`];
  }
  return findProgramTexts(program, args, reading.host).map(
    ({ what }) => `A value would ${what}: the caller could run anything.`,
  );
}

/** A variable of the script may hold a value by now. */
function findInReplaced(text: string, reading: Reading, depth: number): readonly string[] {
  const inside = /^(?:\$\((?!\()|`)([\s\S]*)[)`]$/.exec(text)?.[1];
  if (inside !== undefined) {
    const within = findInScript(scanLine(inside, scriptDialect(reading.dialect)), reading, depth + 1);
    if (within.length > 0) return within;
  }
  const isPlain = text.startsWith('${')
    ? plainExpansion.test(text)
    : !/^\$(?:\(\(|\[)/.test(text) && !evaluatesInside.test(text.slice(text.startsWith('$(') ? 2 : 1));
  return isPlain ? [] : [`A shell could run a value as code in ${quoteForReport(text)}.`];
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

interface SimpleCommand {
  readonly words: Word[];
  /** Whether it reads what another one prints. */
  readonly reads: boolean;
}

/** The words of each command, without those that name files for its streams. */
function simpleCommands(tokens: readonly (Word | Operator)[]): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [{ words: [], reads: false }];
  let isTarget = false;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'operator') {
      isTarget = /[<>]/.test(token.text);
      if (!isTarget) commands.push({ words: [], reads: /^\|&?$/.test(token.text) });
      continue;
    }
    const next = tokens[at + 1];
    const isNumber = next?.kind === 'operator' && /[<>]/.test(next.text) && next.start === token.end;
    if (!isTarget && !(isNumber && /^\d+$/.test(leadOf(token)))) commands.at(-1)?.words.push(token);
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
