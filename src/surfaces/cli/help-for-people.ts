// Help of a program as a person reads it. Short help fits a screen: the program's own commands first, then the options
// that a person types. Long help, with --all, has every option and variable.

import { standardOptions } from '../../command-line/standard-options.js';
import { type HelpData, helpText, type NameTable, type Shelf } from '../../registry/help-text.js';
import type { Registry } from '../../registry/registry.js';
import { usageLine } from '../../registry/usage.js';
import { nameProgram } from './name-program.js';

/** What belongs together in one row. */
const often: NameTable['rows'] = [
  ['--help, --schema', 'What a command takes: as text, or as JSON Schema'],
  ['--input, --input-file', 'All arguments as one JSON object'],
  ['--dry-run, --validate-only', 'Show what would happen; only check the arguments'],
  ['--confirm-destructive, --yes', 'Confirm a destructive command; answer its questions with yes'],
  ['--idempotency-key', 'Your own key: repeating a request with the same key runs it once'],
  ['--timeout', 'The time limit: 500ms, 30s, 5m'],
  ['--format, --output', 'The form of the answer: json, jsonl, csv, tsv, yaml, table, plain, text, acli, utcp'],
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

/** Of cmdgate's own: its help has no room for those that everybody tries. */
export function shortOwnOptionTable(): NameTable {
  return { rows: [configOption, ...typed.filter(([form]) => form.startsWith('--format'))], also: [] };
}

const configOption = ['--config <file>', 'Use this configuration instead of the nearest one'] as const;

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
  ['Start here', 'init connect serve run approvals doctor'],
  ['Run commands', 'help schema manifest exec repl shell runs version'],
  ['Answer for agents', 'audit policy trust undo hook check-permissions'],
  ['Build commands', 'handles utcp generate-skills reference completion'],
  ['Check others', 'contract conformance mcp-validate'],
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

/** What people do first, with what it is for; of the rest the names. */
export function shortShelves(listed: readonly Listed[]): Required<Pick<HelpData, 'commands' | 'more_commands'>> {
  const [first, ...others] = shelveOwn(listed);
  return {
    commands: first?.commands ?? [],
    more_commands: others.map(({ heading, commands }) => [heading, commands.map(({ name }) => name).join(', ')]),
  };
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
    const { tips, more, ...shown } = help;
    return helpText(
      {
        ...shown,
        command: [program, help.command].filter(Boolean).join(' '),
        // What models are told in a list of commands is more than a person needs.
        more:
          more === undefined ? tips && `Run '${program} <command> --help' for a command` : nameProgram(more, program),
        ...(usage !== undefined && { usage: `${program} ${usage}` }),
        ...(shelves && { shelves }),
        examples: help.examples?.map((example) => `${program} ${example}`),
      },
      width,
    );
  };
}
