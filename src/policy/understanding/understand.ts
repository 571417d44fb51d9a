// Says what a call of a program means: which programs run, what they do, which paths they touch. It decides nothing,
// and what it cannot understand it says so. Programs are known as data, in programs/.

import { basename, dirname, resolve } from 'node:path';
import { isInside } from '../../machine/paths/is-inside.js';
import { realPathFrom } from '../../machine/paths/real-path.js';
import { findBeyondCore, isCoreProgram } from './core/find-beyond-core.js';
import { entryAt } from './entry-at.js';
import { findProgram, type KnownProgram } from './find-program.js';
import { type Evidence, Findings, type NamedBySetting, type PathUse, type Step } from './findings.js';
import { inspectRepositories } from './git/inspect-repository.js';
import { type Input, inputInCode, inputOf } from './input.js';
import { anything, isPlainFile, kindOf, mayBeGlob } from './kinds.js';
import type { Effect, Program } from './program.js';
import { type GivenOption, innerWords, type Operand, type Piece, readArguments, type Word } from './read-arguments.js';
import {
  effectsIn,
  type Grammar,
  grammarOf,
  kindsOfOperands,
  type Operands,
  readOperands,
  words,
} from './read-notation.js';
import type { Reading } from './reading.js';
import { readShellCode, type ShellCode } from './shell-code.js';
import { xargsCalls } from './xargs-calls.js';

export type { Evidence, PathUse, Step } from './findings.js';
export type { Effect } from './program.js';

export interface Call {
  /** As it was written: `git`, `/usr/bin/git`, `./run.sh`. */
  readonly name: string;
  /** The real path of the file that would be started. */
  readonly program: string;
  readonly args: readonly string[];
  /** Real paths. */
  readonly directory: string;
  readonly workspace: string;
  /** Files and directories that tell the gate what to do: real paths, which nobody changes from here. */
  readonly owners?: readonly string[] | undefined;
  /** Whether it is given text to read. */
  readonly stdin?: boolean | undefined;
  /** That text, where it is known. */
  readonly input?: string | undefined;
  /** Whether a call may give a program a variable of this name; without this, none. */
  readonly mayAssign?: ((name: string) => boolean) | undefined;
  /** Whether a sandbox holds it, in which it has a view of the system of its own. */
  readonly isHeld?: boolean | undefined;
  /** Whether it runs without the environment that keeps git from running programs. */
  readonly isUnguarded?: boolean | undefined;
  /** The system that it would run on; this one unless given. */
  readonly platform?: string | undefined;
}

export interface Understanding {
  /** The programs that run, outermost first: wrappers are looked through. */
  readonly steps: readonly Step[];
  readonly effects: ReadonlySet<Effect>;
  /** Whether every program, option and operand was known to the table. */
  readonly understood: boolean;
  readonly paths: readonly PathUse[];
  /** Which of the arguments are operands that name files, and are patterns such as `*.ts`. */
  readonly globs: readonly number[];
  /** Which of the arguments are operands that name a file or directory each, and are neither options nor code. */
  readonly files: readonly number[];
  /** Which of the arguments are code for a shell, whether it can be read or not. */
  readonly code: readonly number[];
  readonly evidence: readonly Evidence[];
  /** Whether it runs code beside what settings of the owner name. */
  readonly runsUnseenCode: boolean;
  readonly namedBySettings: readonly NamedBySetting[];
  /** Why the call is not one of the closed core, which runs without asking where nothing enforces the scope. */
  readonly beyondCore: () => Evidence | undefined;
}

export type Resolve = (name: string) => string | undefined;

/** Never throws. `resolve` finds the file of a program that another one runs. */
export function understand(call: Call, resolve: Resolve): Understanding {
  const findings = new Findings(call);
  const beyondCore = once(() => findBeyondCore(call, resolve));
  const reader = new CallReader(findings, call, resolve, () => beyondCore() === undefined);
  const args = call.args.map((text, index) => ({ text, index }));
  reader.readCall(call.name, call.program, args, [call.directory]);
  const { steps, effects, understood, paths, globs, files, code, evidence, runsUnseenCode, namedBySettings } = findings;
  return {
    steps,
    code: [...code],
    runsUnseenCode,
    namedBySettings,
    effects,
    understood,
    paths,
    globs: [...globs].sort((a, b) => a - b),
    files: [...files].sort((a, b) => a - b),
    evidence,
    beyondCore,
  };
}

/** Most calls are in a sandbox, where nobody asks for it. */
function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

/** Options of these kinds say what to do where no operand does. */
const instructs = new Set(['code', 'shell-code', 'patch-file']);

/** Names that lead to what a program reads. */
const inputFiles = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Wrappers in wrappers: nobody needs more. */
const mostSteps = 16;

/** Version managers put a program of their own in the place of each, which looks here for the one that is meant. */
const versionFiles =
  '.tool-versions .python-version .ruby-version .node-version .nvmrc .java-version .go-version mise.toml .mise.toml .mise .config/mise';

const sentences: Readonly<Record<Effect, string>> = {
  reads: 'reads files',
  changes: 'creates or changes files',
  destroys: 'deletes or replaces data that cannot be recovered',
  network: 'talks to other machines',
  'runs-code': 'runs code that the gate cannot see into',
  'inline-code': 'evaluates code in its arguments',
  privilege: 'runs with other rights or in another root',
  system: 'changes or stops something that is not part of the workspace',
  repository: 'changes settings that git obeys from then on',
};

class CallReader {
  readonly #findings: Findings;
  readonly #workspace: string;
  readonly #resolve: Resolve;
  /** Whether all that the call can do is known, where words of it come from elsewhere. */
  readonly #isCore: () => boolean;
  /** What the program that is looked at has to read. */
  #input: Input;
  /** Whether what runs next gets nothing of the environment that the gate made. */
  #bare = false;

  constructor(findings: Findings, call: Call, resolve: Resolve, isCore: () => boolean) {
    this.#isCore = isCore;
    this.#input = inputOf(call);
    this.#findings = findings;
    this.#workspace = call.workspace;
    this.#resolve = resolve;
  }

  readCall(name: string, file: string | undefined, args: readonly Word[], bases: readonly string[]): void {
    const findings = this.#findings;
    findings.starts({ name, program: file, args: args.map(({ text }) => text) });
    if (findings.steps.length > mostSteps) {
      findings.doubts('unreadable', 'more nested programs than can be checked');
      return;
    }
    if (findings.steps.length > 1 && /^[^/]+\//.test(name)) this.#checkOwnName(name, bases);
    const known = findProgram(name, file);
    const own = file !== undefined && (isInside(file, this.#workspace) || this.#isNamedInside(name, bases));
    if (own) {
      findings.has('runs-code', `${name} is a program in the workspace`);
      findings.doubts('unknown-program', `${name} is in the workspace, where it could be anything`);
    } else if (!known) findings.doubts('unknown-program', `${name} is not in the table of programs`);
    else if (file !== undefined && !this.#isUsual(name, file))
      findings.doubts('unknown-program', `${name} is not the program that is found under this name`);
    else if (file === undefined) findings.doubts('unknown-program', `${name} was not found`);
    if (file !== undefined && basename(dirname(file)) === 'shims' && this.#obeys({ obeys: versionFiles }, bases))
      findings.has('runs-code', `${name} is chosen by a file in the workspace`);
    if (known && !own) this.#readProgram(known, grammarOf(known.program), args, bases, file);
    else this.#checkAll(name, args, bases);
  }

  /** A path in the workspace that leads elsewhere is not started by itself either. */
  #checkOwnName(name: string, bases: readonly string[]): void {
    for (const base of bases) {
      const found = realPathFrom(base, name);
      if (found && !isInside(found.real, this.#workspace)) this.#findings.leadsOut(name, found.real);
    }
  }

  /** A link in the workspace that leads to a program elsewhere: anybody can make it lead to another one. */
  #isNamedInside(name: string, bases: readonly string[]): boolean {
    return name.includes('/') && bases.some((base) => isInside(resolve(base, name), this.#workspace));
  }

  /** A path to a program can lead to any file that is named like one. */
  #isUsual(name: string, file: string): boolean {
    if (!name.includes('/')) return true;
    const usual = this.#resolve(basename(name));
    return usual !== undefined && realPathFrom('/', usual)?.real === file;
  }

  #checkAll(name: string, all: readonly Word[], bases: readonly string[]): void {
    const reading: Reading = {
      findings: this.#findings,
      name,
      bases,
      modes: new Set(),
      operands: [],
      hasInput: false,
      isCore: this.#isCore,
      readCode: () => undefined,
    };
    for (const word of all) anything(word, reading, false);
  }

  #readProgram(
    { name, program }: KnownProgram,
    grammar: Grammar,
    args: readonly Word[],
    bases: readonly string[],
    file: string | undefined,
  ): void {
    const findings = this.#findings;
    if (this.#obeys(program, bases)) findings.has('runs-code', `${name} runs what the workspace names for it`);
    if (args.length === 1 && grammar.asks.has(args[0]?.text ?? '')) return;
    const { pieces, rest, incomplete } = readArguments(grammar, args);
    const given = pieces.filter((piece): piece is GivenOption => 'option' in piece);
    const modes = new Set(given.flatMap(({ option }) => option.mode ?? []));
    const operands = [...pieces.flatMap((piece) => ('operand' in piece ? piece.operand : [])), ...rest];
    const reading: Reading = {
      ...{ findings, name, bases, modes, operands },
      hasInput: this.#input !== 'nothing',
      isCore: this.#isCore,
      readCode: (text) => {
        const [, ...rest] = operands.map((word) => word.text);
        const code = { text, shell: name, given: rest.length === 0 ? [name] : rest, hidden: 'inline-code' } as const;
        this.#readCode(code, reading.bases, this.#input);
      },
    };

    if (![...modes].some((mode) => program.modes?.[mode]?.instead)) {
      this.#does(name, program.does);
      if (program.doubt !== undefined) findings.doubts('unknown-option', `${name} ${program.doubt}`);
    }
    for (const mode of modes) {
      const { does, doubt, unless } = program.modes?.[mode] ?? {};
      this.#does(name, does);
      if (doubt !== undefined && !modes.has(unless ?? '')) findings.doubts('unknown-option', `${name} ${doubt}`);
    }
    const isTold = given.some(({ option }) => instructs.has(option.kind));
    const isAlone = (operands.length === 0 && !isTold) || modes.has('stdin');
    if (isAlone && !(program.script && typeof this.#input === 'object' && this.#isCore()))
      this.#does(name, program.alone);
    if (program.script === 'shell' && !modes.has('code')) this.#readScriptOnInput(reading);
    if (program.hooks) findings.runsHooks(`${name} runs the repository's hooks, unless it is started without them`);

    const split = given.find(({ option }) => option.kind === 'split');
    if (split?.value) {
      // The options around it hold for what is split as well.
      const around = pieces.filter((piece) => piece !== split);
      this.#readPieces(reading, grammar, around, given);
      if (modes.has('bare')) this.#bare = true;
      this.#readSplit({ name, program }, grammar, split.value, rest, reading.bases, file);
      return;
    }
    const doubtful = this.#readPieces(reading, grammar, pieces, given) || incomplete;
    const complete = this.#readRest(reading, grammar, given, rest, file);
    this.#readBelowHere(reading, grammar, given);
    this.#readMade(reading, grammar, given);
    if (program.expands)
      for (const word of args.filter(({ text }) => text.startsWith('@')))
        kindOf('options-file')({ ...word, text: word.text.slice(1) }, reading, false);
    if (program.repository) this.#readRepository(reading);
    if (incomplete) findings.doubts('unknown-option', `${name} lacks a value at the end`);
    if (doubtful || !complete) this.#checkAll(name, args, reading.bases);
  }

  /** A shell that is given nothing else reads what it has to do from its input. */
  #readScriptOnInput({ name, bases, modes, operands }: Reading): void {
    if (typeof this.#input !== 'object') return;
    const texts = operands.map(({ text }) => text);
    // Alone, a dash only ends the options.
    const [first, ...rest] = texts[0] === '-' ? texts.slice(1) : texts;
    const isInput = modes.has('stdin') || first === undefined || inputFiles.has(first);
    if (!isInput) return;
    const given = modes.has('stdin') ? [name, ...texts] : [first ?? name, ...rest];
    // Its programs read what is left of it, and of the last command that is nothing.
    this.#readCode({ text: this.#input.text, shell: name, given, hidden: 'runs-code' }, bases, 'nothing');
  }

  #readCode(code: ShellCode, bases: readonly string[], own: Input): void {
    const findings = this.#findings;
    const read = () =>
      readShellCode(code, bases, findings, (program, args, places, input) => {
        const file = program === '<' || program === '>' || program === '>>' ? program : this.#resolve(program);
        this.#withInput(inputInCode(input, own), () => this.readCall(program, file, args, places));
      });
    findings.withinCode(read);
  }

  #withInput(input: Input, read: () => void): void {
    const before = this.#input;
    this.#input = input;
    read();
    this.#input = before;
  }

  /** Without files, a program that follows links follows them from where it is. */
  #readBelowHere(reading: Reading, grammar: Grammar, given: readonly GivenOption[]): void {
    if (reading.modes.size === 0) return;
    const { leading, repeated } = operandsOf(grammar, given, reading.modes);
    if (repeated === undefined || reading.operands.length > leading.length) return;
    if (translated(repeated, grammar, reading.modes) === 'read-below')
      kindOf('read-below')({ text: '.', index: -1 }, reading, false);
  }

  #readRepository({ name, bases }: Reading): void {
    for (const base of bases) inspectRepositories(this.#findings, this.#workspace, base);
    if (this.#bare)
      this.#findings.has('runs-code', `${name} is started without the protection that keeps it from running hooks`);
  }

  #readMade(reading: Reading, { program, operands }: Grammar, given: readonly GivenOption[]): void {
    const at = operands.leading.indexOf('prefix');
    if (at !== -1 && reading.operands.length > at) return;
    if (
      given.some(({ option }) => option.kind === 'prefix') ||
      reading.modes.has('stdout') ||
      reading.modes.has('named')
    )
      return;
    for (const text of words(program.makes)) kindOf('prefix')({ text, index: -1 }, reading, false);
  }

  #obeys({ obeys }: Program, bases: readonly string[]): boolean {
    if (obeys === '*') return true;
    return words(obeys).some((name) => bases.some((base) => this.#isAbove(base, name)));
  }

  #isAbove(base: string, name: string): boolean {
    for (let here = base; isInside(here, this.#workspace); here = dirname(here)) {
      if (entryAt(`${here}/${name}`)) return true;
      if (here === this.#workspace) return false;
    }
    return false;
  }

  /** Whether something was not known. */
  #readPieces(reading: Reading, grammar: Grammar, pieces: readonly Piece[], given: readonly GivenOption[]): boolean {
    const operandPieces = pieces.filter((piece): piece is Operand => 'operand' in piece);
    const kinds = kindsOfOperands(operandsOf(grammar, given, reading.modes), operandPieces.length);
    let doubtful = false;
    let at = 0;
    // Where it goes counts for everything, wherever that is said.
    const [moves, others] = [pieces.filter(isMove), pieces.filter((piece) => !isMove(piece))];
    for (const piece of [...moves, ...others]) {
      if ('unknown' in piece) {
        doubtful = true;
        this.#findings.doubts('unknown-option', `${reading.name} has an unknown option`, piece.unknown);
        for (const option of piece.near) this.#tellEffects(reading, option, piece.unknown);
      } else if ('option' in piece) this.#readOption(reading, grammar, piece);
      else doubtful = !this.#readOperand(reading, grammar, piece, kinds[at++]) || doubtful;
    }
    return doubtful;
  }

  #readOption(reading: Reading, grammar: Grammar, { option, word, value, late, command }: GivenOption): void {
    this.#tellEffects(reading, option, word);
    // One letter is a separator, such as `cut -d /`; those who have commands look for options everywhere.
    if (late && value && value.text.length > 1 && !grammar.program.dashes && !reading.name.includes(' '))
      kindOf('maybe')(value, reading, false);
    if (command) {
      this.#runs(command, reading.bases, true);
    } else if (value) kindOf(translated(option.kind, grammar, reading.modes))(value, reading, false);
  }

  #tellEffects({ name }: Reading, { effects, kind, value }: GivenOption['option'], word: Word): void {
    for (const effect of effects) this.#findings.has(effect, `${name} ${sentences[effect]}`, word);
    if (value !== 'none' && (kind === 'code' || kind === 'program'))
      this.#findings.has('inline-code', `${name} ${sentences['inline-code']}`, word);
  }

  #readOperand(reading: Reading, grammar: Grammar, { operand, literal }: Operand, kind: string | undefined): boolean {
    if (kind === undefined) {
      this.#findings.doubts('unknown-option', `${reading.name} takes no operand here`, operand);
      return false;
    }
    const meant = translated(kind, grammar, reading.modes);
    const { dashes, withoutDashes } = grammar.program;
    if (literal && /^-./.test(operand.text) && meant !== 'text' && (withoutDashes || dashes === 'single'))
      this.#findings.doubts(
        'unknown-option',
        `not every version of ${reading.name} ends its options before this`,
        operand,
      );
    if (operand.index >= 0 && mayBeGlob(meant, operand.text)) this.#findings.globs.add(operand.index);
    if (operand.index >= 0 && isPlainFile(meant)) this.#findings.files.add(operand.index);
    kindOf(meant)(operand, reading, literal);
    return true;
  }

  /** What stands behind the options of a program that ends them at its first operand. Whether all of it was known. */
  #readRest(
    reading: Reading,
    grammar: Grammar,
    given: readonly GivenOption[],
    rest: readonly Word[],
    file: string | undefined,
  ): boolean {
    if (rest.length === 0) return true;
    if (grammar.commands) return this.#readCommand(reading, grammar, rest, file);
    const { leading, repeated } = operandsOf(grammar, given, reading.modes);
    let kinds = [...leading];
    for (let at = 0; at < rest.length; at++) {
      const word = rest[at] as Word;
      let kind = kinds.shift() ?? repeated;
      if (kind === 'assignments') {
        if (/^[^=]+=/.test(word.text)) {
          kindOf('assignment')(word, reading, false);
          kinds = ['assignments', ...kinds];
          continue;
        }
        kind = kinds.shift();
      }
      if (kind === 'command' || kind === 'applet') {
        if (reading.modes.has('bare')) this.#bare = true;
        if (grammar.program.readsWords) this.#runsWithRead(rest.slice(at), reading.bases, given);
        else
          this.#runs(
            rest.slice(at),
            reading.bases,
            grammar.program.foreign === true,
            kind === 'applet' ? file : undefined,
          );
        return true;
      }
      if (kind === 'shell') {
        this.#findings.has('inline-code', `${reading.name} passes this to a shell`, word);
        const joined = rest.slice(at);
        for (const { index } of joined) this.#findings.code.add(index);
        const code = {
          text: joined.map(({ text }) => text).join(' '),
          shell: reading.name,
          given: [reading.name],
          hidden: 'inline-code',
        } as const;
        this.#readCode(code, reading.bases, 'unknown');
        return true;
      }
      // Behind the first operand or `--`: not every version agrees that it is no option.
      const literal = grammar.program.dashes === 'single' && word.text.startsWith('-');
      if (!this.#readOperand(reading, grammar, { operand: word, literal }, kind)) return false;
    }
    return true;
  }

  #readCommand(reading: Reading, grammar: Grammar, rest: readonly Word[], file: string | undefined): boolean {
    const [first, ...args] = rest as [Word, ...Word[]];
    const command = grammar.commands?.get(first.text);
    if (!command) {
      this.#findings.doubts('unknown-program', `${reading.name} has an unknown command`, first);
      return false;
    }
    this.#readProgram(
      { name: `${reading.name} ${first.text}`, program: command },
      grammarOf(command, grammar),
      args,
      reading.bases,
      file,
    );
    return true;
  }

  /** `env -S 'program argument'`: one argument that is several words. */
  #readSplit(
    known: KnownProgram,
    grammar: Grammar,
    value: Word,
    rest: readonly Word[],
    bases: readonly string[],
    file: string | undefined,
  ): void {
    const split = splitText(value.text);
    if (!split || /['"]/.test(value.text)) {
      this.#findings.has('inline-code', `${known.name} splits and expands text`, value);
      this.#findings.doubts('unreadable', `${known.name} splits and expands text`, value);
    }
    if (!split) return;
    const again = split.some((text) => /^-\w*S|^--s/.test(text));
    if (again) this.#findings.doubts('unreadable', `${known.name} splits text that splits text`, value);
    else this.#readProgram(known, grammar, [...innerWords(split), ...rest], bases, file);
  }

  /** `xargs rm`: where it is known what it reads, it is known what runs. */
  #runsWithRead(command: readonly Word[], bases: readonly string[], given: readonly GivenOption[]): void {
    const calls = typeof this.#input === 'object' ? xargsCalls(given, command, this.#input.text) : undefined;
    // What it has read, the programs cannot read.
    this.#withInput('nothing', () => {
      if (calls) for (const call of calls) this.#runs(call, bases, false);
      else this.#runs(command, bases, true);
    });
  }

  #runs(command: readonly Word[], bases: readonly string[], foreign: boolean, applet?: string): void {
    const [first, ...args] = command;
    if (!first) return;
    if (foreign && !this.#isCore()) {
      this.#findings.doubts('unreadable', 'the arguments of a program come from elsewhere', first);
      // To others, what they are given may be code, or name a program.
      if (!isCoreProgram(first.text))
        this.#findings.has('inline-code', 'a program gets its arguments from elsewhere', first);
    }
    if (first.text.startsWith('-')) {
      this.#findings.has('inline-code', 'a command is given as an option', first);
      this.#findings.doubts('unknown-option', 'a program is expected here', first);
      return;
    }
    this.readCall(first.text, applet ?? this.#resolve(first.text), args, bases);
  }

  #does(name: string, effects: string | undefined): void {
    for (const effect of effectsIn(effects)) {
      if (effect === 'reads') this.#findings.effects.add(effect);
      else this.#findings.has(effect, `${name} ${sentences[effect]}`, undefined, name);
    }
  }
}

function isMove(piece: Piece): boolean {
  return 'option' in piece && piece.option.kind === 'directory';
}

function operandsOf(
  { program, operands }: Grammar,
  given: readonly GivenOption[],
  modes: ReadonlySet<string>,
): Operands {
  let found = operands;
  // In the table's order, whatever comes first in the call: `bash -cs` is told what to do by its first operand.
  for (const [mode, { operands: notation }] of Object.entries(program.modes ?? {}))
    if (modes.has(mode) && notation !== undefined) found = readOperands(notation);
  if (given.some(({ option }) => option.replaces === 'first')) found = { ...found, leading: found.leading.slice(1) };
  return given.some(({ option }) => option.replaces === 'last')
    ? { ...found, trailing: found.trailing.slice(1) }
    : found;
}

/** Modes are applied in the table's order: a later one may take back what an earlier one says. */
function translated(kind: string, { program }: Grammar, modes: ReadonlySet<string>): string {
  if (modes.size === 0 || !program.modes) return kind;
  let meant = kind;
  for (const [mode, { kinds }] of Object.entries(program.modes)) if (modes.has(mode)) meant = kinds?.[meant] ?? meant;
  return meant;
}

/** Words between the blanks of ASCII and in quotes; nothing where something is expanded or left out. */
function splitText(text: string): readonly string[] | undefined {
  if (/[\\$#]/.test(text)) return undefined;
  const found = text.match(/(?:'[^']*'|"[^"]*"|[^ \t\n\v\f\r'"])+/g) ?? [];
  const hasOpen = /['"]/.test(text.replace(/'[^']*'|"[^"]*"/g, ''));
  return hasOpen ? undefined : found.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
