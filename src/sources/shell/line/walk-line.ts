// Goes through a line while it runs: which command comes next, with which words and streams. Nothing is started that the
// judge has not seen as it really is.

import { setImmediate, setTimeout } from 'node:timers/promises';
import { expandWhole, type Value } from '../../../shell-language/expand-word.js';
import { ExpansionProblem, UnboundVariable } from '../../../shell-language/expansion-problem.js';
import { readTextPattern } from '../../../shell-language/file-pattern.js';
import type {
  Command,
  CommandPart,
  CompoundCommand,
  Condition,
  Pipeline,
  Script,
  SimpleCommand,
  Statement,
  Word,
} from '../../../shell-language/syntax-tree.js';
import { GateError } from '../../../vocabulary/gate-error.js';
import type { LineEnd, LineHands, LineJudge, Stream } from '../../../vocabulary/line.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { isBuiltin, ownCommands, readExports, readRead, readSet, splitFields } from './builtins.js';
import type { ForeseenLine } from './foresee-line.js';
import type { LinePlanner } from './line-planner.js';
import { known, type LineState } from './line-state.js';
import { openRedirects, Streams } from './line-streams.js';
import { type Argument, toArguments, wordsOf } from './line-words.js';
import { readFrom } from './printed-by.js';
import { sharedBy } from './shared-input.js';

export interface LineWalkSetting {
  readonly planner: LinePlanner;
  readonly foreseen: ForeseenLine;
  readonly workspace: string;
  /** What the line itself reads. */
  readonly stdin: ProgramPlan['stdin'];
  readonly hands: LineHands;
  readonly judge: LineJudge;
}

/** Never rejects for what programs do, or for what the gate refuses. */
export async function walkLine(script: Script, state: LineState, setting: LineWalkSetting): Promise<LineEnd> {
  try {
    const run = new LineWalk(setting);
    const exitCode = await run.script(script, state, Streams.ofLine(sharedBy(script, setting.stdin)), false);
    await run.waitForOthers();
    return { exitCode };
  } catch (error) {
    if (error instanceof Exit) return { exitCode: error.status };
    if (error instanceof Refused) return { error: error.error, plan: error.plan };
    throw error;
  }
}

class Exit extends Error {
  readonly status: number;

  constructor(status: number) {
    super('The line exits.');
    this.status = status;
  }
}

/** Goes around, or out of, the nearest loop. */
class Jump extends Error {
  readonly kind: 'break' | 'continue';

  constructor(kind: 'break' | 'continue') {
    super(`The line has a ${kind}.`);
    this.kind = kind;
  }
}

class Refused extends Error {
  readonly error: GateError;
  readonly plan: ProgramPlan;

  constructor(error: GateError, plan: ProgramPlan) {
    super(error.message);
    this.error = error;
    this.plan = plan;
  }
}

/** So many times around a loop nobody is made to wait. */
const freeRounds = 1_000;

/** As bash says it. */
const statusOf = { notFound: 127, notExecutable: 126, failed: 1 } as const;

const systemMessages: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  EISDIR: 'Is a directory',
  ENOTDIR: 'Not a directory',
  EROFS: 'Read-only file system',
  ELOOP: 'Too many levels of symbolic links',
  ENOSPC: 'No space left on device',
  E2BIG: 'Argument list too long',
  ENOEXEC: 'Exec format error',
};

class LineWalk {
  readonly #setting: LineWalkSetting;
  /** What runs beside the line. */
  #others: Promise<unknown>[] = [];

  constructor(setting: LineWalkSetting) {
    this.#setting = setting;
  }

  /** `tested`: somebody looks at how it ends, so that a failure ends nothing. */
  async script({ statements }: Script, state: LineState, streams: Streams, tested: boolean): Promise<number> {
    let status = 0;
    for (const statement of statements) status = await this.#statement(statement, state, streams, tested);
    return status;
  }

  /** What the line started beside itself ends with it: nothing is left behind. */
  async waitForOthers(): Promise<void> {
    const others = this.#others;
    this.#others = [];
    await Promise.all(others);
  }

  async #statement(statement: Statement, state: LineState, streams: Streams, tested: boolean): Promise<number> {
    if (statement.background) {
      const beside = { ...statement, background: false };
      const { hands } = this.#setting;
      const quiet = streams.withPipes(hands.hold(''), undefined, hands, undefined);
      const other = this.#subshell({ statements: [beside] }, state.copy(), quiet.lent(), true).finally(() =>
        quiet.release(),
      );
      // Whoever waits hears of it.
      other.catch(() => undefined);
      this.#others.push(other);
      return 0;
    }
    const { first, rest } = statement;
    let status = await this.#pipeline(first, state, streams, tested || rest.length > 0);
    for (const [index, { when, pipeline }] of rest.entries()) {
      if ((status === 0) !== (when === '&&')) continue;
      status = await this.#pipeline(pipeline, state, streams, tested || index < rest.length - 1);
    }
    return status;
  }

  async #pipeline(pipeline: Pipeline, state: LineState, streams: Streams, tested: boolean): Promise<number> {
    const { commands, negated } = pipeline;
    const isTested = tested || negated;
    const [only] = commands as [Command];
    const ends =
      commands.length === 1
        ? [await this.#command(only, state, streams, isTested)]
        : await this.#joined(commands, state, streams);
    state.statuses = ends.map((end) => known(String(end)));
    const worst = state.options.pipefail ? ends.findLast((end) => end !== 0) : undefined;
    const ended = worst ?? (ends.at(-1) as number);
    const status = negated ? Number(ended === 0) : ended;
    state.status = known(String(status));
    // Where only the last one of `a && b` is looked at, a failure of `a` ends nothing.
    if (status !== 0 && state.options.errexit && !isTested) throw new Exit(status);
    return status;
  }

  /** All at the same time, each reading what the one before it prints. */
  async #joined(commands: readonly Command[], state: LineState, streams: Streams): Promise<readonly number[]> {
    const { hands } = this.#setting;
    // All of them first: where there are too many, nothing has started yet that nobody would wait for.
    const pipes = commands.slice(1).map(() => hands.pipe());
    const scope = { directory: state.directory, workspace: this.#setting.workspace };
    const around = state.surroundings(() => known(''));
    let before: Stream | undefined;
    let { stdin } = streams;
    const stages = commands.map((command, index) => {
      const [read, write] = pipes[index] ?? [undefined, undefined];
      const own = streams.withPipes(before, write, hands, stdin);
      before = read;
      stdin = readFrom(command, stdin, around, scope);
      return this.#stage(command, state.copy(), own);
    });
    const settled = await Promise.allSettled(stages);
    const failed = settled.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return settled.map((one) => (one.status === 'fulfilled' ? one.value : 0));
  }

  async #stage(command: Command, state: LineState, streams: Streams): Promise<number> {
    try {
      return await this.#command(command, state, streams, true);
    } catch (error) {
      if (error instanceof Exit) return error.status;
      throw error;
    } finally {
      streams.release();
    }
  }

  async #command(command: Command, state: LineState, streams: Streams, tested: boolean): Promise<number> {
    try {
      // Words first, then streams: as bash does it.
      const words = command.kind === 'simple' ? await this.#words(command, state) : undefined;
      const opened = await this.#open(command, state, streams);
      if (!opened) return statusOf.failed;
      try {
        if (command.kind === 'simple') return await this.#simple(command, words ?? [], state, opened);
        return await this.#compound(command, state, opened.lent(), tested);
      } finally {
        if (opened !== streams) opened.release();
      }
    } catch (error) {
      if (!(error instanceof ExpansionProblem)) throw error;
      this.#complain(streams, error.message);
      if (error instanceof UnboundVariable) throw new Exit(statusOf.notFound);
      return statusOf.failed;
    }
  }

  /** Nothing where a file cannot be opened, which is told. */
  async #open(command: Command, state: LineState, streams: Streams): Promise<Streams | undefined> {
    if (command.redirects.length === 0) return streams;
    const { hands, planner, foreseen } = this.#setting;
    return await openRedirects(command.redirects, streams, {
      hands,
      directory: state.directory,
      workspace: this.#setting.workspace,
      text: async (word) => (await this.#whole(word, state)).text,
      path: async (word) => {
        const [path, ...more] = await this.#arguments([word], state);
        if (!path || more.length > 0) throw new ExpansionProblem('ambiguous redirect');
        return path.text;
      },
      mayOpen: (redirect, path) => {
        const plan = planner.planFile(redirect.mode, path, state.directory);
        this.#ask(foreseen.byPlace.get(redirect) ?? [], plan);
      },
      complain: (path, failure) => this.#complain(streams, `${path}: ${messageOf(failure)}`),
    });
  }

  #ask(foreseen: readonly ProgramPlan[], plan: ProgramPlan): void {
    const error = this.#setting.judge.mayStart(foreseen, plan);
    if (error) throw new Refused(error, plan);
  }

  async #compound(command: CompoundCommand, state: LineState, streams: Streams, tested: boolean): Promise<number> {
    switch (command.kind) {
      case 'group':
        return await this.script(command.body, state, streams, tested);
      case 'subshell':
        return await this.#subshell(command.body, state.copy(), streams, tested);
      case 'if':
        for (const { condition, body } of command.branches) {
          if ((await this.script(condition, state, streams, true)) === 0) {
            return await this.script(body, state, streams, tested);
          }
        }
        return command.otherwise ? await this.script(command.otherwise, state, streams, tested) : 0;
      case 'for': {
        const items = await this.#arguments(command.items, state);
        return await this.#loop(command.body, state, streams, tested, async () => {
          const item = items.shift();
          if (item) state.set(command.variable, item);
          return item !== undefined;
        });
      }
      case 'while':
        return await this.#loop(command.body, state, streams, tested, async () => {
          const status = await this.script(command.condition, state, streams, true);
          return (status === 0) !== command.until;
        });
      case 'case': {
        const word = await this.#whole(command.word, state);
        for (const { patterns, body } of command.clauses) {
          for (const pattern of patterns) {
            if (await this.#matches(word.text, pattern, state)) return await this.script(body, state, streams, tested);
          }
        }
        return 0;
      }
      case 'condition':
        return (await this.#condition(command.test, state, streams)) ? 0 : 1;
    }
  }

  async #subshell(body: Script, state: LineState, streams: Streams, tested: boolean): Promise<number> {
    try {
      return await this.script(body, state, streams, tested);
    } catch (error) {
      if (error instanceof Exit) return error.status;
      throw error;
    }
  }

  async #loop(
    body: Script,
    state: LineState,
    streams: Streams,
    tested: boolean,
    goesOn: () => Promise<boolean>,
  ): Promise<number> {
    let status = 0;
    for (let round = 0; ; round++) {
      await this.#letOthersWork(round);
      try {
        if (!(await goesOn())) return status;
        status = await this.script(body, state, streams, tested);
      } catch (error) {
        if (!(error instanceof Jump)) throw error;
        status = 0;
        if (error.kind === 'break') return status;
      }
    }
  }

  /** A loop in which nothing starts would keep the gate from everything else. */
  async #letOthersWork(round: number): Promise<void> {
    await (round < freeRounds ? setImmediate() : setTimeout(1));
    if (this.#setting.hands.isGone) throw new Exit(statusOf.failed);
  }

  async #condition(test: Condition, state: LineState, streams: Streams): Promise<boolean> {
    switch (test.kind) {
      case 'not':
        return !(await this.#condition(test.test, state, streams));
      case 'and':
        return (
          (await this.#condition(test.left, state, streams)) && (await this.#condition(test.right, state, streams))
        );
      case 'or':
        return (
          (await this.#condition(test.left, state, streams)) || (await this.#condition(test.right, state, streams))
        );
      case 'match': {
        const { text } = await this.#whole(test.word, state);
        return (await this.#matches(text, test.pattern, state)) !== test.negated;
      }
      case 'test': {
        const words: Argument[] = [{ text: 'test', unknown: false }];
        for (const word of test.words) words.push(await this.#whole(word, state));
        return (await this.#program(test, words, {}, state, streams)) === 0;
      }
    }
  }

  async #matches(text: string, word: Word, state: LineState): Promise<boolean> {
    const outputs = await this.#outputs([word], state);
    const found = expandWhole(word, state.surroundings(outputs));
    if (found.pattern === undefined) return found.text === text;
    const pattern = readTextPattern(found.pattern);
    if (!pattern) throw new ExpansionProblem(`the pattern ${found.text} cannot be matched`);
    return pattern.matches(text);
  }

  async #words(command: SimpleCommand, state: LineState): Promise<Argument[]> {
    const { directory } = state;
    const outputs = await this.#outputs(command.words, state);
    const scope = { directory, workspace: this.#setting.workspace };
    return [...wordsOf(command.words, state.surroundings(outputs), scope)];
  }

  async #arguments(words: readonly Word[], state: LineState): Promise<Argument[]> {
    const outputs = await this.#outputs(words, state);
    const { directory } = state;
    return [...toArguments(words, state.surroundings(outputs), { directory, workspace: this.#setting.workspace })];
  }

  async #whole(word: Word, state: LineState): Promise<Argument> {
    const { text, unknown } = expandWhole(word, state.surroundings(await this.#outputs([word], state)));
    return { text, unknown };
  }

  /** Runs the commands in words, one after the other. */
  async #outputs(words: readonly Word[], state: LineState): Promise<(part: CommandPart) => Value> {
    const printed = new Map<CommandPart, Value>();
    for (const part of words.flatMap(commandsIn)) printed.set(part, await this.#capture(part, state));
    return (part) => printed.get(part) ?? known('');
  }

  async #capture({ script }: CommandPart, state: LineState): Promise<Value> {
    const { hands } = this.#setting;
    const { stream, text } = hands.capture();
    const streams = Streams.ofLine(undefined).withOutput(stream, hands);
    const inner = state.copy();
    const ended = this.#subshell(script, inner, streams.lent(), false).finally(() => streams.release());
    const [status, printed] = await Promise.all([ended, text]);
    state.status = known(String(status));
    if (printed === 'too much') throw new ExpansionProblem('a command in $(…) printed more than can be an argument');
    return known(printed.replace(/\n+$/, ''));
  }

  async #simple(
    command: SimpleCommand,
    words: readonly Argument[],
    state: LineState,
    streams: Streams,
  ): Promise<number> {
    const assigned: Record<string, Value> = {};
    const hasCommand = command.assignments.some(({ value }) => commandsIn(value).length > 0);
    for (const { name, value } of command.assignments) {
      assigned[name] = await this.#whole(value, state);
      if (words.length === 0) state.set(name, assigned[name]);
    }
    const [first] = words;
    if (!first) return hasCommand || command.words.length > 0 ? Number(state.status.text) : 0;
    const args = words.slice(1);
    if (first.text === 'read') return await this.#read(args, assigned.IFS, state, streams);
    if (first.text === 'wait') {
      await this.waitForOthers();
      return 0;
    }
    if (ownCommands.has(first.text)) return this.#own(first.text, args, state, streams);
    return await this.#program(command, words, assigned, state, streams);
  }

  /** One line of what there is to read; 1 at its end, as in bash. */
  async #read(
    args: readonly Argument[],
    separators: Value | undefined,
    state: LineState,
    streams: Streams,
  ): Promise<number> {
    const found = readRead(args.map(({ text }) => text));
    const stream = streams.at(0);
    const { line, isWhole } = stream === undefined ? nothingToRead : await this.#setting.hands.readLine(stream);
    const { names = [], raw = true } = found ?? {};
    const text = raw ? line : line.replace(/\\(.)/gs, '$1');
    const values = splitFields(text, separators?.text ?? ' \t\n', names.length);
    for (const [index, name] of names.entries()) state.set(name, known(values[index] ?? ''));
    return isWhole ? 0 : 1;
  }

  async #program(
    place: object,
    words: readonly Argument[],
    assigned: Readonly<Record<string, Value>>,
    state: LineState,
    streams: Streams,
  ): Promise<number> {
    const { planner, foreseen, hands } = this.#setting;
    const [name = '', ...args] = words.map(({ text }) => text);
    const exported = Object.entries({ ...state.exported(), ...assigned });
    const variables = Object.fromEntries(exported.flatMap(([key, value]) => (value ? [[key, value.text]] : [])));
    const unset = exported.flatMap(([key, value]) => (value ? [] : [key]));
    const planned = planner.plan(
      { name, args, directory: state.directory, variables, unset, stdin: streams.stdin, hasUnknown: undefined },
      false,
    );
    if (planned === 'not executable') {
      this.#complain(streams, `${name}: Permission denied`);
      return statusOf.notExecutable;
    }
    if (planned === 'missing') {
      this.#complain(streams, name.includes('/') ? `${name}: No such file or directory` : `${name}: command not found`);
      return statusOf.notFound;
    }
    const [problem] = planned.problems;
    if (problem) {
      const { message, hint } = problem;
      throw new Refused(
        new GateError('VALIDATION_ERROR', message, { hint: hint ?? 'Check the line', details: planned.problems }),
        planned.plan,
      );
    }
    this.#ask(foreseen.byPlace.get(place) ?? [], planned.plan);
    const changes = planner.changesFor(planned.plan);
    const ended = hands.start({ plan: planned.plan, streams: streams.toMap(), changes });
    // It has them now; whoever reads has to see their end.
    streams.release();
    const end = await ended;
    if ('status' in end) return end.status;
    if ('error' in end) throw new Refused(end.error, planned.plan);
    this.#complain(streams, `${name}: ${messageOf(end.failure)}`);
    return end.failure === 'ENOENT' ? statusOf.notFound : statusOf.notExecutable;
  }

  #own(name: string, args: readonly Argument[], state: LineState, streams: Streams): number | Promise<number> {
    const texts = args.map(({ text }) => text);
    switch (name) {
      case 'cd':
        return this.#changeDirectory(texts, state, streams);
      case 'pwd':
        this.#print(streams, `${state.directory}\n`);
        return 0;
      case 'set':
        state.options = { ...state.options, ...readSet(texts) };
        return 0;
      case 'export':
      case 'unset':
        for (const { name: variable, value } of readExports(args) ?? []) {
          if (name === 'unset') state.set(variable, undefined);
          else state.set(variable, value ?? state.surroundings(() => known('')).variable(variable), true);
        }
        return 0;
      case 'command':
        return this.#find(texts.slice(1), state, streams);
      case 'exit':
        throw new Exit(texts[0] === undefined ? Number(state.status.text) : Number(texts[0]) & 0xff);
      case 'break':
      case 'continue':
        throw new Jump(name);
      default:
        return name === 'false' ? 1 : 0;
    }
  }

  async #changeDirectory(args: readonly string[], state: LineState, streams: Streams): Promise<number> {
    const [target = '.'] = args.filter((text) => text !== '--');
    const path = target === '-' ? (state.previousDirectory ?? '.') : target;
    const { directory, problems } = this.#setting.planner.enter(state.directory, path, false);
    if (problems.length > 0 || !(await this.#isThere(directory))) {
      this.#complain(streams, `cd: ${target}: No such file or directory`);
      return statusOf.failed;
    }
    state.previousDirectory = state.directory;
    state.directory = directory;
    if (target === '-') this.#print(streams, `${directory}\n`);
    return 0;
  }

  /** Of a place that only the sandbox has, only the sandbox can tell. */
  async #isThere(directory: string): Promise<boolean> {
    const { planner, hands } = this.#setting;
    if (!planner.isOwnPlace(directory)) return true;
    const opened = await hands.open(directory, 'read');
    if ('stream' in opened) hands.close(opened.stream);
    return 'stream' in opened;
  }

  /** `command -v` */
  #find(names: readonly string[], state: LineState, streams: Streams): number {
    let isFound = false;
    for (const name of names) {
      const planned = this.#setting.planner.plan(
        {
          name,
          args: [],
          directory: state.directory,
          variables: {},
          unset: [],
          stdin: undefined,
          hasUnknown: undefined,
        },
        false,
      );
      const found = isBuiltin(name) ? name : typeof planned === 'string' ? undefined : planned.plan.program;
      if (found === undefined) continue;
      isFound = true;
      this.#print(streams, `${found}\n`);
    }
    return isFound ? 0 : 1;
  }

  #print(streams: Streams, text: string): void {
    const stream = streams.at(1);
    if (stream !== undefined) this.#setting.hands.print(stream, text);
  }

  #complain(streams: Streams, text: string): void {
    const stream = streams.at(2);
    if (stream !== undefined) this.#setting.hands.print(stream, `${text}\n`);
  }
}

const nothingToRead = { line: '', isWhole: false };

function messageOf(failure: string): string {
  return systemMessages[failure] ?? failure;
}

function commandsIn(word: Word): readonly CommandPart[] {
  return word.flatMap((part): readonly CommandPart[] => {
    if (part.kind === 'command') return [part];
    if (part.kind === 'arithmetic') return commandsIn(part.expression);
    if (part.kind !== 'variable' || !part.change) return [];
    if ('word' in part.change) return commandsIn(part.change.word);
    return 'pattern' in part.change ? commandsIn(part.change.pattern) : [];
  });
}
