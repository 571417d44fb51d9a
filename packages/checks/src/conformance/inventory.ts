import { isObject, isText, type JsonObject } from './json.js';
import type { Probe } from './probe.js';
import type { Session } from './session.js';

const mostCommands = 200;
const deepest = 8;

/** A command as the server's help describes it. */
export interface KnownCommand {
  readonly path: readonly [string, ...string[]];
  /** The path as it is typed. */
  readonly line: string;
  readonly help: Probe;
  /** It lists other commands below it. */
  readonly group: boolean;
  /** What its help says under `arguments`; empty when it says nothing. */
  readonly arguments: readonly unknown[];
}

export interface Inventory {
  readonly root: Probe;
  /** The names that root help lists, in its order, where they can be typed as one word. */
  readonly names: readonly string[];
  readonly commands: readonly KnownCommand[];
  /** Commands that can be run, not only walked through. */
  readonly leaves: readonly KnownCommand[];
  /** There were more than are looked at. */
  readonly cut: boolean;
  /** A line whose answer is known to succeed, so that other ways of writing it can be compared with it. */
  readonly sample: readonly [string, ...string[]];
}

/** Walks the server's help from the root down, within bounds. */
export async function takeInventory(session: Session): Promise<Inventory> {
  const root = await session.ask('help');
  const names = listed(isObject(root.data) ? root.data.commands : undefined, []);
  const commands: KnownCommand[] = [];
  const waiting: (readonly [string, ...string[]])[] = names.map((name) => [name]);
  const seen = new Set(names);
  for (let path = waiting.shift(); path !== undefined && commands.length < mostCommands; path = waiting.shift()) {
    const line = path.join(' ');
    const help = await session.ask(`help ${line}`);
    const data: JsonObject = isObject(help.data) ? help.data : {};
    const below = path.length < deepest ? listed(data.subcommands ?? data.commands, path) : [];
    commands.push({
      path,
      line,
      help,
      group: below.length > 0,
      arguments: Array.isArray(data.arguments) ? data.arguments : [],
    });
    for (const name of below) {
      const next = [...path, name] as const;
      // A server that lists a command below itself must not be walked for ever.
      if (seen.has(next.join(' ')) || path.includes(name)) continue;
      seen.add(next.join(' '));
      waiting.push([path[0], ...path.slice(1), name]);
    }
  }
  const leaves = commands.filter((command) => !command.group);
  const good = leaves.filter((command) => command.help.outcome === 'success');
  // Two words and no letters that escapes are made of show the most.
  const best = good.find((command) => command.path.length === 2) ?? good[0];
  return {
    root,
    names,
    commands,
    leaves,
    cut: commands.length >= mostCommands,
    sample: ['help', ...(best?.path ?? [])],
  };
}

/** Names of a list of commands, which the specification shows as an array of objects and others write as a record. */
function listed(value: unknown, parent: readonly string[]): readonly string[] {
  const names = Array.isArray(value)
    ? value.map((item: unknown) => (isObject(item) ? item.name : item))
    : isObject(value)
      ? Object.keys(value)
      : [];
  const prefix = parent.length === 0 ? '' : `${parent.join(' ')} `;
  return names
    .filter(isText)
    .map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name))
    .filter((name) => /^[\w.:@/-]+$/u.test(name));
}
