// The names of tools that stand for commands: valid for every client, and never two commands under one name.

import { createHash } from 'node:crypto';
import type { Registry } from '../../../registry/registry.js';
import type { Command } from '../../../vocabulary/command.js';

/** Clients take no longer names. */
const longest = 64;

const namesOf = new WeakMap<Registry, ReadonlyMap<Command, string>>();

/**
 * The words of each command joined by `_`. Where that is too long or several commands would have the same name, all of
 * those end with a digest of their words, so that neither the order of commands nor who asks changes a name.
 */
export function toolNames(registry: Registry, taken: readonly string[]): ReadonlyMap<Command, string> {
  const known = namesOf.get(registry);
  if (known) return known;
  const commands = registry.commands.filter(({ builtIn }) => !builtIn);
  let names = commands.map((command) => nameOf(command, 0));
  const digits = commands.map(() => 0);
  // Each turn makes the digests of those that still clash longer; a name that was made to clash gets one as well.
  while (markClashes(names, taken, digits)) {
    names = commands.map((command, index) => nameOf(command, digits[index] as number));
  }
  const found = new Map(commands.map((command, index) => [command, names[index] as string]));
  namesOf.set(registry, found);
  return found;
}

function markClashes(names: readonly string[], taken: readonly string[], digits: number[]): boolean {
  const counts = new Map<string, number>(taken.map((name) => [name, 1]));
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  let clashes = false;
  for (const [index, name] of names.entries()) {
    if (counts.get(name) === 1) continue;
    digits[index] = Math.max(8, (digits[index] as number) + 4);
    clashes = true;
  }
  return clashes;
}

function nameOf({ path }: Command, digits: number): string {
  const words = path.join('_').replace(/[^A-Za-z0-9_-]/g, '_');
  if (digits === 0 && words.length <= longest) return words;
  const digest = createHash('sha256').update(JSON.stringify(path)).digest('hex').slice(0, Math.max(8, digits));
  return `${words.slice(0, longest - digest.length - 1)}_${digest}`;
}
