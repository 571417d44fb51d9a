// Words after a command's name → its typed input. Every problem is found before any is reported.
import type { CheckResult, Input, Parameter } from '../vocabulary/command.js';
import type { Problem } from '../vocabulary/gate-error.js';
import { redacted } from '../vocabulary/look-alikes.js';
import { scalarTexts } from '../vocabulary/secrets.js';
import { describeJsonHazard } from './describe-json-hazard.js';
import { findRelatedProblems } from './find-related-problems.js';
import type { Grammar, SecretReference } from './grammar.js';
import { nearestOf } from './nearest.js';
import { missingArgument, outOfBounds, valueHint } from './parameter-problems.js';
import { readJson5 } from './read-json5.js';
import { checkValue, looksNumeric, readValue, splitList, type ValueProblem } from './read-value.js';
import { type StandardOptions, standardOptions } from './standard-options.js';

export interface Reading {
  /** Complete only where there are no problems and nothing is pending. */
  readonly input: Record<string, unknown>;
  /** What was read, where a check of all arguments together made something else of it. */
  readonly written?: Input;
  readonly standard: StandardOptions | undefined;
  readonly problems: Problem[];
  /** The words that were given for secret parameters, as they were written. */
  readonly secrets: readonly string[] | undefined;
  /** The secret parameters whose values were among the words. */
  readonly exposed: readonly Parameter[] | undefined;
  /** Checks that need time, such as an asynchronous schema. They add to `input` and `problems`. */
  readonly pending: readonly Promise<void>[];
}

/** Finds a secret where it is kept. What is wrong continues the sentence "The --token-from-env option …". */
export type FindSecret = (
  from: SecretReference['from'],
  name: string,
) => { readonly text: string } | { readonly wrong: string; readonly hint: string };

/** Reads the words from `start` on. */
export function readArguments(grammar: Grammar, words: readonly string[], start = 0, find?: FindSecret): Reading {
  return new ArgumentReader(grammar, noObject, find).readWords(words, start);
}

/** Puts an input object into a reading that was made from words: the same rules, JSON values. */
export function readInput(
  grammar: Grammar,
  words: readonly string[],
  start: number,
  input: unknown,
  find?: FindSecret,
): Reading {
  return new ArgumentReader(grammar, input, find).readWords(words, start);
}

const noPending: readonly Promise<void>[] = [];
const noObject = Symbol('no object');
/** A list can have a wrong item a million times. */
const mostWrongItems = 100;

class ArgumentReader {
  readonly #grammar: Grammar;
  readonly #object: unknown;
  /** What the words gave, by parameter; `undefined` where nothing was given. */
  readonly #given: unknown[];
  /** Given, but wrong: already reported, so not "missing". */
  #broken: Set<number> | undefined;
  readonly #problems: Problem[] = [];
  #standard: StandardOptions | undefined;
  #standardSeen: Set<string> | undefined;
  #pending: Promise<void>[] | undefined;
  #nextPositional = 0;
  #secrets: string[] | undefined;
  #exposed: Parameter[] | undefined;
  readonly #find: FindSecret | undefined;

  constructor(grammar: Grammar, object: unknown, find: FindSecret | undefined) {
    this.#grammar = grammar;
    this.#object = object;
    this.#find = find;
    this.#given = new Array(grammar.parameters.length);
  }

  readWords(words: readonly string[], start: number): Reading {
    let optionsEnded = false;
    for (let at = start; at < words.length; at++) {
      const word = words[at] as string;
      if (optionsEnded || word.charCodeAt(0) !== 45 || word.length === 1) {
        if (this.#positional(word, optionsEnded ? undefined : words[at - 1])) optionsEnded = true;
      } else if (word === '--') optionsEnded = true;
      else if (word.charCodeAt(1) === 45) at = this.#long(words, at);
      else at = this.#short(words, at);
    }
    return this.#finish();
  }

  #long(words: readonly string[], at: number): number {
    let written = words[at] as string;
    let attached: string | undefined;
    let slot = this.#grammar.options.get(written);
    if (slot === undefined) {
      const equals = written.indexOf('=');
      if (equals !== -1) {
        attached = written.slice(equals + 1);
        written = written.slice(0, equals);
        slot = this.#grammar.options.get(written);
      }
      if (slot === undefined) return this.#standardOption(words, at, written.slice(2), attached);
    }

    const parameter = this.#parameter(slot.index);
    if (parameter.type === 'flag') {
      this.#flag(slot.index, written, slot.negates, attached);
      return at;
    }
    if (attached !== undefined) {
      this.#take(slot.index, attached);
      return at;
    }
    const next = words[at + 1];
    if (next === undefined || !this.#isValueFor(parameter, next)) {
      return at + this.#missingValue(slot.index, parameter, next);
    }
    this.#take(slot.index, next);
    return at + 1;
  }

  /** `-n 10`, `-n10`, `-n=10`, and flags together as in `-abc`. */
  #short(words: readonly string[], at: number): number {
    const word = words[at] as string;
    if (!this.#grammar.shorts.has(word.charAt(1)) && looksNumeric(word)) {
      this.#positional(word);
      return at;
    }
    for (let place = 1; place < word.length; place++) {
      const letter = word.charAt(place);
      const index = this.#grammar.shorts.get(letter);
      if (index === undefined) {
        // What follows may be the value of a secret option in the same cluster.
        if (this.#grammar.parameters.some(({ secret, short }) => secret && short && word.includes(short, place))) {
          this.#keepSecret(word.slice(place + 1));
        }
        this.#unknownOption(`-${letter}`, undefined);
        return at;
      }
      const parameter = this.#parameter(index);
      const rest = word.slice(place + 1);
      if (parameter.type === 'flag') {
        if (rest.startsWith('=')) {
          this.#flag(index, `-${letter}`, false, rest.slice(1));
          return at;
        }
        this.#flag(index, `-${letter}`, false, undefined);
        continue;
      }
      if (rest !== '') {
        this.#take(index, rest.startsWith('=') ? rest.slice(1) : rest);
        return at;
      }
      const next = words[at + 1];
      if (next === undefined || !this.#isValueFor(parameter, next)) {
        return at + this.#missingValue(index, parameter, next);
      }
      this.#take(index, next);
      return at + 1;
    }
    return at;
  }

  #standardOption(words: readonly string[], at: number, name: string, attached: string | undefined): number {
    const option = standardOptions.get(name);
    if (!option) {
      const reference = this.#grammar.references.get(`--${name}`);
      if (reference) return this.#reference(words, at, name, attached, reference);
      const next = words[at + 1];
      const takesNext = attached === undefined && next !== undefined && !next.startsWith('-') && this.#noRoomFor(next);
      this.#unknownOption(`--${name}`, attached ?? (takesNext ? next : undefined));
      return takesNext ? at + 1 : at;
    }
    this.#standard ??= {};
    this.#standardSeen ??= new Set();
    if (this.#standardSeen.has(option.key)) this.#repeated(`--${name}`);
    this.#standardSeen.add(option.key);
    if (!option.read) {
      if (attached !== undefined && attached !== 'true' && attached !== 'false') {
        this.#problem(
          'INVALID_BOOLEAN',
          `--${name}`,
          `The --${name} option takes no value`,
          attached,
          `Use --${name} alone`,
        );
      }
      Object.assign(this.#standard, { [option.key]: (attached !== 'false') !== (option.negates === true) });
      return at;
    }
    const value = attached ?? words[at + 1];
    if (value === undefined) {
      this.#problem(
        'MISSING_VALUE',
        `--${name}`,
        `The --${name} option needs a value`,
        undefined,
        `Use --${name}=<value>`,
      );
      return at;
    }
    const wrong = option.read(value, this.#standard);
    if (wrong) {
      const isHidden = this.#grammar.takesSecrets || option.hidesMistakes === true;
      const shown = isHidden ? redacted : value;
      if (isHidden) this.#keepSecret(value);
      this.#problem('INVALID_VALUE', `--${name}`, `The --${name} option ${wrong}`, shown, `Check --${name}`);
    }
    return attached === undefined ? at + 1 : at;
  }

  #reference(
    words: readonly string[],
    at: number,
    name: string,
    attached: string | undefined,
    { index, from }: SecretReference,
  ): number {
    const where = attached ?? words[at + 1];
    const what = from === 'env' ? 'the name of an environment variable' : 'the path to a file';
    this.#broken ??= new Set();
    if (where === undefined || where === '') {
      this.#broken.add(index);
      this.#problem('MISSING_VALUE', `--${name}`, `The --${name} option needs ${what}`, undefined, `Add ${what}`);
      return at;
    }
    const found = this.#find?.(from, where) ?? { wrong: 'does not apply here', hint: `Remove --${name}` };
    if ('text' in found) this.#take(index, found.text, 'found');
    else {
      this.#broken.add(index);
      this.#problem('SECRET_NOT_FOUND', `--${name}`, `The --${name} option ${found.wrong}`, undefined, found.hint);
    }
    return attached === undefined ? at + 1 : at;
  }

  #isFlag(word: string): boolean {
    const slot = this.#grammar.options.get(word);
    return slot !== undefined && this.#parameter(slot.index).type === 'flag';
  }

  /** Whether the options end with it. `before` is the word before it, where that could be a flag. */
  #positional(word: string, before?: string): boolean {
    const index = this.#grammar.positionals[this.#nextPositional];
    if (index === undefined) {
      if (before !== undefined && /^(?:true|false)$/i.test(word) && this.#isFlag(before)) {
        const hint = hintForFlagValue(before, word.toLowerCase() === 'true');
        this.#problem('UNEXPECTED_ARGUMENT', before, `The ${before} flag takes no separate value`, word, hint);
        return false;
      }
      // Where a command takes secrets, a word too many is most likely one, or the rest of one that was not quoted.
      if (this.#grammar.takesSecrets) this.#keepSecret(word);
      const shown = this.#grammar.takesSecrets ? redacted : word;
      this.#problem(
        'UNEXPECTED_ARGUMENT',
        shown,
        'Unexpected argument',
        shown,
        'Remove it, or quote it together with the words next to it if they form one argument',
      );
      return false;
    }
    const { variadic, endsOptions } = this.#parameter(index);
    if (!variadic) this.#nextPositional++;
    this.#take(index, word);
    return endsOptions === true;
  }

  #flag(index: number, written: string, negates: boolean, attached: string | undefined): void {
    const parameter = this.#parameter(index);
    if (this.#given[index] !== undefined || this.#broken?.has(index)) {
      this.#repeated(parameter.label);
      return;
    }
    if (attached !== undefined && attached !== 'true' && attached !== 'false') {
      this.#wrongValue(index, attached, {
        code: 'INVALID_BOOLEAN',
        message: 'is neither true nor false',
        hint: `Use ${written} alone, ${written}=true or ${written}=false`,
      });
      return;
    }
    this.#given[index] = (attached !== 'false') !== negates;
  }

  /** Takes one word for a parameter: the first for a single value, one more for a list. */
  #take(index: number, text: string, how: 'written' | 'found' = 'written'): void {
    const parameter = this.#parameter(index);
    if (parameter.secret) {
      this.#keepSecret(text);
      if (how === 'written') {
        this.#exposed ??= [];
        this.#exposed.push(parameter);
      }
    }
    const list = parameter.type === 'array' || parameter.variadic;
    if (!list) {
      if (this.#given[index] !== undefined || this.#broken?.has(index)) {
        this.#repeated(parameter.label);
        return;
      }
      const value = this.#readOne(index, parameter, text);
      if (value !== undefined) this.#given[index] = value;
      return;
    }
    this.#given[index] ??= [];
    const values = this.#given[index] as unknown[];
    const items =
      parameter.type === 'array' && !(parameter.positional && parameter.variadic) ? splitList(text) : [text];
    for (const item of items) {
      const value = this.#readOne(index, parameter, item);
      if (value !== undefined) values.push(value);
    }
  }

  #readOne(index: number, parameter: Parameter, text: string): unknown {
    if (parameter.guessType)
      return parameter.variadic || parameter.type === 'array' ? text : this.#guess(parameter, text);
    if (parameter.type === 'object') return this.#readJson(index, text);
    const type = parameter.type === 'array' || parameter.type === 'flag' ? parameter.itemType : parameter.type;
    const result = readValue(type, text);
    if (result.ok) return result.value;
    this.#wrongValue(index, text, result.problem);
    return undefined;
  }

  #readJson(index: number, text: string): unknown {
    const read = readJson5(text);
    if ('character' in read && read.hazard) {
      const { code, what, hint } = describeJsonHazard(read.hazard, 'character');
      this.#wrongValue(index, text, { code, message: `is not acceptable: ${what}`, hint });
      return undefined;
    }
    if ('character' in read) {
      const hint = 'Pass one JSON object in single quotes, e.g. \'{"a":1}\'';
      this.#wrongValue(index, text, { code: 'INVALID_JSON', message: 'is not JSON', hint });
      return undefined;
    }
    const { value } = read;
    const result = checkValue('object', value);
    if (result.ok) return value;
    this.#wrongValue(index, text, result.problem);
    return undefined;
  }

  /** The schema alone knows the type: the first reading that it accepts is the value. */
  #guess(parameter: Parameter, text: string): unknown {
    const readings: unknown[] = [text];
    if (looksNumeric(text)) readings.push(Number(text));
    if (text === 'true' || text === 'false') readings.push(text === 'true');
    for (const reading of readings) {
      const result = (parameter.accepts ?? parameter.check)?.(reading);
      if (result instanceof Promise) result.catch(() => undefined);
      else if (result?.ok) return reading;
    }
    return text;
  }

  #finish(): Reading {
    const { parameters, plain } = this.#grammar;
    if (this.#object !== noObject) this.#takeObject();
    const input: Record<string, unknown> = {};
    for (let index = 0; index < parameters.length; index++) {
      const parameter = parameters[index] as Parameter;
      const value = this.#given[index];
      if (this.#broken?.has(index)) continue;
      if (value === undefined) {
        if (parameter.ownRules) this.#fillIn(parameter, input);
        else if (parameter.default !== undefined) input[parameter.key] = ownCopy(parameter.default);
        else if (parameter.required) this.#missing(parameter);
        continue;
      }
      if (plain[index]) {
        input[parameter.key] = value;
        continue;
      }
      const problem = parameter.ownRules ? undefined : outOfBounds(parameter, value);
      if (problem) {
        this.#wrongValue(index, value, problem);
        continue;
      }
      input[parameter.key] = value;
      if (parameter.check) this.#check(index, parameter, value, input);
    }
    if (this.#grammar.related.length > 0) {
      this.#problems.push(...findRelatedProblems(this.#grammar, (index) => this.#isGiven(index)));
    }
    return {
      input,
      standard: this.#standard,
      problems: this.#problems,
      secrets: this.#secrets,
      exposed: this.#exposed,
      pending: this.#pending ?? noPending,
    };
  }

  /** A flag that was turned off is not given. */
  #isGiven(index: number): boolean {
    return this.#broken?.has(index) === true || (this.#given[index] !== undefined && this.#given[index] !== false);
  }

  #check(index: number, parameter: Parameter, value: unknown, input: Record<string, unknown>): void {
    const apply = (result: CheckResult) => {
      if (result.ok) {
        input[parameter.key] = result.value;
        return;
      }
      // Where we know the rule, our words are clearer than a schema's.
      const known = parameter.ownRules ? outOfBounds(parameter, value) : undefined;
      if (known) {
        this.#wrongValue(index, value, known);
        return;
      }
      // What a schema says may quote the value.
      const messages = parameter.secret ? ['is not valid'] : result.problems;
      for (const message of messages) {
        this.#wrongValue(index, value, { code: 'INVALID_VALUE', message, hint: valueHint(parameter) });
      }
    };
    const result = parameter.check?.(value);
    if (result instanceof Promise) this.#await(result.then(apply));
    else if (result) apply(result);
  }

  /** The schema says what a missing value becomes, anew for each run. */
  #fillIn(parameter: Parameter, input: Record<string, unknown>): void {
    const apply = (result: CheckResult) => {
      if (!result.ok && parameter.default === undefined) this.#missing(parameter);
      const value = result.ok ? result.value : parameter.default;
      if (value !== undefined) input[parameter.key] = value;
    };
    const result = parameter.check?.(undefined);
    if (result instanceof Promise) this.#await(result.then(apply));
    else if (result) apply(result);
  }

  #await(check: Promise<void>): void {
    this.#pending ??= [];
    this.#pending.push(check);
  }

  #takeObject(): void {
    const object = this.#object;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) {
      this.#problem(
        'INVALID_JSON',
        '--input',
        'The input must be a single JSON object',
        undefined,
        'Use --input \'{"name":"value"}\'',
      );
      return;
    }
    for (const key of Object.keys(object)) {
      const value = (object as Record<string, unknown>)[key];
      const index = this.#grammar.inputKeys.get(key);
      if (index === undefined) {
        const nearest = nearestOf(key, [...this.#grammar.inputKeys.keys()]);
        this.#problem(
          'UNKNOWN_FIELD',
          key,
          `The input has an unknown field ${JSON.stringify(key)}`,
          undefined,
          nearest ? `Did you mean ${JSON.stringify(nearest)}?` : 'Remove it',
        );
        continue;
      }
      const parameter = this.#parameter(index);
      if (this.#given[index] !== undefined || this.#broken?.has(index)) {
        this.#repeated(parameter.label);
        continue;
      }
      this.#takeJsonValue(index, parameter, value);
    }
  }

  #keepSecret(text: string): void {
    this.#secrets ??= [];
    this.#secrets.push(text);
  }

  #takeJsonValue(index: number, parameter: Parameter, value: unknown): void {
    if (parameter.secret) for (const text of scalarTexts(value)) this.#keepSecret(text);
    this.#given[index] = value;
    if (parameter.guessType) return;
    const result = checkValue(parameter.variadic ? 'array' : parameter.type, value);
    if (!result.ok) {
      this.#wrongValue(index, value, result.problem);
      return;
    }
    if (!Array.isArray(value) || parameter.ownRules) return;
    let wrong = 0;
    for (const item of value) {
      const itemResult = checkValue(parameter.itemType, item);
      if (itemResult.ok) continue;
      this.#wrongValue(index, item, itemResult.problem);
      if (++wrong === mostWrongItems) return;
    }
  }

  #parameter(index: number): Parameter {
    return this.#grammar.parameters[index] as Parameter;
  }

  /** A word that starts with a dash is an option, except a number where a number is expected, and `-` alone. */
  #isValueFor(parameter: Parameter, word: string): boolean {
    if (word.charCodeAt(0) !== 45 || word.length === 1) return true;
    const type = parameter.type === 'array' || parameter.variadic ? parameter.itemType : parameter.type;
    return (type === 'integer' || type === 'number' || parameter.guessType) && looksNumeric(word);
  }

  #noRoomFor(word: string): boolean {
    return word !== '' && this.#grammar.positionals[this.#nextPositional] === undefined;
  }

  #missing(parameter: Parameter): void {
    this.#problems.push(missingArgument(parameter));
  }

  /** How many of the following words belong to it all the same. */
  #missingValue(index: number, parameter: Parameter, next: string | undefined): number {
    const { label, type } = parameter;
    const hint =
      next === undefined ? `Use ${label} <${type}>` : `Use ${label}=<${type}> if the value starts with a dash`;
    this.#broken ??= new Set();
    this.#broken.add(index);
    this.#problem('MISSING_VALUE', label, `The ${label} argument needs a value`, undefined, hint);
    if (!parameter.secret || next === undefined) return 0;
    // Most likely the secret itself: it must not be taken for an option and quoted.
    this.#keepSecret(next);
    return 1;
  }

  #wrongValue(index: number, value: unknown, problem: ValueProblem): void {
    const parameter = this.#parameter(index);
    this.#broken ??= new Set();
    this.#broken.add(index);
    this.#problem(
      problem.code,
      parameter.label,
      `The ${parameter.label} argument ${problem.message}`,
      parameter.secret ? redacted : value,
      problem.hint,
    );
  }

  #unknownOption(written: string, value: string | undefined): void {
    const { options, parameters } = this.#grammar;
    const known = [...[...options.keys()].map((name) => name.slice(2)), ...standardOptions.keys()];
    const nearest = written.startsWith('--') ? nearestOf(written.slice(2), known) : undefined;
    if (this.#grammar.takesSecrets && value !== undefined) this.#keepSecret(value);
    // A secret that is given by its place may begin with a dash.
    const misplaced = parameters.some(({ secret, positional }) => secret && positional) && nearest === undefined;
    if (misplaced) this.#keepSecret(written);
    this.#problem(
      'UNKNOWN_OPTION',
      misplaced ? redacted : written,
      misplaced ? 'Unknown option' : `Unknown option ${written.slice(0, 100)}`,
      this.#grammar.takesSecrets && value !== undefined ? redacted : value,
      hintForUnknown(written, nearest),
    );
  }

  #repeated(label: string): void {
    this.#problem(
      'REPEATED_ARGUMENT',
      label,
      `The ${label} argument was given more than once`,
      undefined,
      'Pass it once',
    );
  }

  #problem(code: string, field: string, message: string, value: unknown, hint: string): void {
    this.#problems.push(value === undefined ? { code, field, message, hint } : { code, field, message, value, hint });
  }
}

/** A default must not change under one handler's hands for all later runs. */
function ownCopy(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value;
}

/** `--all-day false` is meant as `--no-all-day`; without its last word it would mean the opposite. */
function hintForFlagValue(flag: string, isTrue: boolean): string {
  const name = flag.slice(2);
  const negates = name.startsWith('no-');
  if (isTrue) return `Use ${flag} alone`;
  return negates ? `Use --${name.slice(3)}, or ${flag}=false` : `Use --no-${name}, or ${flag}=false`;
}

/** Other programs have an option for each form of an answer. */
function hintForUnknown(written: string, nearest: string | undefined): string {
  const form = /^--(json|jsonl|csv|tsv|yaml|table)$/.exec(written)?.[1];
  if (form !== undefined) return `Use --format ${form}`;
  return nearest ? `Did you mean --${nearest}?` : 'Remove it; the usage line shows the available options';
}
