// What a script would start, as far as that can be told without running it: for code that a shell is given.

import { expandBraces } from './expand-braces.js';
import { expandGiven } from './expand-given.js';
import { ExpansionProblem } from './expansion-problem.js';
import { printedText } from './printed-text.js';
import type { Command, Condition, Redirect, Script, SimpleCommand, Word, WordPart } from './syntax-tree.js';

/** A word, and whether it is all that the program will be given in its place. */
export interface StaticWord {
  readonly text: string;
  readonly isKnown: boolean;
}

/** What a program in the script reads: `given` is all that the shell itself is given to read, `part` some of it. */
export type StaticInput = { readonly text: string } | 'given' | 'part' | 'unknown' | 'nothing';

export type StaticCommand =
  | {
      readonly kind: 'program';
      readonly words: readonly StaticWord[];
      readonly assigns: readonly string[];
      readonly input: StaticInput;
    }
  | { readonly kind: 'file'; readonly mode: 'read' | 'write' | 'append'; readonly path: StaticWord };

/** Whether it may start programs without end, or some that stay: it goes around, or does not wait for them. */
export function mayRunOn(script: Script): boolean {
  let found = false;
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || found) return;
    if ('background' in node && node.background === true) found = true;
    if ('kind' in node && node.kind === 'while') found = true;
    for (const inner of Object.values(node)) look(inner);
  };
  look(script);
  return found;
}

/** In the order of the text, from every way through it. `given` are the words of the shell: `$0`, `$1` and so on. */
export function staticCommands(script: Script, given: readonly string[]): readonly StaticCommand[] {
  return new StaticReader(given).read(script);
}

class StaticReader {
  readonly #found: StaticCommand[] = [];
  readonly #given: readonly string[];
  /** What a command in a word reads: what the command around it has. */
  #around: StaticInput = 'given';

  constructor(given: readonly string[]) {
    this.#given = given;
  }

  read(script: Script): readonly StaticCommand[] {
    this.#script(script, 'given');
    return this.#found;
  }

  #script({ statements }: Script, given: StaticInput): void {
    const isAlone = statements.length <= 1 && statements.every(({ rest }) => rest.length === 0);
    const input = isAlone ? given : partOf(given);
    for (const { first, rest, background } of statements) {
      for (const { commands } of [first, ...rest.map(({ pipeline }) => pipeline)]) {
        let read: StaticInput = background ? 'nothing' : input;
        for (const command of commands) {
          const printed = this.#command(command, read);
          read = printed === undefined ? 'unknown' : asInput(printed);
        }
      }
    }
  }

  /** What it prints, where that can be told. */
  #command(command: Command, given: StaticInput): string | undefined {
    const before = this.#around;
    this.#around = partOf(given);
    let input = given;
    for (const redirect of command.redirects) input = this.#redirect(redirect, input);
    const shared = partOf(input);
    // A command in a word of a program reads what the shell has there, not what the program is given.
    if (command.kind !== 'simple') this.#around = shared;
    let printed: string | undefined;
    switch (command.kind) {
      case 'simple':
        printed = this.#simple(command, input);
        break;
      case 'group':
      case 'subshell':
        this.#script(command.body, shared);
        break;
      case 'if':
        for (const { condition, body } of command.branches)
          for (const part of [condition, body]) this.#script(part, shared);
        if (command.otherwise) this.#script(command.otherwise, shared);
        break;
      case 'for':
        this.#words(command.items);
        this.#script(command.body, shared);
        break;
      case 'while':
        this.#script(command.condition, shared);
        this.#script(command.body, shared);
        break;
      case 'case':
        this.#words([command.word]);
        for (const { patterns, body } of command.clauses) {
          this.#words(patterns);
          this.#script(body, shared);
        }
        break;
      case 'condition':
        this.#condition(command.test);
    }
    this.#around = before;
    return printed;
  }

  #condition(test: Condition): void {
    if (test.kind === 'not') this.#condition(test.test);
    else if (test.kind === 'match') this.#words([test.word, test.pattern]);
    else if (test.kind === 'test') this.#test(test.words);
    else for (const part of [test.left, test.right]) this.#condition(part);
  }

  /** Between `[[` and `]]`, bash evaluates what it compares as numbers. */
  #test(words: readonly Word[]): void {
    const [left, operator, right, ...more] = this.#words(words);
    const compares = /^-(?:eq|ne|lt|le|gt|ge)$/.test(operator?.text ?? '');
    const isKnown = !compares || [left, right].every((word) => /^-?\d+$/.test(word?.text ?? ''));
    const all = [left, operator, right, ...more].filter((word) => word !== undefined);
    const told = all.map((word) => ({ ...word, isKnown: word.isKnown && isKnown }));
    this.#found.push({ kind: 'program', words: [plain('test'), ...told], assigns: [], input: 'unknown' });
  }

  #simple({ words, assignments, redirects }: SimpleCommand, input: StaticInput): string | undefined {
    for (const { value } of assignments) this.#words([value]);
    const told = this.#words(words);
    this.#found.push({ kind: 'program', words: told, assigns: assignments.map(({ name }) => name), input });
    const [name, ...args] = told;
    const isPlain = assignments.length === 0 && redirects.every(({ descriptor }) => descriptor === 0);
    if (!name || !isPlain || told.some(({ isKnown }) => !isKnown)) return undefined;
    const text = typeof input === 'object' ? input.text : undefined;
    return printedText(
      name.text,
      args.map((word) => word.text),
      text,
    );
  }

  /** What is read then. */
  #redirect(redirect: Redirect, input: StaticInput): StaticInput {
    const isInput = redirect.descriptor === 0;
    if (redirect.kind === 'text') {
      this.#words([redirect.text]);
      return isInput ? this.#text(redirect.text) : input;
    }
    if (redirect.kind === 'close') return isInput ? 'nothing' : input;
    if (redirect.kind === 'copy') return isInput ? 'unknown' : input;
    const [path = { text: '', isKnown: false }, ...more] = this.#words([redirect.path]);
    const isKnown = path.isKnown && more.length === 0;
    this.#found.push({ kind: 'file', mode: redirect.mode, path: { ...path, isKnown } });
    if (!isInput) return input;
    return isKnown && path.text === '/dev/null' ? 'nothing' : 'unknown';
  }

  /** A here-document, or a here-string. */
  #text(text: Word): StaticInput {
    const [word, ...more] = expandGiven(
      text.map((part) => ({ ...part, quoted: true })),
      this.#given,
    );
    const isKnown = word?.every((part) => part.kind === 'text') === true && more.length === 0;
    return isKnown ? asInput(word.map(textOf).join('')) : 'unknown';
  }

  #words(words: readonly Word[]): readonly StaticWord[] {
    for (const part of words.flat()) {
      if (part.kind === 'command') this.#script(part.script, this.#around);
      if (part.kind === 'arithmetic') this.#words([part.expression]);
      if (part.kind === 'variable' && part.change && 'word' in part.change) this.#words([part.change.word]);
      if (part.kind === 'variable' && part.change && 'pattern' in part.change) this.#words([part.change.pattern]);
    }
    return words.flatMap((word) => expandGiven(word, this.#given).flatMap((one) => expanded(one).map(toStatic)));
  }
}

/** Where several read from it, only a run can tell what is left for each of them. */
function partOf(input: StaticInput): StaticInput {
  if (input === 'given' || input === 'part') return 'part';
  return input === 'nothing' ? input : 'unknown';
}

function asInput(text: string): StaticInput {
  return text === '' ? 'nothing' : { text };
}

const plain = (text: string): StaticWord => ({ text, isKnown: true });

function expanded(word: Word): readonly Word[] {
  try {
    return expandBraces(word);
  } catch (error) {
    if (!(error instanceof ExpansionProblem)) throw error;
    return [[...word, { kind: 'arithmetic', expression: [], quoted: true }]];
  }
}

function toStatic(word: Word): StaticWord {
  return { text: word.map(textOf).join(''), isKnown: word.every(isPlain) };
}

/** What is not known stands there as it was written, and a home directory as everybody writes it. */
function textOf(part: WordPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'variable':
      return part.name === 'HOME' ? '~' : `$${part.name}`;
    case 'command':
      return part.source;
    case 'arithmetic':
      return `$((${part.expression.map(textOf).join('')}))`;
  }
}

function isPlain(part: WordPart): boolean {
  return part.kind === 'text' && (part.quoted || !/[*?[]/.test(part.text));
}
