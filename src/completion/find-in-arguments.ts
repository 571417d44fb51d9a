import { type Grammar, grammarOf } from '../command-line/grammar.js';
import { readArguments } from '../command-line/read-arguments.js';
import { colorChoices, type OptionPlace, standardOptions } from '../command-line/standard-options.js';
import type { Command, Input, Parameter } from '../vocabulary/command.js';
import { formats } from '../vocabulary/outcome.js';
import { type Candidate, type Candidates, continuing, nothing } from './candidate.js';
import { suggestValues } from './suggest-values.js';

/** What can follow a command's own words: `names` of subcommands, the next value, or the options that are left. */
export async function findInArguments(
  command: Command,
  words: readonly string[],
  typed: string,
  names: readonly Candidate[],
): Promise<Candidates> {
  const grammar = grammarOf(command.parameters);
  const state = readSoFar(grammar, words);
  const valuesFor = (option: Option, begun: string) => findValues(option, begun, () => givenIn(grammar, words));
  if (state.awaiting !== undefined) return await valuesFor(state.awaiting, typed);
  if (state.optionsEnded || !typed.startsWith('-')) {
    const next = nextPositional(grammar, state);
    const { found: values, paths } = next === undefined ? nothing : await valuesFor(next, typed);
    const found = continuing([...names, ...values], typed);
    // Where nothing is known about the next word, show which options are left.
    const showOptions = found.length === 0 && paths === undefined && typed === '' && !state.optionsEnded;
    return showOptions ? { found: optionsLeft(command, state, typed) } : { found, paths };
  }
  const equals = typed.indexOf('=') + 1;
  if (equals === 0) return { found: optionsLeft(command, state, typed) };
  const option = findOption(grammar, typed.slice(0, equals - 1));
  if (option === undefined) return nothing;
  const { found, paths } = await valuesFor(option, typed.slice(equals));
  const prefix = typed.slice(0, equals);
  return {
    found: found.map(({ value, description }) => ({ value: prefix + value, description })),
    paths: paths && { prefix },
  };
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

/** What the words say so far. What is secret is nobody's to look at. */
function givenIn(grammar: Grammar, words: readonly string[]): Input {
  const { input, pending } = readArguments(grammar, words);
  for (const promise of pending) promise.catch(() => undefined);
  const secrets = new Set(grammar.parameters.filter(({ secret }) => secret).map(({ key }) => key));
  return Object.fromEntries(Object.entries(input).filter(([key]) => !secrets.has(key)));
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

function optionsLeft(command: Command, state: ReadSoFar, typed: string): readonly Candidate[] {
  const grammar = grammarOf(command.parameters);
  const own = grammar.parameters.filter((parameter) => !parameter.positional);
  const left = own.filter((parameter) => repeatable(parameter) || !state.used.has(parameter));
  const names = left.map(({ label, description }) => ({ value: label, description }));
  const negated = typed.startsWith('--no') ? left.filter(({ type }) => type === 'flag') : [];
  const withNo = negated.map(({ label, description }) => ({ value: `--no-${label.slice(2)}`, description }));
  const found = continuing([...names, ...withNo], typed);
  if (found.length > 0) return found;
  // The standard options are the same everywhere, so they are shown where the command has nothing of its own to show.
  const standard = [...standardOptions]
    .filter(([name, { only }]) => isOfLine(only, command) && !grammar.options.has(`--${name}`) && !state.used.has(name))
    .map(([name]) => ({ value: `--${name}` }));
  return continuing(standard, typed);
}

/** Not what is for the start of a program, or for commands that show a token. */
function isOfLine(only: OptionPlace | undefined, { contract }: Command): boolean {
  if (only === 'sign-in' || only === 'token') return contract?.auth !== undefined;
  return only !== 'start' && only !== 'alone';
}

function repeatable(parameter: Parameter): boolean {
  return parameter.type === 'array' || parameter.variadic;
}

function nextPositional({ positionals, parameters }: Grammar, state: ReadSoFar): Parameter | undefined {
  const last = positionals.at(-1);
  const index = positionals[state.positionals] ?? (last !== undefined && parameters[last]?.variadic ? last : undefined);
  return index === undefined ? undefined : parameters[index];
}

async function findValues(option: Option, typed: string, given: () => Input): Promise<Candidates> {
  if (typeof option === 'string') {
    const values = valuesOfStandard.get(option) ?? [];
    const found = continuing(
      values.map((value) => ({ value })),
      typed,
    );
    return { found, paths: option === 'input-file' ? { prefix: '' } : undefined };
  }
  const found = continuing(await suggestValues(option, typed, given()), typed);
  const isPath = option.type === 'path' && !option.complete && !option.choices && !option.secret;
  return { found, paths: isPath ? { prefix: '' } : undefined };
}

const valuesOfStandard: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['stdin', ['open']],
  ['format', formats],
  ['output', formats],
  ['color', colorChoices],
]);
