// What the policy looked at, as data for the log. Another policy can then judge what was judged, and not what has become
// of the files since. Of an understanding only that is kept which rules look at.

import { resolve } from 'node:path';
import { pathWithin } from '../../machine/paths/is-inside.js';
import { type DangerLevel, dangerLevels } from '../../vocabulary/command.js';
import { type Door, doors } from '../../vocabulary/request.js';
import { type NetworkReach, networkReaches } from '../../vocabulary/sandbox.js';
import type { Secrets } from '../../vocabulary/secrets.js';
import type { Evidence } from '../understanding/findings.js';
import { type Effect, effects } from '../understanding/program.js';
import type { Call, Step, Understanding } from '../understanding/understand.js';
import { findings, isShell, type PolicySubject, type ProgramFacts } from './rule.js';

interface WrittenSubject {
  /** Of the format. */
  readonly v: 1;
  readonly command: string;
  readonly danger: DangerLevel;
  readonly caller: string;
  readonly door: Door;
  readonly sandboxed?: true;
  /** What could be reached in the sandbox. */
  readonly network?: NetworkReach;
  readonly program?: WrittenProgram;
  /** The programs that run after it. */
  readonly followed_by?: readonly WrittenProgram[];
  /** Something in it was secret and is gone. */
  readonly redacted?: true;
}

interface WrittenProgram {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Relative to the workspace where it is in there. */
  readonly directory: string;
  readonly workspace: string;
  readonly stdin?: true;
  readonly understanding?: WrittenUnderstanding;
}

interface WrittenUnderstanding {
  readonly understood: boolean;
  readonly effects: readonly Effect[];
  /** What there was evidence of beside the effects. */
  readonly found?: readonly Evidence['effect'][];
  /** Whether the call was one of the closed core, where nothing held it. */
  readonly core?: boolean;
  /** The programs behind the first one: their arguments, or how many of the last ones of the call they are. */
  readonly steps?: readonly WrittenStep[];
}

/** `code`: it stands in code that a shell was given. */
type WrittenStep = readonly [name: string, file: string | null, args: number | readonly string[], within?: 'code'];

export interface RecordedSubject {
  readonly subject: PolicySubject;
  /** Something in it was secret and is gone, so it is not exactly what was judged. */
  readonly redacted: boolean;
  /** Whether it had to be looked at with the files of today, because what was understood then was not recorded. */
  usesToday(): boolean;
}

/** Plain JSON. An understanding is recorded where there is one; nothing is worked out for it. */
export function recordSubject(
  { command, danger, caller, door, sandboxed, network, program, followedBy = [] }: PolicySubject,
  secrets: Secrets,
  understanding?: Understanding,
): unknown {
  const isLoose = isShell(command) && !sandboxed;
  const written = program && writeProgram(program, secrets, understanding, isLoose);
  const later = followedBy.map((one) => writeProgram(one, secrets, undefined, isLoose));
  return {
    v: 1,
    command: command.join(' '),
    danger,
    caller,
    door,
    ...(sandboxed && { sandboxed, network }),
    ...(written && { program: written.program }),
    ...(later.length > 0 && { followed_by: later.map((one) => one.program) }),
    ...([written, ...later].some((one) => one?.redacted) && { redacted: true }),
  } satisfies WrittenSubject;
}

function writeProgram(
  { name, file, args, directory, workspace, stdin }: ProgramFacts,
  secrets: Secrets,
  understanding: Understanding | undefined,
  isLoose: boolean,
): { readonly program: WrittenProgram; readonly redacted: boolean } {
  const place = pathWithin(directory, workspace) || (directory === workspace ? '.' : directory);
  const [shownPlace = '', shownName = '', ...shownArgs] = secrets.hideInWords([place, name, ...args]);
  const redacted = shownName !== name || shownPlace !== place || shownArgs.some((word, at) => word !== args[at]);
  return {
    redacted,
    program: {
      name: shownName,
      file: shownName === name ? secrets.hide(file) : shownName,
      args: shownArgs,
      directory: shownPlace,
      workspace,
      ...(stdin && { stdin }),
      ...(understanding && { understanding: writeUnderstanding(understanding, args, secrets, isLoose) }),
    },
  };
}

function writeUnderstanding(
  { understood, effects, evidence, steps, beyondCore }: Understanding,
  args: readonly string[],
  secrets: Secrets,
  isLoose: boolean,
): WrittenUnderstanding {
  const found = new Set(evidence.map(({ effect }) => effect).filter((effect) => !effects.has(effect as Effect)));
  const [, ...inner] = steps;
  return {
    understood,
    effects: [...effects],
    ...(found.size > 0 && { found: [...found] }),
    ...(isLoose && { core: beyondCore() === undefined }),
    ...(inner.length > 0 && { steps: inner.map((step) => writeStep(step, args, secrets)) }),
  };
}

function writeStep(step: Step, args: readonly string[], secrets: Secrets): WrittenStep {
  const [name = '', ...shown] = secrets.hideInWords([step.name, ...step.args]);
  const isRest = step.args.every((word, at) => word === args[args.length - step.args.length + at]);
  const file = name === step.name ? secrets.hideIn(step.program ?? null) : name;
  if (step.inCode) return [name, file, shown, 'code'];
  return [name, file, isRest ? step.args.length : shown];
}

/**
 * The subject again; undefined where the value is none, or of a format that is not known here. `understandToday` is
 * asked where an understanding is needed and was not recorded.
 */
export function readSubject(
  value: unknown,
  understandToday: (call: Call) => Understanding,
): RecordedSubject | undefined {
  if (!isSubject(value)) return undefined;
  const { command, danger, caller, door, sandboxed, network, program, followed_by, redacted } = value;
  let usesToday = false;
  const read = (written: WrittenProgram) =>
    readProgram(written, (call) => {
      usesToday = true;
      return understandToday(call);
    });
  return {
    subject: {
      command: command.split(' '),
      danger,
      caller,
      door,
      sandboxed: sandboxed === true,
      network: network ?? 'open',
      program: program && read(program),
      ...(followed_by && { followedBy: followed_by.map(read) }),
    },
    redacted: redacted === true,
    usesToday: () => usesToday,
  };
}

function readProgram(
  { name, file, args, workspace, directory: place, stdin: given, understanding: written }: WrittenProgram,
  understandToday: (call: Call) => Understanding,
): ProgramFacts {
  const directory = resolve(workspace, place);
  const stdin = given === true;
  let understanding: Understanding | undefined;
  const today = () => understandToday({ name, program: file, args, directory, workspace, stdin });
  return {
    name,
    file,
    args,
    directory,
    workspace,
    stdin,
    understanding: () => {
      understanding ??= written ? readUnderstanding(written, { name, program: file, args }, today) : today();
      return understanding;
    },
  };
}

function readUnderstanding(
  { understood, effects, found = [], core, steps = [] }: WrittenUnderstanding,
  first: Step,
  today: () => Understanding,
): Understanding {
  const inner = steps.map(
    ([name, file, args, within]): Step => ({
      name,
      program: file ?? undefined,
      args: typeof args === 'number' ? first.args.slice(first.args.length - args) : args,
      ...(within === 'code' && { inCode: true }),
    }),
  );
  return {
    understood,
    effects: new Set(effects),
    evidence: found.map((effect) => ({ effect, why: 'found when it was judged' })),
    steps: [first, ...inner],
    paths: [],
    globs: [],
    files: [],
    code: [],
    // Nothing is started by what was recorded.
    runsUnseenCode: true,
    namedBySettings: [],
    beyondCore: () => {
      // Older records do not say it.
      if (core === undefined) return today().beyondCore();
      return core ? undefined : { effect: 'beyond-core', why: `without a sandbox, ${first.name} needs approval` };
    },
  };
}

type Unknown<T> = { readonly [Key in keyof T]?: unknown };

function isSubject(value: unknown): value is WrittenSubject {
  if (!isObject<WrittenSubject>(value)) return false;
  const { v, command, danger, caller, door, sandboxed, network, program, followed_by, redacted } = value;
  return (
    v === 1 &&
    isText(command) &&
    isOneOf(dangerLevels, danger) &&
    isText(caller) &&
    isOneOf(doors, door) &&
    isFlag(sandboxed) &&
    (network === undefined || isOneOf(networkReaches, network)) &&
    isFlag(redacted) &&
    (program === undefined || isProgram(program)) &&
    (followed_by === undefined || (program !== undefined && isListOf(isProgram, followed_by)))
  );
}

function isProgram(value: unknown): value is WrittenProgram {
  if (!isObject<WrittenProgram>(value)) return false;
  const { name, file, args, directory, workspace, stdin, understanding } = value;
  return (
    [name, file, directory, workspace].every(isText) &&
    isListOf(isText, args) &&
    isFlag(stdin) &&
    (understanding === undefined || isUnderstanding(understanding))
  );
}

function isUnderstanding(value: unknown): value is WrittenUnderstanding {
  if (!isObject<WrittenUnderstanding>(value)) return false;
  const { understood, effects: done, found = [], core = true, steps = [] } = value;
  return (
    typeof understood === 'boolean' &&
    typeof core === 'boolean' &&
    isListOf((effect) => isOneOf(effects, effect), done) &&
    isListOf((effect) => isOneOf(findings, effect), found) &&
    isListOf(isStep, steps)
  );
}

function isStep(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return false;
  const [name, file, args, within = 'code'] = value;
  return (
    within === 'code' &&
    isText(name) &&
    (file === null || isText(file)) &&
    (Number.isSafeInteger(args) || isListOf(isText, args))
  );
}

function isObject<T>(value: unknown): value is Unknown<T> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFlag(value: unknown): boolean {
  return value === undefined || value === true;
}

function isOneOf<T extends string>(choices: readonly T[], value: unknown): value is T {
  return (choices as readonly unknown[]).includes(value);
}

function isListOf(isItem: (item: unknown) => boolean, value: unknown): boolean {
  return Array.isArray(value) && value.every(isItem);
}
