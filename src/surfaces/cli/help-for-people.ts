// The options and variables of a program as a person reads them. Short help has what a person at a terminal types; long
// help, with --verbose, has all of it: what is often needed in a row, the rest by its name.

import { standardOptions } from '../../command-line/standard-options.js';
import type { NameTable } from '../../registry/help-text.js';

/** What belongs together in one row. */
const often: NameTable['rows'] = [
  ['--help, --schema', 'What a command takes: for a person, as JSON Schema'],
  ['--input, --input-file', 'All arguments as one JSON object'],
  ['--dry-run, --validate-only', 'Change nothing; check the arguments alone'],
  ['--confirm-destructive, --yes', 'Agree to what a strict command, or its question, asks'],
  ['--idempotency-key', 'A text of yours: sent twice, it is done once'],
  ['--timeout', 'How long it may take: 500ms, 30s, 5m'],
  ['--format, --output', 'json, jsonl, tsv, plain, text, acli or utcp'],
  ['--fields', 'Of the answer only these: id,owner.name'],
  ['--limit, --cursor', 'Of a list: how many, and from where'],
  ['--quiet, --verbose, --debug', 'Fewer or more messages on stderr'],
  ['--version, --show-config', 'Alone: the version; the settings in force'],
];

/** Of those, what a person types. The rest is for scripts and agents. */
const typed = ['--help, --schema', '--dry-run, --validate-only', '--format, --output', '--fields', '--limit, --cursor'];

export function shortOptionTable(): NameTable {
  return { rows: often.filter(([names]) => typed.includes(names)), also: [] };
}

export function optionTable(): NameTable {
  const shown = new Set(often.flatMap(([names]) => names.split(', ')));
  const names = [...standardOptions.keys()].map((name) => `--${name}`);
  return { rows: often, also: names.filter((name) => !shown.has(name)) };
}

/** Those that are named after the program; what else it reads means there what it means everywhere. */
export function variableTable(variables: Readonly<Record<string, string>>, prefix: string): NameTable {
  const isOwn = (name: string) => name.startsWith(`${prefix}_`);
  return {
    rows: Object.entries(variables).filter(([name]) => isOwn(name)),
    also: Object.keys(variables).filter((name) => !isOwn(name)),
  };
}
