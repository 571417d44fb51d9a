// What a script would start, as far as that can be told without running it: for code that a shell is given.

import { expandBraces } from './expand-braces.js';
import { ExpansionProblem } from './expansion-problem.js';
import type { Condition, Redirect, Script, SimpleCommand, Word, WordPart } from './syntax-tree.js';

/** A word, and whether it is all that the program will be given in its place. */
export interface StaticWord {
  readonly text: string;
  readonly isKnown: boolean;
}

export type StaticCommand =
  | { readonly kind: 'program'; readonly words: readonly StaticWord[]; readonly assigns: readonly string[] }
  | { readonly kind: 'file'; readonly mode: 'read' | 'write' | 'append'; readonly path: StaticWord };

/** In the order of the text, from every way through it. */
export function staticCommands(script: Script): readonly StaticCommand[] {
  return new StaticReader().read(script);
}

class StaticReader {
  readonly #found: StaticCommand[] = [];

  read(script: Script): readonly StaticCommand[] {
    this.#script(script);
    return this.#found;
  }

  #script({ statements }: Script): void {
    for (const { first, rest } of statements) {
      for (const { commands } of [first, ...rest.map(({ pipeline }) => pipeline)]) {
        for (const command of commands) {
          for (const redirect of command.redirects) this.#redirect(redirect);
          switch (command.kind) {
            case 'simple':
              this.#simple(command);
              break;
            case 'group':
            case 'subshell':
              this.#script(command.body);
              break;
            case 'if':
              for (const { condition, body } of command.branches)
                for (const part of [condition, body]) this.#script(part);
              if (command.otherwise) this.#script(command.otherwise);
              break;
            case 'for':
              this.#words(command.items);
              this.#script(command.body);
              break;
            case 'while':
              this.#script(command.condition);
              this.#script(command.body);
              break;
            case 'case':
              this.#words([command.word]);
              for (const { patterns, body } of command.clauses) {
                this.#words(patterns);
                this.#script(body);
              }
              break;
            case 'condition':
              this.#condition(command.test);
          }
        }
      }
    }
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
    this.#found.push({ kind: 'program', words: [plain('test'), ...told], assigns: [] });
  }

  #simple({ words, assignments }: SimpleCommand): void {
    for (const { value } of assignments) this.#words([value]);
    this.#found.push({ kind: 'program', words: this.#words(words), assigns: assignments.map(({ name }) => name) });
  }

  #redirect(redirect: Redirect): void {
    if (redirect.kind === 'text') this.#words([redirect.text]);
    if (redirect.kind !== 'file') return;
    const [path = { text: '', isKnown: false }, ...more] = this.#words([redirect.path]);
    this.#found.push({
      kind: 'file',
      mode: redirect.mode,
      path: { ...path, isKnown: path.isKnown && more.length === 0 },
    });
  }

  #words(words: readonly Word[]): readonly StaticWord[] {
    for (const part of words.flat()) {
      if (part.kind === 'command') this.#script(part.script);
      if (part.kind === 'arithmetic') this.#words([part.expression]);
      if (part.kind === 'variable' && part.change && 'word' in part.change) this.#words([part.change.word]);
      if (part.kind === 'variable' && part.change && 'pattern' in part.change) this.#words([part.change.pattern]);
    }
    return words.flatMap((word) => expanded(word).map(toStatic));
  }
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
