// What a line would start, before anything of it runs: every way through it is walked, and what only a run can tell stays
// as it was written. It is what the policy judges, and what a person is asked about.

import { resolve } from 'node:path';
import { expandWhole, type Surroundings, type Value } from '../../../shell-language/expand-word.js';
import { ExpansionProblem } from '../../../shell-language/expansion-problem.js';
import type {
  Command,
  CommandPart,
  CompoundCommand,
  Condition,
  Pipeline,
  Redirect,
  Script,
  SimpleCommand,
  Word,
} from '../../../shell-language/syntax-tree.js';
import type { Problem } from '../../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { adviceFor, differsFromProgram, ownCommands, readExports, readRead, readSet } from './builtins.js';
import {
  canBeEntered,
  type Elsewhere,
  fileBashFinds,
  goesUpThroughLink,
  isMadeBefore,
  isOfBash,
  isPathOfProgram,
  isPattern,
  isPlainNumber,
  isShellName,
  mayChangeFiles,
  onlyPrints,
  whyOtherFiles,
} from './elsewhere.js';
import type { LinePlanner } from './line-planner.js';
import type { LineState } from './line-state.js';
import { type Argument, toArguments, wordsOf } from './line-words.js';
import { readFrom } from './printed-by.js';
import { shared, sharedBy } from './shared-input.js';

/** What was foreseen for each place in the line. */
export interface ForeseenLine {
  /** In the order of the line. */
  readonly parts: readonly ProgramPlan[];
  readonly byPlace: ReadonlyMap<object, readonly ProgramPlan[]>;
  readonly problems: readonly Problem[];
}

type Stdin = ProgramPlan['stdin'];

/** More items than this are foreseen as one that is not known. */
const mostItems = 20;
const mostParts = 1_000;

export function foreseeLine(
  script: Script,
  planner: LinePlanner,
  state: LineState,
  workspace: string,
  stdin: Stdin,
): ForeseenLine {
  const foreseer = new Foreseer(planner, workspace);
  foreseer.script(script, state, stdin);
  return foreseer;
}

class Foreseer implements ForeseenLine {
  readonly parts: ProgramPlan[] = [];
  readonly byPlace = new Map<object, ProgramPlan[]>();
  readonly problems: Problem[] = [];
  readonly #planner: LinePlanner;
  readonly #workspace: string;

  readonly #elsewhere: Elsewhere | undefined;
  #hasChangedDirectory = false;

  constructor(planner: LinePlanner, workspace: string) {
    this.#elsewhere = planner.elsewhere;
    this.#planner = planner;
    this.#workspace = workspace;
  }

  script(script: Script, state: LineState, given: Stdin): void {
    const stdin = sharedBy(script, given);
    for (const { first, rest, background } of script.statements) {
      // What runs beside the line changes nothing of it.
      const inner = background ? state.copy() : state;
      this.#pipeline(first, inner, background ? undefined : stdin);
      if (rest[0]?.when !== '&&') inner.settle();
      for (const { when, pipeline } of rest) {
        if (when === '||') inner.settle();
        const before = inner.copy();
        this.#pipeline(pipeline, inner, background ? undefined : stdin);
        if (this.#elsewhere && inner.directory !== before.directory) inner.mayNotHaveEntered = true;
        // After `cd x && y` it is where x is: where it was not entered, the line is told to stop there.
        if (when === '&&') before.directory = inner.directory;
        inner.join(before);
      }
      inner.settle();
    }
  }

  #pipeline({ commands, negated }: Pipeline, state: LineState, stdin: Stdin): void {
    const scope = { directory: state.directory, workspace: this.#workspace };
    if (commands.length === 1) {
      this.#command(commands[0] as Command, state, stdin);
      if (negated) state.settle();
    } else {
      let read = stdin;
      let last = state;
      for (const command of commands) {
        last = state.copy();
        this.#command(command, last, read);
        read = readFrom(command, read, this.#around(state), scope);
      }
      // zsh, which some clients use, runs the last one itself.
      if (this.#elsewhere) state.join(last);
    }
    state.status = { text: '$?', unknown: true };
    state.statuses = commands.map((_, index) => ({ text: `\${PIPESTATUS[${index}]}`, unknown: true }));
  }

  #command(command: Command, state: LineState, stdin: Stdin): void {
    try {
      const given = this.#redirects(command.redirects, state, stdin);
      if (command.kind === 'simple') this.#simple(command, state, given);
      else this.#compound(command, state, shared(given));
    } catch (error) {
      if (!(error instanceof ExpansionProblem)) throw error;
      this.#refuse(`The line cannot be expanded: ${error.message}`, 'Write the expanded text');
    }
  }

  #compound(command: CompoundCommand, state: LineState, stdin: Stdin): void {
    switch (command.kind) {
      case 'group':
        this.script(command.body, state, stdin);
        return;
      case 'subshell':
        this.script(command.body, state.copy(), stdin);
        return;
      case 'if':
        this.#if(command, state, stdin);
        return;
      case 'case':
        this.#whole(command.word, state);
        this.#branches(
          command.clauses.map(({ patterns, body }) => (inner: LineState) => {
            for (const pattern of patterns) this.#whole(pattern, inner);
            this.script(body, inner, stdin);
          }),
          undefined,
          state,
          stdin,
        );
        return;
      case 'for':
        this.#for(command, state, stdin);
        return;
      case 'while': {
        this.#forget(assignedIn(command), state);
        const inner = state.copy();
        this.script(command.condition, inner, stdin);
        this.script(command.body, inner, stdin);
        this.#staysThere(inner, state);
        state.join(inner);
        return;
      }
      case 'condition':
        this.#condition(command.test, state, stdin);
    }
  }

  /** What a condition changes holds for what comes after it, too, whichever way is taken. */
  #if({ branches, otherwise }: CompoundCommand & { kind: 'if' }, state: LineState, stdin: Stdin): void {
    const tried = state.copy();
    const ends = branches.map(({ condition, body }) => {
      this.script(condition, tried, stdin);
      const inner = tried.copy();
      this.script(body, inner, stdin);
      return inner;
    });
    if (otherwise) this.script(otherwise, tried, stdin);
    for (const end of [...ends, tried]) state.join(end);
  }

  #branches(
    branches: readonly ((state: LineState) => void)[],
    otherwise: Script | undefined,
    state: LineState,
    stdin: Stdin,
  ): void {
    const ends = branches.map((visit) => {
      const inner = state.copy();
      visit(inner);
      return inner;
    });
    if (otherwise) {
      const inner = state.copy();
      this.script(otherwise, inner, stdin);
      ends.push(inner);
    }
    for (const end of ends) state.join(end);
  }

  #for(command: CompoundCommand & { kind: 'for' }, state: LineState, stdin: Stdin): void {
    this.#mayBeSet(command.variable);
    const items = this.#arguments(command.items, state);
    this.#forget(assignedIn(command), state);
    const isLong = items.length > mostItems || items.some(({ unknown }) => unknown);
    const meant = isLong ? [{ text: `$${command.variable}`, unknown: true }] : items;
    for (const item of meant) {
      state.set(command.variable, item);
      const inner = state.copy();
      this.script(command.body, inner, stdin);
      this.#staysThere(inner, state);
      state.join(inner);
    }
    state.set(command.variable, { text: `$${command.variable}`, unknown: true });
  }

  #condition(test: Condition, state: LineState, stdin: Stdin): void {
    if (test.kind === 'not') this.#condition(test.test, state, stdin);
    else if (test.kind === 'match') for (const word of [test.word, test.pattern]) this.#whole(word, state);
    else if (test.kind === 'test') {
      const words = test.words.map((word) => this.#whole(word, state));
      const [left, operator, right] = words;
      const counts = left && right && /^-(?:eq|ne|lt|le|gt|ge)$/.test(operator?.text ?? '');
      if (this.#elsewhere && counts && ![left, right].every(({ text, unknown }) => !unknown && isPlainNumber(text)))
        this.#refuse('bash calculates what stands in [[ beside -eq, with the commands in it', 'Use [ … -eq … ]');
      this.#program(test, { text: 'test', unknown: false }, words, {}, state, stdin);
    } else {
      this.#condition(test.left, state, stdin);
      this.#condition(test.right, state, stdin);
    }
  }

  /** Each time around a loop would begin somewhere else. */
  #staysThere(inner: LineState, { directory }: LineState): void {
    if (!this.#elsewhere || (inner.directory === directory && !inner.isLost)) return;
    this.#refuse('cd in a loop leads somewhere else each time', 'Use ( cd directory && … ) in the loop');
  }

  /** What is not known any more when a loop has gone around. */
  #forget(names: readonly string[], state: LineState): void {
    for (const name of names) state.set(name, { text: `$${name}`, unknown: true });
  }

  #simple(command: SimpleCommand, state: LineState, stdin: Stdin): void {
    const words = this.#words(command, state);
    const values = command.assignments.map(({ name, value }) => [name, this.#whole(value, state)] as const);
    const [first, ...args] = words;
    for (const [name] of values) if (name !== 'IFS') this.#mayBeSet(name);
    if (values.some(([name]) => name === 'IFS') && first?.text !== 'read') {
      this.#refuse('Words are always split at whitespace here', 'Remove IFS, or use IFS=, read');
    }
    if (!first) {
      for (const [name, value] of values) state.set(name, value);
      return;
    }
    if (ownCommands.has(first.text)) this.#own(first.text, args, state);
    else this.#program(command, first, args, Object.fromEntries(values), state, stdin);
  }

  #mayBeSet(name: string): void {
    if (this.#elsewhere && isOfBash(name))
      this.#refuse(`${name} changes how bash reads the rest of the line`, 'Leave it out');
  }

  #own(name: string, args: readonly Argument[], state: LineState): void {
    const texts = args.map(({ text }) => text);
    if (name === 'cd') this.#changeDirectory(args, state);
    else if (name === 'read') this.#read(texts, state);
    else if (name === 'wait' && texts.length > 0)
      this.#refuse('wait always waits for everything here', 'Use wait alone');
    else if (name === 'set') {
      const options = readSet(texts);
      if (options) state.options = { ...state.options, ...options };
      else
        this.#refuse(
          `set ${texts.join(' ')} is not supported here`,
          'Use set -e, set -u or set -o pipefail, or remove it',
        );
    } else if (name === 'export' || name === 'unset') {
      const found = this.#elsewhere && args.length === 0 ? undefined : readExports(args);
      if (!found)
        this.#refuse(`${name} ${texts.join(' ')} is not supported here`, `Use ${name} with names of variables`);
      for (const { name: variable, value } of found ?? []) {
        this.#mayBeSet(variable);
        if (name !== 'unset') state.set(variable, value ?? this.#around(state).variable(variable), true);
        else if (this.#planner.mayUnset(variable)) state.set(variable, undefined);
        else this.#refuse(`unset ${variable} would remove a protection from programs`, 'Remove it');
      }
    } else if (name === 'command' && texts[0] !== '-v') {
      this.#refuse('command is only supported as command -v', 'Name the program itself');
    }
  }

  #read(args: readonly string[], state: LineState): void {
    const found = readRead(args);
    if (!found) this.#refuse(`read ${args.join(' ')} is not supported here`, 'Use read or read -r with variable names');
    for (const name of found?.names ?? []) this.#mayBeSet(name);
    for (const name of found?.names ?? []) state.set(name, { text: `$${name}`, unknown: true });
  }

  #changeDirectory(args: readonly Argument[], state: LineState): void {
    const operands = args.filter(({ text }) => text !== '--');
    const [target] = operands;
    if (operands.length > 1) this.#refuse('cd takes one directory', 'Name one directory');
    else if (!target)
      this.#refuse(
        'cd without a directory goes to the home directory, outside the workspace',
        'Name a directory in the workspace',
      );
    else if (target.unknown) {
      state.previousDirectory = state.directory;
      state.isLost = true;
    } else if (target.text === '-') {
      if (this.#elsewhere && !state.previousDirectory) state.isLost = true;
      state.directory = state.previousDirectory ?? state.directory;
    } else {
      this.#mayEnter(target.text, state);
      const { directory, problems } = this.#planner.enter(state.directory, target.text, true);
      this.problems.push(...problems.map((problem) => ({ ...problem, field: 'command' })));
      state.previousDirectory = state.directory;
      state.directory = directory;
    }
  }

  #mayEnter(path: string, state: LineState): void {
    if (!this.#elsewhere) return;
    const isFirst = !this.#hasChangedDirectory;
    this.#hasChangedDirectory = true;
    if (!/^\.{0,2}\//.test(path) && path !== '.' && path !== '..' && this.#elsewhere.environment.CDPATH)
      this.#refuse('CDPATH decides where this cd leads', `Use cd ./${path}`);
    if (goesUpThroughLink(state.directory, path, this.#elsewhere, isFirst))
      this.#refuse(`cd ${path} goes up through a link`, 'Write the whole path of the directory');
    const isSure = canBeEntered(resolve(state.directory, path)) && !mayChangeFiles(this.parts);
    if (!isSure) state.mayNotHaveEntered = true;
  }

  /** Of a program that bash starts and nobody looks at again. */
  #isSureThere(first: Argument, args: readonly Argument[], state: LineState): boolean {
    if (!this.#elsewhere) return true;
    const unknown = args.find((arg) => arg.unknown);
    if ([first, ...args].some(({ text }) => isShellName(text)))
      this.#refuse(
        'A shell started by the line can read the variables of your shell',
        'Write its commands in the line itself',
      );
    if (onlyPrints(first.text, args)) return true;
    if (unknown && /^\$HOME(?![A-Za-z0-9_])/.test(unknown.text))
      this.#refuse(
        `The home directory (~ or $HOME) in ${unknown.text} may lead outside the workspace`,
        `Write the full path for ${first.text}`,
      );
    else if (unknown)
      this.#refuse(`${unknown.text} is known only when the line runs`, `Write for ${first.text} what it stands for`);
    else if (state.isLost)
      this.#refuse(`Where ${first.text} runs is known only when the line runs`, 'Use cd directory && … for all of it');
    else if (
      isMadeBefore(
        this.parts,
        state.directory,
        args.map(({ text }) => text),
      )
    )
      this.#refuse(`${first.text} uses what the line itself makes first`, 'Send it as a line of its own');
    else return true;
    return false;
  }

  #tellMissing(name: string, why: 'missing' | 'not executable'): void {
    if (!this.#elsewhere) return;
    const what = why === 'missing' ? 'is not a program that can be found here' : 'cannot be executed';
    this.#refuse(`${name} ${what}; bash may know it as something else`, 'Name a program that is installed');
  }

  #isSameThere({ name, program, directory }: ProgramPlan): void {
    if (!this.#elsewhere || program === fileBashFinds(name, directory, this.#elsewhere)) return;
    this.#refuse(`bash would find another ${name} than the gate`, 'Name the program by its whole path');
  }

  #program(
    place: object,
    first: Argument,
    args: readonly Argument[],
    assigned: Readonly<Record<string, Value>>,
    state: LineState,
    stdin: Stdin,
  ): void {
    const advice = adviceFor(first.text);
    if (first.unknown) {
      this.#refuse(`The program ${first.text} is only known at run time`, 'Write the program name');
      return;
    }
    if (advice !== undefined) {
      const why = this.#elsewhere ? 'its effect is known only when the line runs' : 'there is no shell here';
      this.#refuse(`${first.text} is a shell builtin, and ${why}`, advice);
      return;
    }
    const texts = args.map(({ text }) => text);
    const better = differsFromProgram(first.text, texts);
    if (better !== undefined)
      this.#refuse(`${first.text} ${texts.join(' ')} does more than the program ${first.text} can`, better);
    this.#isSureThere(first, [...args, ...valuesOf(assigned)], state);
    const exported = { ...state.exported(), ...assigned };
    const variables = Object.entries(exported).flatMap(([name, value]) => (value ? [[name, value.text] as const] : []));
    const planned = this.#planner.plan(
      {
        name: first.text,
        args: texts,
        directory: state.directory,
        variables: Object.fromEntries(variables),
        unset: Object.keys(exported).filter((name) => exported[name] === undefined),
        stdin,
        hasUnknown: this.#unknownIn([...args, ...Object.values(exported)], state),
      },
      true,
    );
    if (typeof planned === 'string') {
      this.#tellMissing(first.text, planned);
      return;
    }
    this.#isSameThere(planned.plan);
    for (const problem of planned.problems) this.#tell({ ...problem, field: 'command' });
    this.#add(place, planned.plan);
  }

  /** What the command reads then. */
  #redirects(redirects: readonly Redirect[], state: LineState, stdin: Stdin): Stdin {
    let read = stdin;
    for (const redirect of redirects) {
      if (redirect.kind === 'text') {
        const { text, unknown } = this.#whole(redirect.text, state);
        if (redirect.descriptor === 0) read = unknown ? 'open' : Buffer.from(text);
      } else if (redirect.kind === 'file') {
        const target = this.#target(redirect.path, state);
        if (redirect.descriptor === 0) read = target?.text === '/dev/null' ? undefined : 'open';
        if (target && !isOwnStream(target.text)) {
          this.#isSureThere({ text: 'the redirection', unknown: false }, [target], state);
          this.#add(
            redirect,
            this.#planner.planFile(redirect.mode, target.text, state.directory, this.#unknownIn([target], state)),
          );
        }
      } else if (redirect.descriptor === 0) read = redirect.kind === 'close' ? undefined : 'open';
    }
    return read;
  }

  #target(path: Word, state: LineState): Argument | undefined {
    const [target, ...more] = this.#arguments([path], state);
    if (target && more.length === 0) return target;
    this.#refuse('A redirection expands to several files, or to none', 'Name one file');
    return undefined;
  }

  #areSureThere(words: readonly Word[], state: LineState): void {
    if (!this.#elsewhere) return;
    if (words.some(isPathOfProgram))
      this.#refuse('zsh reads a word that begins with = as the path of a program', 'Put the word in quotes');
    if (words.some(isPattern) && mayChangeFiles(this.parts))
      this.#refuse('Which files a pattern matches changes while the line runs', 'Send it as a line of its own');
    for (const word of words.filter(isPattern)) {
      const { text } = expandWhole(word, this.#around(state));
      const why = whyOtherFiles(text, state.directory, this.#workspace);
      if (why !== undefined) this.#refuse(`The pattern ${text} ${why}`, 'Write the names of the files, or ./*');
    }
  }

  #arguments(words: readonly Word[], state: LineState): readonly Argument[] {
    this.#areSureThere(words, state);
    for (const word of words) this.#commandsIn(word, state);
    return toArguments(words, this.#around(state), { directory: state.directory, workspace: this.#workspace });
  }

  #words({ words }: SimpleCommand, state: LineState): readonly Argument[] {
    this.#areSureThere(words, state);
    for (const word of words) this.#commandsIn(word, state);
    return wordsOf(words, this.#around(state), { directory: state.directory, workspace: this.#workspace });
  }

  #whole(word: Word, state: LineState): Argument {
    this.#commandsIn(word, state);
    const { text, unknown } = expandWhole(word, this.#around(state));
    return { text, unknown };
  }

  #around(state: LineState): Surroundings {
    return state.surroundings(unknownOutput, false);
  }

  #unknownIn(values: readonly (Value | undefined)[], { isLost }: LineState): ProgramPlan['hasUnknown'] {
    if (isLost) return 'directory';
    return values.some((value) => value?.unknown) ? 'words' : undefined;
  }

  #commandsIn(word: Word, state: LineState): void {
    for (const part of word) {
      if (part.kind === 'command') this.script(part.script, state.copy(), undefined);
      if (part.kind === 'arithmetic') {
        this.#commandsIn(part.expression, state);
        if (this.#elsewhere && expandWhole([part], this.#around(state)).unknown)
          this.#refuse('bash calculates what a variable holds, with the commands in it', 'Write the numbers');
      }
      if (part.kind === 'variable' && part.change && 'word' in part.change) this.#commandsIn(part.change.word, state);
      if (part.kind === 'variable' && part.change && 'pattern' in part.change)
        this.#commandsIn(part.change.pattern, state);
    }
  }

  #add(place: object, plan: ProgramPlan): void {
    const known = this.byPlace.get(place);
    if (known) known.push(plan);
    else this.byPlace.set(place, [plan]);
    this.parts.push(plan);
    if (this.parts.length === mostParts) {
      this.#refuse(`The line starts more than ${mostParts} programs`, 'Put it into a script file and run that');
    }
  }

  #refuse(message: string, hint: string): void {
    this.#tell({ code: 'SHELL_SYNTAX', field: 'command', message, hint });
  }

  #tell(problem: Problem): void {
    const isKnown = this.problems.some(({ message }) => message === problem.message);
    if (!isKnown && this.problems.length < mostProblems) this.problems.push(problem);
  }
}

function valuesOf(assigned: Readonly<Record<string, Value>>): readonly Argument[] {
  return Object.values(assigned).map(({ text, unknown }) => ({ text, unknown }));
}

/** More of them nobody mends in one go. */
const mostProblems = 20;

const unknownOutput = (part: CommandPart): Value => ({ text: part.source, unknown: true });

/** Streams that have a name among files. */
export function isOwnStream(path: string): boolean {
  return /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9])$/.test(path);
}

/** The variables that something in a command sets. */
function assignedIn(value: unknown): readonly string[] {
  const names = new Set<string>();
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const item of node) look(item);
      return;
    }
    if ('words' in node && Array.isArray(node.words)) for (const name of readNames(node.words)) names.add(name);
    if ('assignments' in node && Array.isArray(node.assignments))
      for (const { name } of node.assignments) names.add(name);
    if ('variable' in node && typeof node.variable === 'string') names.add(node.variable);
    for (const item of Object.values(node)) look(item);
  };
  look(value);
  return [...names];
}

/** `read a b`, `export C=1`: their plain words that may be names. */
function readNames(words: readonly unknown[]): readonly string[] {
  const texts = words.map((word) =>
    Array.isArray(word) && word.length === 1 && word[0]?.kind === 'text' ? String(word[0].text) : '',
  );
  if (texts[0] !== 'read' && texts[0] !== 'export' && texts[0] !== 'unset') return [];
  return texts.slice(1).flatMap((text) => /^[A-Za-z_]\w*/.exec(text)?.[0] ?? []);
}
