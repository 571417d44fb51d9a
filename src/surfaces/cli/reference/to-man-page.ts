import type { RegistryNode } from '../../../registry/registry.js';
import { usageLine } from '../../../registry/usage.js';
import { argumentForm, argumentNotes } from './argument-notes.js';
import type { Reference } from './reference.js';

/** Section 1, with the macros that every man knows. */
export function toManPage({ name, version, description, prefix, nodes }: Reference): string {
  const lines = [
    `.TH ${quoted(name.toUpperCase())} 1 "" ${quoted(`${name} ${version}`)}`,
    '.SH NAME',
    `${text(name)} \\- ${text(description)}`,
    '.SH SYNOPSIS',
    `.B ${text(name)}`,
    text('<command> [arguments]'),
    '.SH OPTIONS',
    ...entry('-h, --help', 'Show help for the program or a command'),
    ...entry('-V, --version', 'Show the version'),
    '.SH COMMANDS',
    ...nodes.flatMap((node) => describeNode(node, prefix)),
  ];
  return `${lines.join('\n')}\n`;
}

function describeNode({ path, description, command }: RegistryNode, prefix: string): readonly string[] {
  const words = path.join(' ');
  const usage = command ? usageLine(command) : `${words} <subcommand> [options]`;
  const danger = command && command.danger !== 'safe' ? ` (${command.danger})` : '';
  const examples = command?.examples ?? [];
  return [
    `.SS ${quoted(words)}`,
    text(description + danger),
    '.PP',
    '.nf',
    text(`${prefix} ${usage}`),
    '.fi',
    ...(command?.parameters ?? []).flatMap((parameter) => {
      const notes = argumentNotes(parameter);
      const meaning = [parameter.description, notes.length > 0 && `(${notes.join('; ')})`].filter(Boolean).join(' ');
      return entry(argumentForm(parameter), meaning);
    }),
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:', '.PP', '.nf']),
    ...examples.map((example) => text(`    ${prefix} ${example}`)),
    ...(examples.length === 0 ? [] : ['.fi']),
  ];
}

function entry(form: string, meaning: string): readonly string[] {
  return ['.TP', `.B ${quoted(form)}`, text(meaning === '' ? form : meaning)];
}

/** A line of text: no request, whatever it begins with, and hyphens that can be copied. */
function text(value: string): string {
  const plain = value
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}

/** One argument of a request. */
function quoted(value: string): string {
  return `"${text(value).replaceAll('"', '\\(dq')}"`;
}
