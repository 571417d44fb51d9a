// What callers of an earlier version rely on, and what is left of it. More is fine; less, or otherwise, is a break.

import { dangerLevels } from '../vocabulary/command.js';

/** One thing that is gone, or asks for more than it did. */
export interface BreakingChange {
  /** As the manifest names it: with dots. */
  readonly command: string;
  readonly what: string;
}

export interface ManifestComparison {
  readonly breaking: readonly BreakingChange[];
  /** Commands that are new. */
  readonly added: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Both as `manifest` gives them. What was deprecated may go. */
export function compareManifests(before: Fields, now: Fields): ManifestComparison {
  const earlier = fieldsOf(before.commands);
  const current = fieldsOf(now.commands);
  const breaking = Object.entries(earlier).flatMap(([command, entry]) => {
    const was = fieldsOf(entry);
    if (Object.hasOwn(current, command)) {
      return compareCommands(was, fieldsOf(current[command])).map((what) => ({ command, what }));
    }
    return was.deprecated ? [] : [{ command, what: 'the command was removed without being deprecated first' }];
  });
  return { breaking, added: Object.keys(current).filter((command) => !Object.hasOwn(earlier, command)) };
}

function compareCommands(was: Fields, is: Fields): readonly string[] {
  return [
    ...missing(was.aliases, is.aliases).map((alias) => `its alias ${alias} was removed`),
    ...missing(is.required_scopes, was.required_scopes).map((scope) => `it now requires the scope ${scope}`),
    ...(rank(is.danger_level) > rank(was.danger_level) ? [`it is now ${is.danger_level}`] : []),
    ...(was.dry_run === true && is.dry_run === false ? ['its dry run was removed'] : []),
    ...compareFlags(fieldsOf(was.flags), fieldsOf(is.flags)),
    ...comparePositionals(listOf(was.positionals), listOf(is.positionals)),
    ...compareAnswers(was.output_schema, is.output_schema, 'data'),
  ];
}

function rank(danger: unknown): number {
  return (dangerLevels as readonly unknown[]).indexOf(danger);
}

function compareFlags(was: Fields, is: Fields): readonly string[] {
  const findNow = (name: string) =>
    Object.hasOwn(is, name)
      ? is[name]
      : Object.values(is).find((flag) => listOf(fieldsOf(flag).aliases).includes(name));
  const changed = Object.entries(was).flatMap(([name, flag]) => {
    const now = findNow(name);
    return now === undefined ? [`--${name} was removed`] : compareArguments(`--${name}`, fieldsOf(flag), fieldsOf(now));
  });
  const demanded = Object.entries(is).filter(
    ([name, flag]) =>
      fieldsOf(flag).required === true &&
      ![name, ...listOf(fieldsOf(flag).aliases)].some((one) => Object.hasOwn(was, String(one))),
  );
  return [...changed, ...demanded.map(([name]) => `--${name} is new and required`)];
}

/** By their place: their names are not written by callers. */
function comparePositionals(was: readonly unknown[], is: readonly unknown[]): readonly string[] {
  const changed = was.flatMap((positional, place) => {
    const earlier = fieldsOf(positional);
    const now = is[place];
    return now === undefined
      ? [`${earlier.name} was removed`]
      : compareArguments(`${earlier.name}`, earlier, fieldsOf(now));
  });
  const demanded = is
    .slice(was.length)
    .map(fieldsOf)
    .filter(({ required }) => required === true);
  return [...changed, ...demanded.map(({ name }) => `${name} is new and required`)];
}

function compareArguments(label: string, was: Fields, is: Fields): readonly string[] {
  const says = (wrong: boolean, what: string) => (wrong ? [`${label} ${what}`] : []);
  return [
    ...says(
      was.type !== is.type && !(was.type === 'enum' && is.type === 'string'),
      `is now ${is.type}, was ${was.type}`,
    ),
    ...says(was.required !== true && is.required === true, 'is now required'),
    ...says(was.variadic === true && is.variadic !== true, 'now takes only one value'),
    ...says(was.short !== undefined && was.short !== is.short, `no longer has -${was.short}`),
    ...missing(was.aliases, is.aliases).map((alias) => `${label} no longer has the alias --${alias}`),
    ...(is.enum_values
      ? missing(was.enum_values, is.enum_values).map((value) => `${label} no longer accepts ${value}`)
      : []),
    ...says(isLess(was.maximum, is.maximum, -1), `is now at most ${is.maximum}`),
    ...says(isLess(was.minimum, is.minimum, 1), `is now at least ${is.minimum}`),
    ...says(is.pattern !== undefined && is.pattern !== was.pattern, `must now match ${is.pattern}`),
  ];
}

/** Whether the new bound lets less through. */
function isLess(was: unknown, is: unknown, direction: 1 | -1): boolean {
  if (typeof is !== 'number') return false;
  return typeof was !== 'number' || (is - was) * direction > 0;
}

function compareAnswers(was: unknown, is: unknown, at: string): readonly string[] {
  const [earlier, now] = [fieldsOf(was), fieldsOf(is)];
  const properties = fieldsOf(now.properties);
  const fields = Object.entries(fieldsOf(earlier.properties)).flatMap(([name, schema]) =>
    Object.hasOwn(properties, name)
      ? compareAnswers(schema, properties[name], `${at}.${name}`)
      : [`its answer no longer has ${at}.${name}`],
  );
  const isOther = earlier.type !== undefined && JSON.stringify(earlier.type) !== JSON.stringify(now.type);
  const type = isOther
    ? [`${at} of its answer is now ${JSON.stringify(now.type)}, was ${JSON.stringify(earlier.type)}`]
    : [];
  const items = earlier.items === undefined ? [] : compareAnswers(earlier.items, now.items, `${at}[]`);
  return [...type, ...fields, ...items];
}

/** What is in the first list and not in the second. */
function missing(list: unknown, other: unknown): readonly unknown[] {
  const there = listOf(other);
  return listOf(list).filter((item) => !there.includes(item));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
