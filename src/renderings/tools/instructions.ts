// What a client may tell its model about this server before the first call. At most 200 tokens: every conversation
// pays for them.

import type { Gate } from '../../gate/gate.js';
import { childrenOf } from '../../registry/describe-help.js';
import type { Caller } from '../../vocabulary/request.js';

/** What the texts of the owner may take of the 200 tokens; the rest is ours. */
const budget = { withoutShell: 112, withShell: 72 } as const;

const together =
  'Several steps in one call: exec --input \'{"_cmd":"group.command","option":1}\', one JSON object per line.';

export type IntroducedGate = Pick<Gate, 'name' | 'description' | 'registry' | 'mayRun' | 'introduction'>;

export interface Offer {
  readonly shell: boolean;
  /** Whether each command is a tool as well. */
  readonly each: boolean;
}

/** Shows no command that the caller may not run. */
export function instructionsFor(caller: Caller, gate: IntroducedGate, { shell, each }: Offer): string {
  const room = shell ? budget.withShell : budget.withoutShell;
  const name = cutTo(oneLine(gate.introduction.title ?? gate.name), room * 0.2);
  const description = cutTo(oneLine(gate.description), room * 0.5);
  const left = room - costOf(name) - costOf(description);
  const visible = childrenOf(gate.registry.root, (command) => gate.mayRun(caller, command)).map((node) => node.name);
  const names = visible.filter((one) => one !== 'shell');
  return [
    `${name}: ${description}`,
    ...tellCommands(names, left, each),
    ...(shell
      ? [
          "shell_cmd runs a bash-style line with any program in the workspace. Long runs keep running: continue with the cli tool, 'runs wait <id>' or 'runs output <id>'.",
        ]
      : []),
  ].join('\n');
}

function tellCommands(names: readonly string[], room: number, each: boolean): readonly string[] {
  if (names.length === 0) return ["The tool cli has only built-in commands for you: 'help', 'runs', 'version'."];
  const runs = each
    ? 'Each command is a tool of its own; the tool cli also runs them by name, and has help, runs and exec.'
    : 'The tool cli runs one command per call.';
  return [
    `${runs} Commands: ${listSome(names, room)}.`,
    "Find commands with 'help --search <words>', arguments with 'help <command>'. cli has no shell: |, &&, $X and * are plain text.",
    together,
  ];
}

/** The first names, and how many there are beside them. */
function listSome(names: readonly string[], room: number): string {
  const shown: string[] = [];
  let left = room;
  for (const name of names) {
    left -= costOf(name) + 1;
    if (left < 0) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  if (more === 0) return shown.join(', ');
  return shown.length === 0 ? String(more) : `${shown.join(', ')} and ${more} more`;
}

/** The owner's text is data: it cannot begin another line, or hide anything. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

function cutTo(text: string, room: number): string {
  if (costOf(text) <= room) return text;
  let left = room - 1;
  let kept = '';
  for (const character of text) {
    left -= costOf(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/**
 * At least as many tokens as a text has, without a tokenizer: text that is no words in any language has about two
 * characters of ASCII in a token, and others are up to three tokens each.
 */
function costOf(text: string): number {
  let cost = 0;
  for (const character of text) cost += (character.codePointAt(0) ?? 0) < 0x80 ? 0.65 : 3;
  return cost;
}
