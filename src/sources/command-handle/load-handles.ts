// Files of Command Handles → commands. A definition with a mistake is left out and reported; the others work.

import type { Document, Place } from '../../documents/document.js';
import { type FileAdvice, readDocument } from '../../documents/read-document.js';
import type { Command } from '../../vocabulary/command.js';
import { type DefinitionProblem, DefinitionReport, toPointer } from '../parameters/definition-report.js';
import { findUnfit } from '../parameters/find-unfit.js';
import type { HandleHost, HandleSource } from './handle.js';
import { type ReadingRules, readHandle } from './read-handle.js';

export interface LoadedHandles {
  readonly commands: readonly Command[];
  /** In the order of the files, and within one file by place. */
  readonly problems: readonly DefinitionProblem[];
}

export interface CheckedHandles {
  /** The names of those without an error. */
  readonly handles: readonly string[];
  readonly problems: readonly DefinitionProblem[];
}

const advice: FileAdvice = {
  unknownKind: 'Use a .json, .yaml or .yml file.',
  notAFile: 'Name a handle file.',
  empty: 'Write one handle, or a list of them.',
};

/** `taken` are names that other commands have already. Never rejects for what the files hold. */
export function loadHandles(
  sources: readonly HandleSource[],
  host: HandleHost,
  taken: ReadonlySet<string> = new Set(),
): Promise<LoadedHandles> {
  return readSources(sources, host, 'as needed', taken);
}

/** The same for whoever only wants to know what is wrong: it also looks where that takes longer than a start should. */
export async function checkHandles(sources: readonly HandleSource[], host: HandleHost): Promise<CheckedHandles> {
  const { commands, problems } = await readSources(sources, host, 'everything', new Set());
  return { handles: commands.map(({ path }) => path.join(' ')), problems };
}

async function readSources(
  sources: readonly HandleSource[],
  host: HandleHost,
  check: ReadingRules['check'],
  taken: ReadonlySet<string>,
): Promise<LoadedHandles> {
  const commands: Command[] = [];
  const problems: DefinitionProblem[] = [];
  const owners = new Map<string, string>();
  const read = new Set<string>();
  for (const { files, options } of sources) {
    for (const file of files) {
      if (read.has(file)) {
        const message = 'The file is listed twice.';
        problems.push({ file, pointer: '', message, fix: 'Keep one of the two in "handles".', severity: 'error' });
        continue;
      }
      read.add(file);
      const document = await readDocument(file, advice);
      const reports = readDefinitions(file, document);
      for (const { report, value } of reports) {
        checkName(value, report, owners, taken);
        const command = readOne(value, { options, host, check }, report);
        if (command) commands.push(command);
      }
      problems.push(...inOrder(file, document, reports));
    }
  }
  return { commands, problems };
}

interface Definition {
  readonly report: DefinitionReport;
  readonly value: unknown;
}

/** The definitions of a file, each with what the parser found wrong in it. */
function readDefinitions(file: string, document: Document): readonly Definition[] {
  const { value } = document;
  if (value === undefined) return [];
  const isList = Array.isArray(value);
  const definitions = (isList ? value : [value]).map((one: unknown, index) => ({
    report: new DefinitionReport(file, document, isList ? [index] : []),
    value: one,
  }));
  for (const { path, place, message, fix } of document.problems) {
    const index = isList ? (typeof path[0] === 'number' ? path[0] : indexAt(document, place, value.length)) : 0;
    const pointer = path.length > 0 ? toPointer(path) : (definitions[index]?.report.pointer ?? '');
    definitions[index]?.report.problems.push({ file, ...place, pointer, message, fix, severity: 'error' });
  }
  return definitions;
}

/** The last item of a list that begins before a place. */
function indexAt(document: Document, place: Place | undefined, length: number): number {
  for (let index = length - 1; index > 0 && place; index--) {
    const start = document.locate([index], 'value');
    if (start && (start.line < place.line || (start.line === place.line && start.column <= place.column))) return index;
  }
  return 0;
}

function readOne(value: unknown, rules: ReadingRules, report: DefinitionReport): Command | undefined {
  const unfit = findUnfit(value);
  if (unfit === undefined) return readHandle(value, rules, report);
  report.error(unfit.path, unfit.message, 'Write plain JSON values.');
  return undefined;
}

/** Of two definitions with one name the first is kept. */
function checkName(
  value: unknown,
  report: DefinitionReport,
  owners: Map<string, string>,
  taken: ReadonlySet<string>,
): void {
  const name: unknown =
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'name') && 'name' in value
      ? value.name
      : undefined;
  if (typeof name !== 'string') return;
  const owner = owners.get(name);
  if (owner !== undefined) {
    const message =
      owner === report.file
        ? 'Another handle in this file has this name.'
        : `Another handle, in ${owner}, has this name.`;
    report.error(['name'], message, 'Rename one of the two.');
  } else if (taken.has(name)) {
    report.error(['name'], 'Another command has this name.', 'Rename one of the two.');
  } else owners.set(name, report.file);
}

function inOrder(file: string, document: Document, definitions: readonly Definition[]): readonly DefinitionProblem[] {
  if (document.value === undefined) {
    return document.problems.map(({ path, place, message, fix }) => ({
      file,
      ...place,
      pointer: toPointer(path),
      message,
      fix,
      severity: 'error' as const,
    }));
  }
  return definitions
    .flatMap(({ report }) => report.problems)
    .sort((left, right) => (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0));
}
