// The UTCP manuals of a configuration: where each is read from, and which variables it has.

import { dirname } from 'node:path';
import type { KeyPath } from '../documents/document.js';
import { formatKeyPath } from '../documents/format-key-path.js';
import { quoteForReport } from '../documents/quote-for-report.js';
import type { Variable } from '../sources/utcp/tool.js';
import { isNamedLikeSecret, redactText } from '../vocabulary/look-alikes.js';
import type { SandboxChoice } from '../vocabulary/sandbox.js';
import type { ConfiguredManuals } from './configuration.js';
import type { ConfigurationFile } from './configuration-shape.js';
import { isReference } from './fetch-secret.js';
import { documents, resolveFiles } from './resolve-files.js';
import { resolveOwnSandbox } from './resolve-sandbox.js';
import { resolveSecret } from './resolve-secret.js';
import { at, type Surroundings } from './surroundings.js';

type Entry = NonNullable<ConfigurationFile['utcp']>[number];
type ManualEntry = Exclude<Entry, string>;

export interface ResolvedUtcp {
  readonly manuals: readonly ConfiguredManuals[];
  readonly warnings: readonly string[];
}

/** What belongs to an entry before what is for all of them is added. */
interface OwnVariables {
  readonly variables: ReadonlyMap<string, Variable>;
  readonly environment: readonly string[];
}

const manualFiles = documents('manuals/*.json');

export function resolveUtcp(
  entries: readonly Entry[],
  sandbox: SandboxChoice,
  surroundings: Surroundings,
): ResolvedUtcp {
  const warnings: string[] = [];
  const read = entries.map((entry, index) => {
    const place: KeyPath = ['utcp', index];
    const written = typeof entry === 'string' ? {} : entry;
    const variables = resolveVariables(written.variables ?? {}, [...place, 'variables'], surroundings, warnings);
    const from =
      typeof entry === 'string'
        ? { files: resolveFiles([entry], ['utcp'], manualFiles, at(surroundings, place)) }
        : resolveOrigin(entry, place, surroundings);
    return { written, place, from, own: { variables, environment: written.environment ?? [] } };
  });
  const forAll = read.filter(({ from }) => from === 'all').map(({ own }) => own);
  const manuals = read.flatMap(({ written, place, from, own }) =>
    typeof from === 'string'
      ? []
      : [
          {
            ...{ name: written.name, from, ...optionsOf(written), ...joined([own, ...forAll]) },
            sandbox: resolveOwnSandbox(written, sandbox, place, surroundings),
          },
        ],
  );
  return { manuals, warnings };
}

/** Of two variables with one name the first counts. */
function joined(all: readonly OwnVariables[]): OwnVariables {
  const variables = new Map<string, Variable>();
  for (const [name, variable] of all.flatMap((one) => [...one.variables])) {
    if (!variables.has(name)) variables.set(name, variable);
  }
  return { variables, environment: [...new Set(all.flatMap(({ environment }) => environment))] };
}

function optionsOf({ paths, relativePrograms = false, continueOnFailure = false }: ManualEntry) {
  return { paths: paths === 'any' ? 'any' : 'workspace', relativePrograms, continueOnFailure } as const;
}

/** `wrong` was reported. */
function resolveOrigin(
  entry: ManualEntry,
  place: KeyPath,
  surroundings: Surroundings,
): ConfiguredManuals['from'] | 'all' | 'wrong' {
  const { name, file, command, timeoutMs } = entry;
  const { report } = surroundings;
  if (file !== undefined && command !== undefined) {
    report([...place, 'command'], {
      part: 'key',
      message: 'A manual is read from a file or printed by a command, not both.',
      fix: 'Remove "file" or "command".',
    });
    return 'wrong';
  }
  if (file !== undefined) {
    if (timeoutMs !== undefined) {
      const message = 'A file has no time limit: "timeoutMs" is for "command".';
      report([...place, 'timeoutMs'], { part: 'key', message, fix: 'Remove it.' });
    }
    const files = resolveFiles([file], [], manualFiles, at(surroundings, [...place, 'file']));
    if (name !== undefined && files.length > 1) {
      const message = `${quoteForReport(file)} matches ${files.length} files, which cannot all be called ${quoteForReport(name)}.`;
      report([...place, 'name'], { message, fix: 'Name one file, or remove the name.' });
    }
    return { files };
  }
  if (command !== undefined) {
    const [program, ...args] = command;
    if (program !== undefined && program.trim() !== '') return { command: [program, ...args], timeoutMs };
    report([...place, 'command'], {
      message: 'It does not name a program.',
      fix: 'For example: ["print-manual", "--json"].',
    });
    return 'wrong';
  }
  return isForAll(entry, place, surroundings) ? 'all' : 'wrong';
}

const keysForAll: ReadonlySet<string> = new Set(['variables', 'environment']);

/** What says where no manual is can only hold what all of them share. */
function isForAll(entry: ManualEntry, place: KeyPath, { report, locate }: Surroundings): boolean {
  // What is written and not here had a mistake of its own, which was told.
  if (['file', 'command'].some((key) => locate([...place, key], 'key') !== undefined)) return false;
  const others = Object.keys(entry).filter((key) => !keysForAll.has(key));
  if (others.length === 0 && Object.keys(entry).length > 0) return true;
  const [first] = others;
  report(place, {
    part: 'key',
    message: `It has neither "file" nor "command"${first === undefined ? '' : `, and "${first}" is for one manual`}.`,
    fix: 'Add one of the two. An entry for all manuals has only "variables" and "environment".',
  });
  return false;
}

function resolveVariables(
  written: Readonly<Record<string, string>>,
  place: KeyPath,
  surroundings: Surroundings,
  warnings: string[],
): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const [name, value] of Object.entries(written)) {
    const key = [...place, name];
    const variable = isReference(value)
      ? followReference(value, key, surroundings, warnings)
      : takeValue(name, value, key, surroundings, warnings);
    if (variable !== undefined) variables.set(name, variable);
  }
  return variables;
}

/** One that leads nowhere keeps from working what needs it, and nothing else. */
function followReference(
  reference: string,
  key: KeyPath,
  { file, environment }: Surroundings,
  warnings: string[],
): Variable {
  const resolved = resolveSecret(reference, dirname(file), environment, 'credential');
  if (resolved.ok) return resolved.secret;
  const { message, fix } = resolved;
  warnings.push(`${formatKeyPath(key)} has no value, so whatever uses it is left out. ${message} ${fix}`);
  const reveal = () => {
    throw new Error(message);
  };
  return { reveal, missing: { message, fix } };
}

/** A value that stands in the file itself. */
function takeValue(
  name: string,
  value: string,
  key: KeyPath,
  { report }: Surroundings,
  warnings: string[],
): Variable | undefined {
  const fix = `Write "env:${name}" and set that environment variable, or "file:path" and put the secret into that file.`;
  if (value.includes('\0')) {
    report(key, { message: 'It contains a NUL character.', fix: 'Write the value as text.' });
    return undefined;
  }
  if (redactText(value) !== value) {
    const message = 'The value looks like a secret. Must be a reference to it, "env:NAME" or "file:path".';
    report(key, { message, fix });
    return undefined;
  }
  if (value !== '' && isNamedLikeSecret(`--${name}`)) {
    warnings.push(`${formatKeyPath(key)} is named like a secret, but its value is in the configuration. ${fix}`);
  }
  return { reveal: () => value, isPlain: true };
}
