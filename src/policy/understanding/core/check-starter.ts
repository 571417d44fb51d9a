// Programs that start another one: `env`, `nice`, `timeout`, `xargs`. What they start has to be a call of the core itself.

import type { Input } from '../input.js';
import { type GivenOption, readArguments, type Word } from '../read-arguments.js';
import { grammarOf } from '../read-notation.js';
import { xargsCalls } from '../xargs-calls.js';
import { asProgram, type CoreProgram } from './core-program.js';
import type { Unsure } from './find-expression.js';
import type { Place } from './place.js';
import { checkWord } from './words.js';

export interface Started {
  readonly name: string;
  readonly args: readonly string[];
  readonly input: Input;
}

/** The calls that it makes, or which word a person has to look at. */
export function findStarted(
  core: CoreProgram,
  args: readonly string[],
  place: Place,
  input: Input,
): readonly Started[] | Unsure {
  const grammar = grammarOf(asProgram(core));
  const words = args.map((text, index) => ({ text, index }));
  const { pieces, rest, incomplete } = readArguments(grammar, words);
  const given = pieces.filter((piece): piece is GivenOption => 'option' in piece);
  const unknown = pieces.find((piece) => 'unknown' in piece);
  if (incomplete || unknown || given.some(({ option }) => option.names.includes('--help')))
    return {
      word: unknown && 'unknown' in unknown ? unknown.unknown.text : '',
      why: 'only some options are known to be harmless',
    };
  for (const { option, value } of given) {
    const why = value && checkWord(option.kind, value.text, place);
    if (why !== undefined) return { word: value?.text ?? '', why };
  }
  const { leading, repeated } = grammar.operands;
  let at = 0;
  for (const kind of leading) {
    const why = checkWord(kind, rest[at]?.text ?? '', place);
    if (why !== undefined) return { word: rest[at]?.text ?? '', why };
    at++;
  }
  for (; repeated !== undefined && rest[at]?.text.includes('='); at++) {
    const why = checkWord(repeated, rest[at]?.text ?? '', place);
    if (why !== undefined) return { word: rest[at]?.text ?? '', why };
  }
  const command = rest.slice(at);
  if (command.length === 0) return { word: args.at(-1) ?? '', why: 'it names no program to start' };
  return core.reads === 'words' ? startedByXargs(given, command, place, input) : [toStarted(command, input)];
}

function toStarted([first, ...args]: readonly Word[], input: Input): Started {
  return { name: first?.text ?? '', args: args.map(({ text }) => text), input };
}

/** Where nobody knows what it reads, only programs are known to be harmless to which every word is. */
function startedByXargs(
  given: readonly GivenOption[],
  command: readonly Word[],
  { standIn }: Place,
  input: Input,
): readonly Started[] | Unsure {
  const [first] = command;
  const name = first?.text ?? '';
  const placeholder = given.find(({ option }) => option.names.includes('-I'))?.value?.text;
  if (standIn !== undefined || (placeholder !== undefined && name.includes(placeholder)))
    return { word: name, why: 'the program is only known at run time' };
  const calls = typeof input === 'object' ? xargsCalls(given, command, input.text) : undefined;
  if (calls) return calls.map((call) => toStarted(call, 'nothing'));
  if (repeatsWords.has(name)) return [toStarted([{ text: name, index: -1 }], 'nothing')];
  return { word: name, why: 'its arguments are only known at run time' };
}

/** They print their words, and take no file from them. */
const repeatsWords = new Set(['echo', 'printf', 'true', 'basename', 'dirname']);
