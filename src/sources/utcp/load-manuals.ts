// Manuals → tools. A tool with a mistake is left out and reported; the others work.

import { basename, extname } from 'node:path';
import type { Document, DocumentProblem, KeyPath, Place } from '../../documents/document.js';
import { quoteForReport } from '../../documents/quote-for-report.js';
import { isObject } from '../../shape/kind-of.js';
import { reservedWords } from '../../vocabulary/names.js';
import { fieldOf } from '../parameters/check-fields.js';
import { type DefinitionProblem, DefinitionReport, toPointer } from '../parameters/definition-report.js';
import { findUnfit } from '../parameters/find-unfit.js';
import { cleanName } from './read/clean-name.js';
import { type FoundTool, type FoundTools, findTools } from './read/find-tools.js';
import { readTool, type ToolRules } from './read/read-tool.js';
import type { ManualOptions, Tool, UtcpHost } from './tool.js';

export interface ManualSource {
  /** Where the owner gave none, it is the file's. */
  readonly name: string | undefined;
  /** The file or the command that it came from, for messages. */
  readonly origin: string;
  readonly document: Document;
  readonly options: ManualOptions;
  readonly isFile: boolean;
}

export interface LoadedManual {
  /** The first word of its commands. */
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
  readonly options: ManualOptions;
}

export interface LoadedManuals {
  readonly manuals: readonly LoadedManual[];
  /** In the order of the sources, and within one by place. */
  readonly problems: readonly DefinitionProblem[];
}

/** `taken` are names that other commands have already. Never throws for what the manuals hold. */
export function loadManuals(
  sources: readonly ManualSource[],
  host: UtcpHost,
  taken: ReadonlySet<string> = new Set(),
): LoadedManuals {
  const manuals: LoadedManual[] = [];
  const problems: DefinitionProblem[] = [];
  const owners = new Map<string, string>();
  for (const source of sources) {
    const loaded = loadManual(source, host, owners, taken);
    problems.push(...loaded.problems);
    if (loaded.manual) manuals.push(loaded.manual);
  }
  return { manuals, problems };
}

interface LoadedOne {
  readonly manual: LoadedManual | undefined;
  readonly problems: readonly DefinitionProblem[];
}

function loadManual(
  source: ManualSource,
  host: UtcpHost,
  owners: Map<string, string>,
  taken: ReadonlySet<string>,
): LoadedOne {
  const { origin, options } = source;
  const document = withFewPlaces(source.document);
  const whole = new DefinitionReport(origin, document, []);
  if (document.value === undefined) return { manual: undefined, problems: document.problems.map(toProblem(origin)) };
  const found = findTools(document, whole);
  const name = nameOf(source, found, whole, owners, taken);
  const reports = found.tools.map(({ path }) => new DefinitionReport(origin, document, path));
  for (const problem of document.problems)
    (ownerOf(problem, found.tools, reports, document) ?? whole).problems.push(toProblem(origin)(problem));
  const tools: Tool[] = [];
  if (name) {
    const rules: ToolRules = { manual: name, options, host };
    const names = new Map<string, string>();
    for (const [index, { value }] of found.tools.entries()) {
      const report = reports[index];
      const tool = report && readOne(value, rules, report);
      if (!tool || !report) continue;
      if (isFree(tool, names, taken, report)) tools.push(tool);
    }
  }
  const ofTools = reports.flatMap((report, index) => withSubject(report.problems, found.tools[index]?.value));
  const problems = [...whole.problems, ...ofTools].sort(byPlace);
  const { description } = found;
  return { manual: name && { name: name.cleaned, description, tools, options }, problems };
}

/** Whoever reads it knows his tools by their names, and not by their places. */
function withSubject(problems: readonly DefinitionProblem[], tool: unknown): readonly DefinitionProblem[] {
  const name = isObject(tool) ? fieldOf(tool, 'name') : undefined;
  if (typeof name !== 'string') return problems;
  const subject = `tool ${quoteForReport(name)}`;
  return problems.map((problem) => ({ ...problem, subject }));
}

function readOne(value: unknown, rules: ToolRules, report: DefinitionReport): Tool | undefined {
  const unfit = findUnfit(value);
  if (unfit === undefined) return readTool(value, rules, report);
  report.error(unfit.path, unfit.message, 'Write plain JSON values.');
  return undefined;
}

/** Of two tools with one name the first is kept. `names` has how each was written. */
function isFree(
  { path, name }: Tool,
  names: Map<string, string>,
  taken: ReadonlySet<string>,
  report: DefinitionReport,
): boolean {
  const line = path.join(' ');
  const fix = 'Rename one of the two.';
  const other = names.get(line);
  if (other !== undefined) {
    const typed = path[1] === name && path[1] === other ? '' : `, and both are typed as "${path[1]}"`;
    report.error(['name'], `Another tool of this manual is called ${quoteForReport(other)}${typed}.`, fix);
  } else if (taken.has(line)) report.error(['name'], 'Another command has this name.', fix);
  else {
    names.set(line, name);
    return true;
  }
  return false;
}

function nameOf(
  { name, origin, isFile }: ManualSource,
  { title }: FoundTools,
  report: DefinitionReport,
  owners: Map<string, string>,
  taken: ReadonlySet<string>,
): ToolRules['manual'] | undefined {
  const written = name ?? (isFile ? basename(origin, extname(origin)) : (title ?? 'manual'));
  const cleaned = cleanName(written);
  const fix = 'Give the manual another "name" in the configuration.';
  const owner = cleaned === undefined ? undefined : owners.get(cleaned);
  if (cleaned === undefined) {
    report.error([], `${quoteForReport(written)} cannot be the name of a manual.`, fix);
  } else if (reservedWords.has(cleaned)) report.error([], `"${cleaned}" is reserved for the gate itself.`, fix);
  else if (owner !== undefined) {
    report.error([], `Another manual, in ${owner}, is also called "${cleaned}".`, fix);
  } else if (taken.has(cleaned)) report.error([], `Another command is called "${cleaned}".`, fix);
  else {
    owners.set(cleaned, origin);
    return { written, cleaned };
  }
  return undefined;
}

/** The tool in which the parser found a problem. */
function ownerOf(
  { path, place }: DocumentProblem,
  tools: readonly FoundTool[],
  reports: readonly DefinitionReport[],
  document: Document,
): DefinitionReport | undefined {
  if (path.length > 0) return reports[tools.findIndex((tool) => startsWith(path, tool.path))];
  if (!place) return undefined;
  return reports[tools.findLastIndex((tool) => !isAfter(document.locate(tool.path, 'value'), place))];
}

function startsWith(path: KeyPath, lead: KeyPath): boolean {
  return lead.every((part, at) => path[at] === part);
}

function isAfter(left: Place | undefined, right: Place): boolean {
  return !left || left.line > right.line || (left.line === right.line && left.column > right.column);
}

const toProblem =
  (file: string) =>
  ({ path, place, message, fix }: DocumentProblem): DefinitionProblem => ({
    file,
    ...place,
    pointer: toPointer(path),
    message,
    fix,
    severity: 'error',
  });

const mostPlaces = 1_000;

/** To find a place, a file is read from its start. Whoever has a thousand mistakes to mend does not need the last one's. */
function withFewPlaces(document: Document): Document {
  let left = mostPlaces;
  return { ...document, locate: (path, part) => (left-- > 0 ? document.locate(path, part) : undefined) };
}

const byPlace = (left: DefinitionProblem, right: DefinitionProblem): number =>
  (left.line ?? Number.MAX_SAFE_INTEGER) - (right.line ?? Number.MAX_SAFE_INTEGER) ||
  (left.column ?? 0) - (right.column ?? 0);
