import type { Command } from '../vocabulary/command.js';
import { outputFields } from './output-fields.js';

export interface SearchHit {
  readonly command: string;
  readonly description: string;
  readonly tags?: readonly string[];
}

/** The commands that words speak of, best first: a name counts more than a description, all words more than some. */
export function searchCommands(commands: readonly Command[], words: readonly string[], most: number): SearchHit[] {
  const wanted = words.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '');
  if (wanted.length === 0) return [];
  return commands
    .map((command) => ({ command, score: score(command, wanted) }))
    .filter((hit) => hit.score > 0)
    .sort((left, right) => right.score - left.score || (pathOf(left.command) < pathOf(right.command) ? -1 : 1))
    .slice(0, most)
    .map(({ command }) => toHit(command));
}

function toHit(command: Command): SearchHit {
  const { description, tags = [] } = command;
  return { command: pathOf(command), description, ...(tags.length > 0 && { tags }) };
}

function pathOf(command: Command): string {
  return command.path.join(' ');
}

function score(command: Command, wanted: readonly string[]): number {
  const fields: [number, string[]][] = [
    [10, splitWords([...command.path, ...command.aliases].join(' '))],
    [6, splitWords((command.tags ?? []).join(' '))],
    [4, splitWords(command.description)],
    [2, splitWords(command.parameters.map(({ label, description }) => `${label} ${description}`).join(' '))],
    [1, splitWords([...command.examples, ...outputTexts(command)].join(' '))],
  ];
  let total = 0;
  let found = 0;
  for (const word of wanted) {
    const best = Math.max(...fields.map(([weight, texts]) => weight * closeness(word, texts)));
    if (best > 0) found++;
    total += best;
  }
  return total * (found / wanted.length);
}

function outputTexts({ outputSchema }: Command): string[] {
  return outputFields(outputSchema).map(({ name, description }) => `${name} ${description}`);
}

function closeness(word: string, texts: readonly string[]): number {
  if (texts.includes(word)) return 1;
  // "event" finds "events" and the other way round.
  if (texts.some((text) => text.startsWith(word) || (text.length > 3 && word.startsWith(text)))) return 0.7;
  return word.length > 3 && texts.some((text) => text.includes(word)) ? 0.4 : 0;
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
