// Help of a program as a person reads it. Short help fits a screen: the program's own commands first, then the options
// that a person types. Long help, with --all, has every option and variable.

import { standardOptions } from '../../command-line/standard-options.js';
import { type HelpData, helpText, type NameTable, type Shelf } from '../../registry/help-text.js';
import type { Registry } from '../../registry/registry.js';
import { usageLine } from '../../registry/usage.js';

/** What belongs together in one row. */
const often: NameTable['rows'] = [
  ['--help, --schema', 'What a command takes: as text, or as JSON Schema'],
  ['--input, --input-file', 'All arguments as one JSON object'],
  ['--dry-run, --validate-only', 'Show what would happen; only check the arguments'],
  ['--confirm-destructive, --yes', 'Confirm a destructive command; answer its questions with yes'],
  ['--idempotency-key', 'Your own key: repeating a request with the same key runs it once'],
  ['--timeout', 'The time limit: 500ms, 30s, 5m'],
  ['--format, --output', 'The output format: json, jsonl, tsv, plain, text, acli or utcp'],
  ['--fields', 'Return only these fields: id,owner.name'],
  ['--limit, --cursor', 'For a list: how many items, and where to start'],
  ['--quiet, --verbose, --debug', 'Fewer or more messages on stderr'],
  ['--version, --show-config', 'Used alone: show the version; show the current settings'],
];

/** What a person types. The rest is for scripts and agents. */
const typed: NameTable['rows'] = [
  ['-h, --help', 'Show help for the program or a command'],
  ['-V, --version', 'Show the version'],
  ['--dry-run', 'Show what a command would do, and change nothing'],
  ['--format <form>', 'Answer as json, jsonl, csv, tsv, yaml, table, plain or text'],
];

export function shortOptionTable(): NameTable {
  return { rows: typed, also: [] };
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

type Listed = Shelf['commands'][number];

/** By whom a command of cmdgate itself is used. What is on no shelf comes last. */
const shelvesOfCmdgate: readonly (readonly [heading: string, names: string])[] = [
  ['Start here', 'init connect serve doctor version'],
  ['Run commands', 'run help exec repl shell runs'],
  ['Answer for what agents do', 'approvals audit policy trust undo hook'],
  ['Build commands', 'schema manifest check-permissions handles utcp generate-skills reference completion'],
  ['Check programs and servers', 'contract conformance mcp-validate'],
];

export function shelveOwn(listed: readonly Listed[]): readonly Shelf[] {
  const known = shelvesOfCmdgate.map(([heading, names]) => ({
    heading,
    commands: names.split(' ').flatMap((name) => listed.filter((one) => one.name === name)),
  }));
  const shelved = new Set(known.flatMap(({ commands }) => commands));
  const rest = { heading: 'More', commands: listed.filter((one) => !shelved.has(one)) };
  return [...known, rest].filter(({ commands }) => commands.length > 0);
}

/** Under the headings that their author gave them, those without one first. Undefined where there are no headings. */
export function shelveByCategory(
  listed: readonly Listed[],
  categoryOf: (name: string) => string | undefined,
): readonly Shelf[] | undefined {
  const shelves = new Map<string, Listed[]>([['Commands', []]]);
  for (const one of listed) {
    const heading = categoryOf(one.name) ?? 'Commands';
    shelves.set(heading, [...(shelves.get(heading) ?? []), one]);
  }
  if (shelves.size === 1) return undefined;
  const all = [...shelves].map(([heading, commands]) => ({ heading, commands }));
  return all.filter(({ commands }) => commands.length > 0);
}

/** The gate's help as it reads at a shell: lines that can be typed there begin with the program's name. */
export function helpAtShell(registry: Registry, program: string): (data: unknown, width?: number) => string {
  return (data, width) => {
    const help = data as HelpData;
    const { node } = registry.find(help.command === undefined ? [] : help.command.split(' '));
    const usage = help.command !== undefined && node.command ? usageLine(node.command) : help.usage;
    const categoryOf = (name: string) => node.children.get(name)?.category;
    const shelves = shelveByCategory(help.commands ?? help.subcommands ?? [], categoryOf);
    return helpText(
      {
        ...help,
        ...(help.command !== undefined && { command: `${program} ${help.command}` }),
        ...(usage !== undefined && { usage: `${program} ${usage}` }),
        ...(shelves && { shelves }),
        examples: help.examples?.map((example) => `${program} ${example}`),
      },
      width,
    );
  };
}
