// Reads a line as bash would: commands, how they are joined, and what they are given. Whatever it does not know for sure
// is named, and then the line must not be used.

import { ConditionReader } from './read-condition.js';
import { RedirectReader } from './read-redirects.js';
import { WordReader } from './read-word.js';
import type {
  Assignment,
  Branch,
  Clause,
  Command,
  CompoundCommand,
  Pipeline,
  Redirect,
  Script,
  Statement,
  Unread,
  Word,
} from './syntax-tree.js';
import { SyntaxProblem, TextCursor } from './text-cursor.js';

export type ReadScript =
  | { readonly ok: true; readonly script: Script }
  /** All that is wrong with it, and what was read of it; nothing where bash could not read it either. */
  | { readonly ok: false; readonly problems: readonly Unread[]; readonly script: Script | undefined };

/** Longer than any line that somebody would send. */
const longest = 100_000;
const mostCommands = 500;

/** A line. Never throws. */
export function readScript(text: string): ReadScript {
  return read(new TextCursor(text, false));
}

/** What a shell is given to do, beside words that it knows as `$0`, `$1` and `"$@"`. Never throws. */
export function readShellScript(text: string): ReadScript {
  return read(new TextCursor(text, true));
}

function read(cursor: TextCursor): ReadScript {
  const { text } = cursor;
  try {
    if (text.length > longest)
      cursor.fail(`is longer than ${longest} characters`, 'Write it to a script file and run that');
    const script = new ScriptReader(cursor).readAll();
    if (cursor.unread.length === 0) return { ok: true, script };
    return { ok: false, problems: cursor.unread, script };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    const { at, message: what, instead } = error;
    return { ok: false, problems: [...cursor.unread, { at, what, instead }], script: undefined };
  }
}

/** Words that end a list of commands. */
const endings = new Set(['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}']);
const name = /[A-Za-z_]\w*/y;
const bareWord = /[^\s;&|<>()'"\\$`]+/y;
const blanks = /(?:[ \t]|\\\n)+/y;

/** Keywords that are understood and not done. */
const keywords: Readonly<Record<string, readonly [what: string, instead: string]>> = {
  time: ['time', 'Remove it: the answer includes the duration'],
  coproc: ['coproc', 'Start it as a background run'],
  select: ['select', 'Nobody can choose here: write the choice yourself'],
  function: ['a function', 'Write the commands where they are needed, or put them in a script file'],
};

class ScriptReader {
  readonly #cursor: TextCursor;
  readonly #redirects: RedirectReader;
  #commands = 0;

  constructor(cursor: TextCursor) {
    this.#cursor = cursor;
    this.#redirects = new RedirectReader(cursor, () => this.#word(), readInner);
  }

  readAll(): Script {
    const script = this.#list('');
    if (!this.#cursor.isAtEnd) this.#unexpected();
    return script;
  }

  /** Behind `$(`; the parenthesis that closes it is passed. */
  readUntil(end: ')'): Script {
    const from = this.#cursor.at;
    const script = this.#list(end);
    if (!this.#cursor.takes(end)) this.#cursor.fail('has a parenthesis that is not closed', 'Close it with )', from);
    return script;
  }

  #list(end: ')' | ''): Script {
    const statements: Statement[] = [];
    for (;;) {
      this.#skipLines();
      if (this.#cursor.isAtEnd || (end !== '' && this.#cursor.sees(end)) || this.#seesEnding()) break;
      const statement = this.#statement();
      statements.push(statement);
      if (!statement.background && !this.#separator()) break;
    }
    this.#redirects.finish();
    return { statements };
  }

  /** `;` or the end of a line; `;;` ends a part of a `case`. */
  #separator(): boolean {
    this.#skipBlanks();
    if (this.#cursor.sees(';;')) return false;
    return this.#cursor.takes(';') || this.#takeLineEnd();
  }

  #statement(): Statement {
    const first = this.#pipeline();
    const rest: { when: '&&' | '||'; pipeline: Pipeline }[] = [];
    for (;;) {
      this.#skipBlanks();
      const when = this.#cursor.takes('&&') ? '&&' : this.#cursor.takes('||') ? '||' : undefined;
      if (!when) break;
      this.#skipLines();
      rest.push({ when, pipeline: this.#pipeline() });
    }
    const background = this.#cursor.peek() === '&' && this.#cursor.takes('&');
    return { first, rest, background };
  }

  #pipeline(): Pipeline {
    let negated = false;
    this.#skipBlanks();
    while (this.#takesKeyword('!')) negated = !negated;
    const commands: Command[] = [];
    for (;;) {
      const command = this.#cursor.within(() => this.#command());
      this.#skipBlanks();
      if (this.#cursor.takes('|&')) commands.push(withErrors(command));
      else {
        commands.push(command);
        if (this.#cursor.sees('||') || !this.#cursor.takes('|')) break;
      }
      this.#skipLines();
    }
    return { negated, commands };
  }

  #command(): Command {
    const cursor = this.#cursor;
    this.#skipBlanks();
    if (++this.#commands > mostCommands) {
      cursor.fail(`has more than ${mostCommands} commands`, 'Write it to a script file and run that');
    }
    const from = cursor.at;
    for (const [word, [what, instead]] of Object.entries(keywords)) {
      if (!this.#takesKeyword(word)) continue;
      cursor.refuse(what, instead, from);
      if (word === 'function') {
        this.#skipBlanks();
        this.#word();
        cursor.match(/[ \t]*\([ \t]*\)/y);
        this.#skipLines();
      }
      return this.#command();
    }
    const compound = this.#compound(from);
    if (!compound) return this.#simple(from);
    const redirects: Redirect[] = [];
    for (;;) {
      this.#skipBlanks();
      const found = this.#redirects.read();
      if (!found) break;
      redirects.push(...found);
    }
    return { ...compound, redirects, from, to: cursor.at } as CompoundCommand;
  }

  #compound(from: number) {
    const cursor = this.#cursor;
    if (cursor.sees('((')) {
      cursor.refuse('(( … ))', 'Use test, such as [ "$A" -gt 1 ], or $(( … )) in a word', from);
      const end = cursor.text.indexOf('))', from);
      if (end === -1) cursor.fail('has (( that is not closed', 'Close it with ))');
      cursor.at = end + 2;
      return { kind: 'group' as const, body: { statements: [] } };
    }
    if (cursor.takes('(')) return { kind: 'subshell' as const, body: this.#nonempty(this.readUntil(')'), '(') };
    if (this.#takesKeyword('{')) return this.#group();
    if (this.#takesKeyword('if')) return this.#if();
    if (this.#takesKeyword('for')) return this.#for();
    if (this.#takesKeyword('while')) return this.#while(false);
    if (this.#takesKeyword('until')) return this.#while(true);
    if (this.#takesKeyword('case')) return this.#case();
    if (this.#takesKeyword('[[')) return { kind: 'condition' as const, test: this.#condition() };
    return undefined;
  }

  #group() {
    const body = this.#nonempty(this.#list(''), '{');
    this.#expect('}');
    return { kind: 'group' as const, body };
  }

  #if() {
    const branches: Branch[] = [];
    let otherwise: Script | undefined;
    do {
      const condition = this.#nonempty(this.#list(''), 'if');
      this.#expect('then');
      branches.push({ condition, body: this.#nonempty(this.#list(''), 'then') });
    } while (this.#takesKeyword('elif'));
    if (this.#takesKeyword('else')) otherwise = this.#nonempty(this.#list(''), 'else');
    this.#expect('fi');
    return { kind: 'if' as const, branches, otherwise };
  }

  #for() {
    const cursor = this.#cursor;
    this.#skipBlanks();
    const variable = cursor.match(name);
    if (variable === undefined) {
      if (cursor.sees('((')) cursor.fail('has a C-style for loop', 'Use for NAME in WORDS, or $(seq 1 5)');
      cursor.fail('has a for without a name', 'Write for NAME in WORDS; do …; done');
    }
    this.#skipLines();
    const items: Word[] = [];
    if (this.#takesKeyword('in')) {
      for (this.#skipBlanks(); ; this.#skipBlanks()) {
        const word = this.#word();
        if (!word) break;
        items.push(word);
      }
    } else cursor.refuse('for without in', 'Write for NAME in WORDS; do …; done');
    this.#skipBlanks();
    if (!cursor.takes(';')) this.#takeLineEnd();
    this.#skipLines();
    return { kind: 'for' as const, variable, items, body: this.#doDone() };
  }

  #while(until: boolean) {
    const condition = this.#nonempty(this.#list(''), until ? 'until' : 'while');
    return { kind: 'while' as const, until, condition, body: this.#doDone() };
  }

  #doDone(): Script {
    this.#expect('do');
    const body = this.#nonempty(this.#list(''), 'do');
    this.#expect('done');
    return body;
  }

  #case() {
    const cursor = this.#cursor;
    this.#skipBlanks();
    const word = this.#word() ?? cursor.fail('has a case without a word', 'Write case WORD in …; esac');
    this.#skipLines();
    this.#expect('in');
    const clauses: Clause[] = [];
    for (this.#skipLines(); !this.#takesKeyword('esac'); this.#skipLines()) {
      if (cursor.isAtEnd) cursor.fail('has a case that is not closed', 'Close it with esac');
      clauses.push(this.#clause());
    }
    return { kind: 'case' as const, word, clauses };
  }

  #clause(): Clause {
    const cursor = this.#cursor;
    cursor.takes('(');
    const patterns: Word[] = [];
    do {
      this.#skipBlanks();
      patterns.push(this.#word() ?? cursor.fail('has a case without a pattern', 'Write PATTERN) …;;'));
      this.#skipBlanks();
    } while (cursor.takes('|'));
    if (!cursor.takes(')')) cursor.fail('has a pattern that is not closed', 'Write PATTERN) …;;');
    const body = this.#list('');
    this.#skipBlanks();
    if (cursor.sees(';;&') || cursor.sees(';&')) cursor.refuse(';& in case', 'Repeat the commands in each branch');
    cursor.match(/;;?&?/y);
    return { patterns, body };
  }

  #condition() {
    const reader = new ConditionReader(this.#cursor, () => this.#word());
    return reader.read();
  }

  #simple(from: number): Command {
    const cursor = this.#cursor;
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    let to = from;
    for (;;) {
      this.#skipBlanks();
      const found = this.#redirects.read();
      if (found) redirects.push(...found);
      else {
        const assignment = words.length === 0 ? this.#assignment() : undefined;
        if (assignment) assignments.push(assignment);
        else {
          const word = this.#word();
          if (!word) break;
          words.push(word);
        }
      }
      to = cursor.at;
    }
    if (to === from) this.#unexpected();
    if (cursor.sees('(')) return this.#function(from);
    return { kind: 'simple', assignments, words, redirects, from, to };
  }

  /** `name() { …; }`: what it would do stands in its place, for whoever wants to know what is in the code. */
  #function(from: number): Command {
    const cursor = this.#cursor;
    if (cursor.match(/\([ \t]*\)/y) === undefined) this.#unexpected();
    cursor.refuse(...(keywords.function as [string, string]), from);
    this.#skipLines();
    return this.#command();
  }

  #assignment(): Assignment | undefined {
    const cursor = this.#cursor;
    const from = cursor.at;
    const found = cursor.match(/[A-Za-z_]\w*(?:\[[^\]\s]*\])?\+?=/y);
    if (found === undefined) return undefined;
    const items: Word[] = [];
    if (found.includes('[') || cursor.sees('(')) {
      cursor.refuse('an array', 'Write the values where they are needed', from);
      if (cursor.takes('(')) {
        for (this.#skipLines(); !cursor.takes(')'); this.#skipLines()) {
          const item = this.#word();
          if (item) items.push(item);
          else cursor.fail('has an array that is not closed', 'Close it with )', from);
        }
      }
    }
    if (found.endsWith('+=')) cursor.refuse('+=', 'Write the whole value', from);
    return { name: found.replace(/[[+=].*$/, ''), value: [...items.flat(), ...(this.#word() ?? [])] };
  }

  #word(): Word | undefined {
    const cursor = this.#cursor;
    // At the beginning of a word, it is a comment.
    if (cursor.peek() === '#') return undefined;
    if (cursor.sees('<(') || cursor.sees('>(')) {
      cursor.refuse('process substitution', 'Run that program first, into a file, or use a pipe');
      const from = cursor.at;
      cursor.at += 2;
      const script = this.readUntil(')');
      return [{ kind: 'command', script, quoted: true, source: cursor.text.slice(from, cursor.at) }];
    }
    return new WordReader(cursor, readInner).read();
  }

  #nonempty(script: Script, after: string): Script {
    if (script.statements.length === 0)
      this.#cursor.fail(`has no command after ${after}`, 'Write at least one command');
    return script;
  }

  #seesEnding(): boolean {
    const { at } = this.#cursor;
    const word = this.#cursor.match(bareWord);
    this.#cursor.at = at;
    return (word !== undefined && endings.has(word)) || this.#cursor.sees(';;') || this.#cursor.sees(')');
  }

  #takesKeyword(word: string): boolean {
    this.#skipBlanks();
    const cursor = this.#cursor;
    if (
      !cursor.sees(word) ||
      !/^(?:[\s;&|<>()]|$)/.test(cursor.text.slice(cursor.at + word.length, cursor.at + word.length + 1))
    ) {
      return false;
    }
    cursor.at += word.length;
    return true;
  }

  #expect(word: string): void {
    this.#skipLines();
    if (!this.#takesKeyword(word)) this.#cursor.fail(`misses ${word}`, `Write ${word} here`);
  }

  #skipBlanks(): void {
    this.#cursor.match(blanks);
  }

  /** Blanks, comments and ends of lines. */
  #skipLines(): void {
    do this.#skipBlanks();
    while (this.#takeLineEnd());
  }

  #takeLineEnd(): boolean {
    const cursor = this.#cursor;
    if (cursor.peek() === '#') cursor.match(/[^\n]*/y);
    if (!cursor.takes('\n')) return false;
    this.#redirects.readDocuments();
    return true;
  }

  #unexpected(): never {
    const { text, at, isAtEnd } = this.#cursor;
    if (isAtEnd) this.#cursor.fail('ends where a command is expected', 'Add the command, or remove the last operator');
    this.#cursor.fail(
      `has ${JSON.stringify(text.slice(at, at + 10))} where a command is expected`,
      'Quote it if it is text',
    );
  }
}

function readInner(cursor: TextCursor, end: ')' | ''): Script {
  const reader = new ScriptReader(cursor);
  return end === '' ? reader.readAll() : reader.readUntil(end);
}

/** `|&` */
function withErrors(command: Command): Command {
  return { ...command, redirects: [...command.redirects, { kind: 'copy', descriptor: 2, of: 1 }] };
}
