import type { RegistryNode } from '../../../registry/registry.js';
import { usageLine } from '../../../registry/usage.js';
import { argumentForm, argumentNotes } from './argument-notes.js';
import type { Reference } from './reference.js';

export function toMarkdown({ name, version, description, prefix, nodes }: Reference): string {
  const sections = nodes.map((node) => describeNode(node, prefix));
  return `${[`# ${name} ${version}`, escaped(description), ...sections].join('\n\n')}\n`;
}

function describeNode({ path, description, command, aliases }: RegistryNode, prefix: string): string {
  const words = `${prefix} ${path.join(' ')}`;
  const usage = command ? `${prefix} ${usageLine(command)}` : `${words} <subcommand> [options]`;
  const rows = (command?.parameters ?? []).map((parameter) => {
    const notes = argumentNotes(parameter);
    const text = [parameter.description, notes.length > 0 && `(${notes.join('; ')})`].filter(Boolean).join(' ');
    return `| ${code(argumentForm(parameter))} | ${escaped(text)} |`;
  });
  const examples = (command?.examples ?? []).map((example) => `${prefix} ${example}`);
  return [
    `## ${words}`,
    `${escaped(description)}${command && command.danger !== 'safe' ? ` *(${command.danger})*` : ''}`,
    fenced([usage]),
    aliases.length > 0 && `Also: ${aliases.map(code).join(', ')}`,
    rows.length > 0 && ['| Argument | Meaning |', '|---|---|', ...rows].join('\n'),
    examples.length > 0 && `Examples:\n\n${fenced(examples)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** A fence longer than any in the text. */
function fenced(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${text}\n${fence}`;
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;
}

/** A description is text: nothing in it becomes a heading, a link or a column. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]|#]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
}
