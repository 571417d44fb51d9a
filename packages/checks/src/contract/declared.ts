// What the executable's manifest says about its commands.
import { tokenize } from '../from-cmdgate.js';
import type { Answer } from './answer.js';
import { asList, asObject, isObject, isText, type JsonObject } from './json.js';
import { madeArguments } from './made-arguments.js';
import type { Target } from './target.js';

export interface DeclaredCommand {
  /** `calendar.events`, as the manifest spells it. */
  readonly name: string;
  readonly path: readonly string[];
  readonly danger: unknown;
  readonly builtIn: boolean;
  readonly entry: JsonObject;
  readonly flags: Readonly<Record<string, JsonObject>>;
  readonly positionals: readonly JsonObject[];
  /** The words after the executable that should be understood; undefined where there is no telling them. */
  readonly call: readonly string[] | undefined;
  /** Its arguments were made up here: whether what they name is there, nobody knows. */
  readonly made: boolean;
}

export interface Declared {
  readonly answer: Answer;
  readonly manifest: JsonObject;
  readonly commands: readonly DeclaredCommand[];
  /** Those that only read: its own, or where it has none what every such executable has. */
  readonly safe: readonly DeclaredCommand[];
  /** What may be called with `--dry-run`, and not without it. */
  readonly dry: readonly DeclaredCommand[];
  readonly standardFlags: ReadonlySet<string>;
}

export async function readDeclared(target: Target): Promise<Declared> {
  const answer = await target.ask(['manifest']);
  const manifest = asObject(answer.data);
  const commands = Object.entries(asObject(manifest.commands))
    .filter(([, entry]) => isObject(entry))
    .map(([name, entry]) => readCommand(name, asObject(entry), target));
  const safe = commands.filter(({ danger }) => danger === 'safe');
  const own = safe.filter(({ builtIn }) => !builtIn);
  return {
    ...{ answer, manifest, commands },
    safe: own.length > 0 ? own : safe.filter(({ positionals }) => positionals.length === 0),
    dry: commands.filter(
      ({ danger, entry, flags }) => danger !== 'safe' && (entry.dry_run ?? 'dry-run' in flags) === true,
    ),
    standardFlags: new Set(Object.keys(asObject(manifest.standard_flags))),
  };
}

function readCommand(name: string, entry: JsonObject, target: Target): DeclaredCommand {
  const path = name.split('.');
  const flags = Object.fromEntries(
    Object.entries(asObject(entry.flags)).map(([flag, about]) => [flag, asObject(about)]),
  );
  const positionals = asList(entry.positionals).map(asObject);
  const needs = [...Object.values(flags), ...positionals].some(({ required }) => required === true);
  const given = needs ? examplesOf(entry, path)[0] : path;
  const made = given === undefined ? madeArguments(flags, positionals) : undefined;
  const line = given ?? (made && [...path, ...made]);
  // What runs others answers for none of them, and has nothing to do without a plan.
  const answersItself = entry.dispatcher !== true;
  return {
    ...{ name, path, entry, flags, positionals },
    danger: entry.danger_level,
    builtIn: entry.built_in === true,
    call: answersItself && line ? target.wordsOf(line) : undefined,
    made: made !== undefined,
  };
}

/** The examples that are nothing but a call of this command; the name of the program may stand before it. */
export function examplesOf(entry: JsonObject, path: readonly string[]): readonly (readonly string[])[] {
  return asList(entry.examples).flatMap((example) => {
    // Version 1 of the manifest has objects, with a description beside the line.
    const text = isObject(example) ? example.command : example;
    const words = isText(text) ? tokenize(text) : undefined;
    if (!Array.isArray(words)) return [];
    const isCall = (candidate: readonly string[]) => path.every((word, index) => candidate[index] === word);
    return [words, words.slice(1)].filter(isCall).slice(0, 1);
  });
}

/** With `--dry-run`, which an example may have already. */
export function asDryRun(call: readonly string[]): readonly string[] {
  return call.includes('--dry-run') ? call : [...call, '--dry-run'];
}
