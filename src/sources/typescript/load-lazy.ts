// Definitions whose rest is in a module that is loaded when somebody needs it: `load: () => import('./orders.js')`.

import { DefinitionError, type DefinitionProblem } from '../../vocabulary/definition-error.js';
import type { CommandDefinition, CommandDefinitions } from './definition.js';
import { describeImportFailure } from './import-module.js';

/** Which of them are needed: by the words of a line that may be their names, or all. */
export type Wanted = ReadonlySet<string> | 'all';

/**
 * The same definitions with the modules of those that are wanted. The others stay as names with descriptions: they are
 * listed, and must not be run. Throws one DefinitionError that names everything that could not be loaded.
 */
export async function loadLazy(definitions: CommandDefinitions, wanted: Wanted): Promise<CommandDefinitions> {
  if (!isRecord(definitions)) return definitions;
  const problems: DefinitionProblem[] = [];
  const loaded = await loadAll(definitions, wanted, [], problems);
  if (problems.length > 0) throw new DefinitionError(problems);
  return loaded;
}

async function loadAll(
  definitions: CommandDefinitions,
  wanted: Wanted,
  parent: readonly string[],
  problems: DefinitionProblem[],
): Promise<CommandDefinitions> {
  if (!hasLazy(definitions)) return definitions;
  const loadOne = async (name: string, one: CommandDefinition) =>
    isRecord(one) ? await load(one, [...parent, name], wanted, problems) : one;
  if (Array.isArray(definitions)) {
    const list = definitions as readonly CommandDefinition[];
    return await Promise.all(list.map((one) => loadOne(String(one?.name), one)));
  }
  const entries = Object.entries(definitions);
  return Object.fromEntries(await Promise.all(entries.map(async ([name, one]) => [name, await loadOne(name, one)])));
}

async function load(
  definition: CommandDefinition,
  path: readonly string[],
  wanted: Wanted,
  problems: DefinitionProblem[],
): Promise<CommandDefinition> {
  const { load: loadModule, ...known } = definition;
  if (typeof loadModule !== 'function') {
    if (!definition.subcommands) return definition;
    return { ...definition, subcommands: await loadAll(definition.subcommands, wanted, path, problems) };
  }
  const where = path.join(' ');
  const extra = Object.keys(known).filter((field) => !listedFields.has(field));
  if (extra.length > 0) {
    const fields = extra.map((field) => `"${field}"`).join(', ');
    problems.push({ where, message: `it has load and also ${fields}.`, fix: `Move ${fields} into the module.` });
  }
  const names = [path.at(-1) as string, ...(definition.aliases ?? [])];
  if (wanted !== 'all' && !names.some((name) => wanted.has(name))) return { ...known, handler: notLoaded };
  try {
    const found = readModule(await loadModule());
    if (found) return await load({ ...found, ...known }, path, wanted, problems);
    problems.push({
      where,
      message: 'its module exports no command.',
      fix: 'Export the command as default, or the subcommands of a group by their names.',
    });
  } catch (error) {
    if (error instanceof DefinitionError) throw error;
    const { reason } = describeImportFailure(error);
    problems.push({
      where,
      message: `it could not be loaded. ${reason}`,
      fix: 'Correct the module that load imports.',
    });
  }
  return { ...known, handler: notLoaded };
}

/** What lists show. All else is of no use before the module is there. */
const listedFields: ReadonlySet<string> = new Set(['name', 'description', 'aliases', 'hidden', 'category']);

/** A command, or its module: the default export, or what it exports by name as subcommands. */
function readModule(loaded: unknown): Partial<CommandDefinition> | undefined {
  if (!isRecord(loaded)) return undefined;
  if (isDefinition(loaded)) return loaded as unknown as CommandDefinition;
  const { default: main, ...others } = loaded;
  if (isRecord(main))
    return isDefinition(main) ? (main as unknown as CommandDefinition) : { subcommands: main as never };
  const named = Object.entries(others).filter(([, value]) => isDefinition(value));
  return named.length === 0 ? undefined : { subcommands: Object.fromEntries(named) as never };
}

function isDefinition(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return typeof value.handler === 'function' || typeof value.load === 'function' || isRecord(value.subcommands);
}

/** Nothing is copied where nothing is lazy. */
function hasLazy(definitions: CommandDefinitions): boolean {
  const all: readonly unknown[] = Array.isArray(definitions) ? definitions : Object.values(definitions);
  return all.some((one) => {
    if (!isRecord(one)) return false;
    return typeof one.load === 'function' || (isRecord(one.subcommands) && hasLazy(one.subcommands as never));
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function notLoaded(): never {
  throw new Error('The module of this command was not loaded.');
}
