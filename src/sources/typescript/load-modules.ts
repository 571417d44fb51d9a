import { basename, extname } from 'node:path';
import { DefinitionError, type DefinitionProblem } from '../../vocabulary/definition-error.js';
import type { CommandDefinition } from './definition.js';
import { describeImportFailure, importModule, type ModuleExports } from './import-module.js';
import { loadLazy } from './load-lazy.js';

type Entry = readonly [name: string, definition: CommandDefinition];

export interface FoundCommand {
  readonly definition: CommandDefinition;
  readonly file: string;
}

/** What a module says, either as commands or as what is wrong with it. */
interface Reading {
  readonly entries: readonly Entry[];
  readonly problems: readonly Omit<DefinitionProblem, 'where'>[];
}

/**
 * Runs modules and collects the commands that they define, by top-level name. A module's commands are its default
 * export, else its export `commands`, else all exports that are definitions. Throws one DefinitionError that names
 * every module with a problem.
 */
export async function loadCommandModules(files: readonly string[]): Promise<Record<string, CommandDefinition>> {
  const found = await findCommands(files);
  return Object.fromEntries([...found].map(([name, { definition }]) => [name, definition]));
}

/** The same, and which file each of them is from. */
export async function findCommands(files: readonly string[]): Promise<ReadonlyMap<string, FoundCommand>> {
  const found = new Map<string, FoundCommand>();
  const problems: DefinitionProblem[] = [];
  // One after the other: modules may share helpers, and what they do on loading keeps its order.
  for (const file of files) {
    const reading = await readModule(file);
    for (const problem of reading.problems) problems.push({ where: file, ...problem });
    for (const [name, definition] of reading.entries) {
      const earlier = found.get(name);
      if (earlier === undefined) found.set(name, { definition, file });
      else problems.push({ where: file, ...clash(name, earlier.file, file) });
    }
  }
  if (problems.length > 0) throw new DefinitionError(problems);
  return await withLoaded(found);
}

/** Whoever opens a workspace serves all of it. */
async function withLoaded(found: ReadonlyMap<string, FoundCommand>): Promise<ReadonlyMap<string, FoundCommand>> {
  const definitions = Object.fromEntries([...found].map(([name, { definition }]) => [name, definition]));
  const loaded = (await loadLazy(definitions, 'all')) as Record<string, CommandDefinition>;
  if (loaded === definitions) return found;
  return new Map([...found].map(([name, one]) => [name, { ...one, definition: loaded[name] ?? one.definition }]));
}

async function readModule(file: string): Promise<Reading> {
  let exports: ModuleExports;
  try {
    exports = await importModule(file);
  } catch (error) {
    return refuse(...explainFailure(error, file));
  }
  const fallbackName = basename(file, extname(file));
  return (
    readExport(exports.default, 'default export', fallbackName) ??
    readExport(exports.commands, 'export "commands"', fallbackName) ??
    readNamedExports(exports) ??
    refuse(
      'The module exports no command.',
      'Export one as default, several as "commands", or each under its own name; a command has a handler or subcommands.',
    )
  );
}

/** `undefined` when there is no command in it at all, so that the next place can be looked at. */
function readExport(value: unknown, label: string, fallbackName: string): Reading | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isDefinition(value)) return { entries: [[value.name ?? fallbackName, value]], problems: [] };

  const entries: Entry[] = [];
  const problems: Reading['problems'][number][] = [];
  for (const [key, member] of Object.entries(value)) {
    const what = Array.isArray(value) ? `Item ${Number(key) + 1}` : `"${key}"`;
    if (!isDefinition(member)) {
      const message = `${what} of the ${label} is not a command.`;
      problems.push({ message, fix: 'Give it a handler or subcommands, or remove it.' });
    } else if (Array.isArray(value) && member.name === undefined) {
      problems.push({ message: `${what} of the ${label} has no name.`, fix: 'Add name: "…".' });
    } else entries.push([member.name ?? key, member]);
  }
  const holdsCommands = Object.values(value).some(isDefinition);
  return holdsCommands ? { entries, problems } : undefined;
}

function readNamedExports(exports: ModuleExports): Reading | undefined {
  const entries = Object.entries(exports).flatMap(([key, value]): Entry[] =>
    key !== 'default' && isDefinition(value) ? [[value.name ?? key, value]] : [],
  );
  return entries.length === 0 ? undefined : { entries, problems: [] };
}

function isDefinition(value: unknown): value is CommandDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { handler, subcommands, load } = value as Record<string, unknown>;
  return (
    typeof handler === 'function' ||
    typeof load === 'function' ||
    (typeof subcommands === 'object' && subcommands !== null)
  );
}

function explainFailure(error: unknown, file: string): [message: string, fix: string] {
  const { reason, place } = describeImportFailure(error);
  const at = place === undefined ? '' : `Line ${place.line}, column ${place.column}: `;
  const lacksCmdgate = /'cmdgate(?:\/[^']*)?'/.test(reason) && !file.endsWith('.ts');
  return [
    `The module could not be loaded. ${at}${reason}`,
    lacksCmdgate
      ? 'Install cmdgate next to the module, or rename it to .ts, where cmdgate is always found.'
      : 'Fix the module; it must load on its own.',
  ];
}

function clash(name: string, earlier: string, file: string): Omit<DefinitionProblem, 'where'> {
  return {
    message: earlier === file ? `It defines "${name}" twice.` : `It defines "${name}", which ${earlier} also defines.`,
    fix: 'Rename one of the two, or make them subcommands of one command.',
  };
}

function refuse(message: string, fix: string): Reading {
  return { entries: [], problems: [{ message, fix }] };
}
