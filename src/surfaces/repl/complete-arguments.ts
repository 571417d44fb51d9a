import { type Grammar, grammarOf } from '../../command-line/grammar.js';
import { colorChoices, type OptionPlace, standardOptions } from '../../command-line/standard-options.js';
import type { Command, Parameter } from '../../vocabulary/command.js';
import { formats } from '../../vocabulary/outcome.js';
import type { PartialLine } from './partial-line.js';
import { spell } from './spell.js';

/** What can follow a command's own words: `names` of subcommands, the next value, or the options that are left. */
export function completeArguments(
  command: Command,
  words: readonly string[],
  partial: PartialLine,
  names: readonly string[],
): string[] {
  const grammar = grammarOf(command.parameters);
  const state = readSoFar(grammar, words);
  const typed = partial.value;
  if (state.awaiting !== undefined) return spell(valuesFor(state.awaiting, typed), partial);
  if (state.optionsEnded || !typed.startsWith('-')) {
    const found = spell([...names, ...positionalValues(grammar, state, typed)], partial);
    // Where nothing is known about the next word, show which options are left.
    const showOptions = found.length === 0 && partial.fragment === '' && !state.optionsEnded;
    return showOptions ? optionNames(command, state, partial) : found;
  }
  const equals = typed.indexOf('=');
  if (equals === -1) return optionNames(command, state, partial);
  const option = findOption(grammar, typed.slice(0, equals));
  const values = option === undefined ? [] : valuesFor(option, typed.slice(equals + 1));
  const attached = values.map((value) => typed.slice(0, equals + 1) + value);
  return spell(attached, partial);
}

interface ReadSoFar {
  readonly used: ReadonlySet<Option>;
  /** The option whose value is the next word. */
  readonly awaiting: Option | undefined;
  readonly positionals: number;
  readonly optionsEnded: boolean;
}

/** A parameter of the command, or the name of one of the gate's standard options. */
type Option = Parameter | string;

function readSoFar(grammar: Grammar, words: readonly string[]): ReadSoFar {
  const used = new Set<Option>();
  let awaiting: Option | undefined;
  let positionals = 0;
  let optionsEnded = false;
  for (const word of words) {
    if (awaiting !== undefined) awaiting = undefined;
    else if (optionsEnded || !word.startsWith('-') || word === '-') positionals += 1;
    else if (word === '--') optionsEnded = true;
    else {
      const option = word.startsWith('--') ? findOption(grammar, word.replace(/=.*$/s, '')) : lastShort(grammar, word);
      if (option === undefined) continue;
      used.add(option);
      if (needsNextWord(option, word)) awaiting = option;
    }
  }
  return { used, awaiting, positionals, optionsEnded };
}

function findOption(grammar: Grammar, written: string): Option | undefined {
  const slot = grammar.options.get(written);
  if (slot !== undefined) return grammar.parameters[slot.index];
  return standardOptions.has(written.slice(2)) ? written.slice(2) : undefined;
}

function lastShort(grammar: Grammar, word: string): Parameter | undefined {
  let parameter: Parameter | undefined;
  for (const letter of word.slice(1)) {
    const index = grammar.shorts.get(letter);
    if (index === undefined) break;
    parameter = grammar.parameters[index];
    if (parameter?.type !== 'flag') break;
  }
  return parameter;
}

function needsNextWord(option: Option, word: string): boolean {
  if (typeof option === 'string') return standardOptions.get(option)?.read !== undefined && !word.includes('=');
  if (option.type === 'flag') return false;
  return word.startsWith('--') ? !word.includes('=') : word.endsWith(option.short ?? '');
}

function optionNames(command: Command, state: ReadSoFar, partial: PartialLine): string[] {
  const grammar = grammarOf(command.parameters);
  const own = grammar.parameters.filter((parameter) => !parameter.positional);
  const left = own.filter((parameter) => repeatable(parameter) || !state.used.has(parameter));
  const names = left.map((parameter) => parameter.label);
  if (partial.value.startsWith('--no')) {
    names.push(...left.filter(({ type }) => type === 'flag').map(({ label }) => `--no-${label.slice(2)}`));
  }
  const found = spell([...new Set(names)], partial);
  if (found.length > 0) return found;
  // The standard options are the same everywhere, so they are shown where the command has nothing of its own to show.
  const standard = [...standardOptions]
    .filter(([name, { only }]) => isOfLine(only, command) && !grammar.options.has(`--${name}`) && !state.used.has(name))
    .map(([name]) => name);
  return spell(
    standard.map((name) => `--${name}`),
    partial,
  );
}

/** Not what is for the start of a program, or for commands that show a token. */
function isOfLine(only: OptionPlace | undefined, { contract }: Command): boolean {
  if (only === 'sign-in' || only === 'token') return contract?.auth !== undefined;
  return only !== 'start' && only !== 'alone';
}

function repeatable(parameter: Parameter): boolean {
  return parameter.type === 'array' || parameter.variadic;
}

function positionalValues(grammar: Grammar, state: ReadSoFar, typed: string): string[] {
  const { positionals, parameters } = grammar;
  const last = positionals.at(-1);
  const index = positionals[state.positionals] ?? (last !== undefined && parameters[last]?.variadic ? last : undefined);
  const parameter = index === undefined ? undefined : parameters[index];
  return parameter === undefined ? [] : valuesFor(parameter, typed);
}

function valuesFor(option: Option, typed: string): string[] {
  if (option === 'stdin') return ['open'];
  if (option === 'color') return [...colorChoices];
  if (typeof option === 'string') return option === 'format' || option === 'output' ? [...formats] : [];
  if (option.secret) return [];
  const values = option.choices?.map(String) ?? (isBoolean(option) ? ['true', 'false'] : []);
  if (option.type !== 'array') return values;
  // A list: complete the item after the last comma with what is not in it yet.
  const items = typed.split(',').slice(0, -1);
  const before = items.map((item) => `${item},`).join('');
  return values.filter((value) => !items.includes(value)).map((value) => before + value);
}

function isBoolean({ type, itemType }: Parameter): boolean {
  return type === 'boolean' || type === 'flag' || (type === 'array' && itemType === 'boolean');
}
