// The options of a request that came as an object: values of JSON, no words. What stands in them is put beside the
// input, so that both are read by the same rules.

import type { Grammar } from '../../command-line/grammar.js';
import { nearestOf } from '../../command-line/nearest.js';
import { type Reading, readInput } from '../../command-line/read-arguments.js';
import { type StandardOptions, standardOptions } from '../../command-line/standard-options.js';
import type { Parameter } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import { scalarTexts } from '../../vocabulary/secrets.js';

type Fields = Readonly<Record<string, unknown>>;

/** They name another input, and there is one already. */
const otherInputs: ReadonlySet<string> = new Set(['input', 'input-file', 'raw-payload']);

/** Reads options and input together. `words` up to `depth` are the command's name, and there are no others. */
export function readOptions(
  grammar: Grammar,
  words: readonly string[],
  depth: number,
  options: Fields,
  input: Fields,
): Reading {
  const names = Object.keys(options);
  if (names.length === 0) return readInput(grammar, words, depth, input);
  const reader = new OptionReader(grammar, input);
  for (const name of names) reader.take(name, options[name]);
  return reader.finish(words, depth);
}

/** The parameter that an option means, written in kebab or snake case. */
export function parameterOf(grammar: Grammar, name: string): Parameter | undefined {
  return grammar.parameters[slotOf(grammar, name)?.index ?? -1];
}

export function isStandardOption(name: string): boolean {
  return standardOptions.has(kebab(name));
}

function slotOf({ options, inputKeys }: Grammar, name: string): { index: number; negates: boolean } | undefined {
  const written = options.get(`--${name}`) ?? options.get(`--${kebab(name)}`);
  if (written) return written;
  const index = inputKeys.get(name);
  return index === undefined ? undefined : { index, negates: false };
}

function kebab(name: string): string {
  return name.replaceAll('_', '-');
}

class OptionReader {
  readonly #grammar: Grammar;
  readonly #fields: Record<string, unknown>;
  /** What the input has, by parameter. */
  readonly #inInput: ReadonlySet<number | undefined>;
  readonly #seen = new Set<number | string>();
  /** Labels of what was given wrongly: already reported, so not "missing". */
  readonly #broken = new Set<string>();
  readonly #standard: StandardOptions = {};
  readonly #problems: Problem[] = [];
  readonly #secrets: string[] = [];

  constructor(grammar: Grammar, input: Fields) {
    this.#grammar = grammar;
    this.#fields = { ...input };
    this.#inInput = new Set(Object.keys(input).map((key) => grammar.inputKeys.get(key)));
  }

  take(name: string, value: unknown): undefined {
    const slot = slotOf(this.#grammar, name);
    const parameter = slot && this.#grammar.parameters[slot.index];
    if (slot && parameter) this.#takeParameter(slot, parameter, value);
    else this.#takeStandard(name, value);
  }

  finish(words: readonly string[], depth: number): Reading {
    const reading = readInput(this.#grammar, words, depth, this.#fields);
    const others = reading.problems.filter(
      ({ code, field }) => code !== 'MISSING_ARGUMENT' || !this.#broken.has(field ?? ''),
    );
    // The same list: checks that need time add to it.
    reading.problems.splice(0, reading.problems.length, ...this.#problems, ...others);
    const secrets = [...(reading.secrets ?? []), ...this.#secrets];
    return { ...reading, standard: this.#standard, secrets: secrets.length > 0 ? secrets : undefined };
  }

  #takeParameter(
    { index, negates }: { index: number; negates: boolean },
    parameter: Parameter,
    value: unknown,
  ): undefined {
    const { label, key, type, secret } = parameter;
    if (secret) this.#secrets.push(...scalarTexts(value));
    if (this.#seen.has(index)) return this.#repeated(label, 'Pass it once');
    this.#seen.add(index);
    if (this.#inInput.has(index)) {
      return this.#repeated(label, 'Pass it once: as an option or as a field of the input');
    }
    const wrong = wrongKind(value) ?? (type === 'flag' ? wrongFlag(value) : undefined);
    if (wrong) {
      this.#broken.add(label);
      return this.#report('INVALID_TYPE', label, `The ${label} argument ${wrong.message}`, wrong.hint);
    }
    this.#fields[key] = negates ? value === false : value;
  }

  #takeStandard(name: string, value: unknown): undefined {
    const written = `--${kebab(name)}`;
    const option = standardOptions.get(kebab(name));
    if (!option) return this.#unknown(name, value);
    if (this.#seen.has(option.key)) return this.#repeated(written, 'Pass it once');
    this.#seen.add(option.key);
    if (otherInputs.has(kebab(name))) {
      const hint = 'Pass the fields of the input directly';
      return this.#report('UNKNOWN_OPTION', written, `The ${written} option is not allowed here`, hint);
    }
    const wrong = wrongKind(value) ?? (option.read ? wrongText(value) : wrongFlag(value));
    if (wrong) return this.#report('INVALID_TYPE', written, `The ${written} option ${wrong.message}`, wrong.hint);
    if (!option.read) {
      Object.assign(this.#standard, { [option.key]: option.negates ? !value : value });
      return undefined;
    }
    const refused = option.read(String(value), this.#standard);
    if (refused && option.hidesMistakes) this.#secrets.push(...scalarTexts(value));
    if (refused) this.#report('INVALID_VALUE', written, `The ${written} option ${refused}`, `Check ${written}`);
  }

  #unknown(name: string, value: unknown): undefined {
    // It may be a mistyped secret.
    if (this.#grammar.takesSecrets) this.#secrets.push(...scalarTexts(value));
    const known = [...this.#grammar.options.keys()].map((option) => option.slice(2));
    const nearest = nearestOf(kebab(name), [...known, ...standardOptions.keys()]);
    const hint = nearest ? `Did you mean ${JSON.stringify(nearest)}?` : 'Remove it';
    this.#report('UNKNOWN_OPTION', name, `Unknown option ${JSON.stringify(name.slice(0, 100))}`, hint);
  }

  #repeated(label: string, hint: string): undefined {
    this.#report('REPEATED_ARGUMENT', label, `The ${label} argument was given more than once`, hint);
  }

  #report(code: string, field: string, message: string, hint: string): undefined {
    this.#problems.push({ code, field, message, hint });
  }
}

interface Wrong {
  readonly message: string;
  readonly hint: string;
}

/** No option takes an object, and one without a value is left out. */
function wrongKind(value: unknown): Wrong | undefined {
  if (value === null) return { message: 'is null', hint: 'Remove it, or give it a value' };
  if (typeof value !== 'object') return undefined;
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  if (isList) return undefined;
  return { message: 'is an object', hint: 'For an option, use text, a number, true, false or a list of these' };
}

function wrongFlag(value: unknown): Wrong | undefined {
  if (typeof value === 'boolean') return undefined;
  return { message: 'is neither true nor false', hint: 'Use true or false, without quotes' };
}

function wrongText(value: unknown): Wrong | undefined {
  if (typeof value === 'string' || typeof value === 'number') return undefined;
  return { message: 'needs a value', hint: 'Use text or a number' };
}
