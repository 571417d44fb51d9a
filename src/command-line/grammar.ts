// A command's parameters, made ready for reading words: compiled once, used for every request.
import type { Parameter, ParameterType } from '../vocabulary/command.js';
import { isNamedLikeSecret } from '../vocabulary/look-alikes.js';

export interface OptionSlot {
  readonly index: number;
  /** `--no-x`. */
  readonly negates: boolean;
}

/** The value of a parameter is not on the command line, where every user of the machine can see it. */
export interface SecretReference {
  readonly index: number;
  readonly from: 'env' | 'file';
}

export interface Grammar {
  readonly parameters: readonly Parameter[];
  /** By `--name`, as it is written. */
  readonly options: ReadonlyMap<string, OptionSlot>;
  readonly shorts: ReadonlyMap<string, number>;
  /** Indexes of the positional parameters, in order. */
  readonly positionals: readonly number[];
  /** Property names of `--input`. */
  readonly inputKeys: ReadonlyMap<string, number>;
  /** Some option is named like a secret. */
  readonly namesSecret: boolean;
  /** Some parameter is declared secret. */
  readonly takesSecrets: boolean;
  /** By option, such as `--token-from-env`: where else the value of a secret parameter can come from. */
  readonly references: ReadonlyMap<string, SecretReference>;
  /** By parameter: neither bounds nor a check, so that a value is good as it was read. */
  readonly plain: readonly boolean[];
  /** The parameters whose values can hold a path. */
  readonly guarded: readonly Parameter[];
  /** Indexes of the parameters that ask for others, or exclude them. */
  readonly related: readonly number[];
}

const compiled = new WeakMap<readonly Parameter[], Grammar>();

export function grammarOf(parameters: readonly Parameter[]): Grammar {
  let grammar = compiled.get(parameters);
  if (!grammar) {
    grammar = compile(parameters);
    compiled.set(parameters, grammar);
  }
  return grammar;
}

/** The option's names, without dashes; the first is the one that is shown. */
export function longNames(parameter: Parameter): readonly string[] {
  if (parameter.positional) return [];
  return [...new Set([parameter.label.slice(2), parameter.key, ...parameter.aliases])];
}

function compile(parameters: readonly Parameter[]): Grammar {
  const options = new Map<string, OptionSlot>();
  const shorts = new Map<string, number>();
  const positionals: number[] = [];
  const inputKeys = new Map<string, number>();
  for (const [index, parameter] of parameters.entries()) {
    inputKeys.set(parameter.key, index);
    if (parameter.short) shorts.set(parameter.short, index);
    if (parameter.positional) positionals.push(index);
    for (const name of longNames(parameter)) options.set(`--${name}`, { index, negates: false });
  }
  // What follows only where no parameter really has that name.
  for (const [index, parameter] of parameters.entries()) {
    for (const key of otherInputNames(parameter)) if (!inputKeys.has(key)) inputKeys.set(key, index);
  }
  for (const [index, parameter] of parameters.entries()) {
    if (parameter.positional || parameter.type !== 'flag') continue;
    for (const name of longNames(parameter)) {
      if (!options.has(`--no-${name}`)) options.set(`--no-${name}`, { index, negates: true });
    }
  }
  const namesSecret = [...options.keys()].some(isNamedLikeSecret);
  return {
    parameters,
    options,
    shorts,
    positionals,
    inputKeys,
    namesSecret,
    takesSecrets: parameters.some(({ secret }) => secret),
    references: referencesTo(parameters, options),
    plain: parameters.map(isPlain),
    guarded: parameters.filter(({ path, type, ownRules }) => path !== 'free' && (ownRules || !scalarTypes.has(type))),
    related: parameters.flatMap(({ requires, excludes }, index) => (requires || excludes ? [index] : [])),
  };
}

function referencesTo(
  parameters: readonly Parameter[],
  options: ReadonlyMap<string, OptionSlot>,
): ReadonlyMap<string, SecretReference> {
  const references = new Map<string, SecretReference>();
  for (const [index, parameter] of parameters.entries()) {
    if (!parameter.secret) continue;
    for (const name of [parameter.label.replace(/^--/, ''), ...longNames(parameter)]) {
      for (const from of ['env', 'file'] as const) {
        const option = `--${name}-from-${from}`;
        if (!options.has(option)) references.set(option, { index, from });
      }
    }
  }
  return references;
}

/** Values of these types are no text. */
const scalarTypes: ReadonlySet<ParameterType> = new Set<ParameterType>([
  'integer',
  'number',
  'boolean',
  'flag',
  'datetime',
]);

function isPlain({ check, choices, minimum, maximum }: Parameter): boolean {
  return check === undefined && choices === undefined && minimum === undefined && maximum === undefined;
}

/** JSON has its own habits: `max-results` is also found as `max_results` and `maxResults`. */
function otherInputNames(parameter: Parameter): readonly string[] {
  const shown = parameter.positional ? parameter.key : parameter.label.slice(2);
  const camel = shown.replace(/-+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
  return [shown, shown.replaceAll('-', '_'), camel];
}
