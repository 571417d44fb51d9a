// How the discovery commands' answers read on a terminal.

import { rangeText } from '../command-line/range-text.js';
import type { JsonSchema } from '../vocabulary/command.js';
import { outputFields, typeText } from './output-fields.js';
import { wrapAfter, wrapText } from './wrap-text.js';

/** Names with what they are for, and names alone. */
export interface NameTable {
  readonly rows: readonly (readonly [names: string, meaning: string])[];
  readonly also: readonly string[];
}

/** Some of the commands, and what they have in common. */
export interface Shelf {
  readonly heading: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
}

export interface HelpData {
  readonly command?: string;
  readonly description?: string;
  readonly danger?: string;
  readonly tags?: readonly string[];
  readonly usage?: string;
  readonly arguments?: readonly Record<string, unknown>[];
  readonly commands?: readonly { readonly name: string; readonly description: string }[];
  /** The same, under headings. */
  readonly shelves?: readonly Shelf[];
  /** Others, of which the names are enough: a heading, and the names below it. */
  readonly more_commands?: NameTable['rows'];
  readonly subcommands?: readonly { readonly name: string; readonly description: string }[];
  readonly results?: readonly { readonly command: string; readonly description: string; readonly usage?: string }[];
  readonly outputSchema?: JsonSchema;
  readonly built_in?: readonly { readonly name: string; readonly description: string }[];
  /** The same where their names are enough. */
  readonly built_in_names?: readonly string[];
  readonly problem?: string;
  readonly examples?: readonly string[];
  readonly options?: NameTable;
  readonly variables?: NameTable;
  readonly more?: string;
  readonly tips?: string;
}

/** `width`: the columns of the terminal where it is shown. Examples are not wrapped: they are there to be copied. */
export function helpText(data: unknown, width = Number.POSITIVE_INFINITY): string {
  const help = data as HelpData;
  const names = help.commands ?? help.subcommands ?? [];
  const wrap = (text: string) => wrapText(text, width).join('\n');
  const sections = [
    wrap([help.command, help.description].filter(Boolean).join(' — ') + (help.danger ? ` (${help.danger})` : '')),
    help.tags && wrapAfter('Tags: ', help.tags.join(', '), width),
    help.usage && wrapAfter('Usage: ', help.usage, width),
    help.shelves
      ? shelvesText(help.shelves, width)
      : names.length > 0 && `Commands:\n${columns(names.map(named), width)}`,
    help.more_commands && `More commands:\n${columns(help.more_commands, width)}`,
    help.problem?.split('\n').map(wrap).join('\n'),
    help.results &&
      (help.results.length > 0
        ? columns(
            help.results.map((hit) => [hit.command, hit.description]),
            width,
          )
        : 'Nothing found.'),
    help.arguments && help.arguments.length > 0 && `Arguments:\n${columns(help.arguments.map(argumentRow), width)}`,
    help.outputSchema && outputText(help.outputSchema, width),
    help.examples &&
      help.examples.length > 0 &&
      `Examples:\n${help.examples.map((example) => `  ${example}`).join('\n')}`,
    help.built_in && `Built-in commands:\n${columns(help.built_in.map(named), width)}`,
    help.options && `${help.variables ? 'Options of every command' : 'Options'}:\n${tableText(help.options, width)}`,
    help.built_in_names && wrapAfter('Built in: ', help.built_in_names.join(', '), Math.min(width, usualWidth)),
    help.variables && `Environment variables:\n${tableText(help.variables, width)}`,
    help.more && wrap(help.more),
    help.tips && wrap(help.tips),
  ];
  return sections.filter(Boolean).join('\n\n');
}

const named = ({ name, description }: { name: string; description: string }) => [name, description] as const;

function argumentRow(argument: Record<string, unknown>): [string, string] {
  const { name, short, type, format, required, description, variadic } = argument;
  const { minimum, maximum } = argument as { readonly minimum?: number; readonly maximum?: number };
  const names = [short, name].filter(Boolean).join(', ');
  const value = type === 'flag' ? '' : ` <${argument.must_exist ?? format ?? type}>`;
  const notes = [
    required && 'required',
    argument.default !== undefined && `default ${JSON.stringify(argument.default)}`,
    argument.enum && `one of ${(argument.enum as unknown[]).join(', ')}`,
    (minimum ?? maximum) !== undefined && rangeText(minimum, maximum),
  ].filter(Boolean);
  return [
    `${names}${value}${variadic ? '...' : ''}`,
    `${description ?? ''}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`,
  ];
}

/** The fields of an object; of anything else what it is. */
function outputText(schema: JsonSchema, width: number): string | undefined {
  const rows = outputFields(schema).map(
    ({ name, type, description }) => [type === '' ? name : `${name} <${type}>`, description] as const,
  );
  if (rows.length > 0) return `Output:\n${columns(rows, width)}`;
  const words = [typeText(schema.type), schema.description].filter(Boolean).join(', ');
  return words === '' ? undefined : wrapAfter('Output: ', words, width);
}

/** One column for all of them, so that they read as one list. */
function shelvesText(shelves: readonly Shelf[], width: number): string {
  const longest = Math.max(...shelves.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  return shelves
    .map(({ heading, commands }) => `${heading}:\n${columns(commands.map(named), width, longest)}`)
    .join('\n\n');
}

function tableText({ rows, also }: NameTable, width: number): string {
  const rest = also.length === 0 ? '' : `\n${wrapAlso(['Also:', ...also], Math.min(width, usualWidth))}`;
  return columns(rows, width) + rest;
}

/** A list of names is read no further than this, however wide the terminal is. */
const usualWidth = 78;

function wrapAlso(words: readonly string[], width: number): string {
  const lines = [''];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length < width) lines[lines.length - 1] = line;
    else lines.push(`    ${word}`);
  }
  return lines.map((line) => ` ${line}`).join('\n');
}

function columns(rows: readonly (readonly [string, string])[], width: number, least = 0): string {
  const longest = Math.min(36, Math.max(least, ...rows.map(([name]) => name.length)));
  return rows.map(([name, text]) => wrapAfter(`  ${name.padEnd(longest)}  `, text, width)).join('\n');
}
