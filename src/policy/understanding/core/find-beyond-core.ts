// Says why a call does not belong to the closed core, in which all that a call can do is known. Whoever is asked reads it.

import { basename } from 'node:path';
import { isInside } from '../../../machine/paths/is-inside.js';
import { realPathFrom } from '../../../machine/paths/real-path.js';
import type { Evidence } from '../findings.js';
import { type Input, inputOf } from '../input.js';
import { type GivenOption, readArguments } from '../read-arguments.js';
import { grammarOf, kindsOfOperands } from '../read-notation.js';
import type { Call, Resolve } from '../understand.js';
import { checkShellCode, isFileSign } from './check-shell-code.js';
import { findStarted } from './check-starter.js';
import { asProgram, type CoreProgram, findByName } from './core-program.js';
import { checkFind, type Unsure } from './find-expression.js';
import { checkTransfer, type Place } from './place.js';
import { corePrograms } from './programs/index.js';
import { checkWord } from './words.js';

/** Nothing where the call is one of the core. */
export function findBeyondCore(call: Call, resolve: Resolve): Evidence | undefined {
  const { name, program, args, directory, workspace, owners = [], platform = process.platform } = call;
  const { mayAssign = () => false } = call;
  if (platform !== 'linux') return unknown(`without a sandbox, every program needs approval on ${platform}`);
  const place = { base: directory, workspace, owners, mayAssign };
  return checkCall(name, program, args, place, inputOf(call), resolve);
}

/** Programs that do nothing but what their arguments say, to files that these name. */
export function isCoreProgram(name: string): boolean {
  const core = findByName(corePrograms, name);
  return core !== undefined && core.commands === undefined && (core.reads === undefined || core.reads === 'text');
}

function checkCall(
  name: string,
  file: string | undefined,
  args: readonly string[],
  place: Place,
  input: Input,
  resolve: Resolve,
): Evidence | undefined {
  const core = findByName(corePrograms, name);
  if (!core || file === undefined || !isItsFile(name, file, core, place))
    return unknown(`without a sandbox, ${name} needs approval`);
  if (core.reads === 'command' || core.reads === 'words') {
    const started = findStarted(core, args, place, input);
    if ('why' in started) return unsure(name, started);
    for (const inner of started) {
      const found = checkCall(inner.name, resolve(inner.name), inner.args, place, inner.input, resolve);
      if (found) return found;
    }
    return undefined;
  }
  if (core.reads === 'shell') {
    // It would split the name of a file that find puts there.
    if (place.standIn !== undefined)
      return unsure(name, { word: name, why: 'it gets names that are only known at run time' });
    return checkShellCode(name, args, place.base, input, (inner, rest, base, read) =>
      checkCall(inner, isFileSign(inner) ? inner : resolve(inner), rest, { ...place, base }, read, resolve),
    );
  }
  if (core.reads === 'find') {
    let inside: Evidence | undefined;
    const found = checkFind(args, place, ([inner = '', ...rest], below) => {
      inside = checkCall(inner, resolve(inner), rest, below, 'unknown', resolve);
      return inside && { word: inner, why: inside.why };
    });
    return inside ?? (found && unsure(name, found));
  }
  // Of git it opens a manual page, by other programs.
  if (args.length === 1 && args[0] === '--help' && !core.commands && core.reads === undefined) return undefined;
  const found = checkArguments(core, args, place);
  return found && unsure(name, found);
}

/** The program that is found by this name, and no file of the workspace. */
function isItsFile(name: string, file: string, { files }: CoreProgram, { workspace }: Place): boolean {
  const own = basename(file);
  return !isInside(file, workspace) && (own === name || files?.test(own) === true);
}

function checkArguments(core: CoreProgram, args: readonly string[], place: Place): Unsure | undefined {
  switch (core.reads) {
    case 'text':
      return undefined;
    case 'version':
      return args.length === 1 && [core.options, '--version'].includes(args[0])
        ? undefined
        : { word: args[0] ?? '', why: 'only its version is known to be harmless' };
    default:
      return checkOptions(core, args, place);
  }
}

function checkOptions(core: CoreProgram, args: readonly string[], place: Place): Unsure | undefined {
  if (args.length === 1 && args[0] === '--version') return undefined;
  if (core.withoutDashes && args.includes('--'))
    return { word: '--', why: 'not every version treats this as the end of options' };
  const grammar = grammarOf(asProgram(core));
  const { pieces, rest, incomplete } = readArguments(
    grammar,
    args.map((text, index) => ({ text, index })),
  );
  if (incomplete) return { word: args.at(-1) ?? '', why: 'its value is missing' };
  const given = pieces.filter((piece): piece is GivenOption => 'option' in piece);
  const names = new Set(given.flatMap(({ option }) => option.names));
  for (const piece of pieces) {
    if ('unknown' in piece) return { word: piece.unknown.text, why: 'only some options are known to be harmless' };
    if (!('option' in piece)) continue;
    const { option, word, value } = piece;
    // The reader knows these of every program; `git log --help` opens a manual page by other programs.
    if (option.names.includes('--help')) return { word: word.text, why: 'only some options are known to be harmless' };
    const why = value && checkWord(option.kind, value.text, place);
    if (why !== undefined) return { word: value?.text ?? word.text, why };
  }
  if (core.commands) return checkCommand(core, given, rest, place);
  const operands = [...pieces.flatMap((piece) => ('operand' in piece ? piece.operand : [])), ...rest].map(
    ({ text }) => text,
  );
  const missing = core.needs?.find((name) => !names.has(name));
  if (missing !== undefined) return { word: operands[0] ?? '', why: `it is known to be harmless only with ${missing}` };
  return checkOperands(core, operands, given, names, place);
}

function checkCommand(
  core: CoreProgram,
  given: readonly GivenOption[],
  rest: readonly { readonly text: string }[],
  place: Place,
): Unsure | undefined {
  const [first, ...args] = rest;
  if (!first) return core.alone ? undefined : { word: '', why: 'a command is missing' };
  const command = core.commands && findByName(core.commands, first.text);
  if (!command) return { word: first.text, why: 'only some commands are known to be harmless' };
  const moves = given.filter(({ option }) => option.kind === 'directory');
  if (moves.length > 1) return { word: moves[1]?.value?.text ?? '', why: 'it is given more than once' };
  const base = realPathFrom(place.base, moves[0]?.value?.text ?? '.')?.real ?? place.base;
  return checkArguments(
    command,
    args.map(({ text }) => text),
    { ...place, base },
  );
}

function checkOperands(
  core: CoreProgram,
  operands: readonly string[],
  given: readonly GivenOption[],
  names: ReadonlySet<string>,
  place: Place,
): Unsure | undefined {
  const { operands: all } = grammarOf(asProgram(core));
  const first = given.some(({ option }) => option.replaces === 'first');
  const target = given.find(({ option }) => option.replaces === 'last')?.value?.text;
  const expected = {
    ...all,
    ...(first && { leading: all.leading.slice(1) }),
    ...(target !== undefined && { trailing: [] }),
  };
  const kinds = kindsOfOperands(expected, operands.length);
  for (const [at, text] of operands.entries()) {
    const kind = kinds[at];
    if (kind === undefined) return { word: text, why: 'one argument too many' };
    const meant = kind === 'read' && names.has('--in-place') ? 'edited' : kind;
    const why = checkWord(meant, text, place);
    if (why !== undefined) return { word: text, why };
  }
  return core.transfers ? checkTransfers(core, operands, target, names, place) : undefined;
}

function checkTransfers(
  { transfers }: CoreProgram,
  operands: readonly string[],
  given: string | undefined,
  names: ReadonlySet<string>,
  place: Place,
): Unsure | undefined {
  if (place.standIn !== undefined && operands.includes(place.standIn))
    return { word: place.standIn, why: 'the file is only known at run time' };
  const target = given ?? operands.at(-1);
  const sources = given === undefined ? operands.slice(0, -1) : operands;
  if (target === undefined || sources.length === 0) return { word: target ?? '', why: 'an operand is missing' };
  const has = (...wanted: string[]) => wanted.some((name) => names.has(name));
  const options = {
    moves: transfers === 'moves',
    deep: has('--recursive', '--archive'),
    keeps: has('--no-clobber'),
    into: !has('--no-target-directory'),
  };
  for (const source of sources) {
    const why = checkTransfer(source, target, place, options);
    if (why !== undefined) return { word: source, why };
  }
  return undefined;
}

function unknown(why: string): Evidence {
  return { effect: 'beyond-core', why };
}

function unsure(name: string, { word, why }: Unsure): Evidence {
  const reason = `without a sandbox, ${name} needs approval for this (${why})`;
  return { effect: 'beyond-core', ...(word !== '' && { argument: word }), why: reason };
}
