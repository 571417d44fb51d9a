// Which of the executable's own commands a line means.

import { leadingOptions } from '../registry/leading-options.js';
import type { OwnerCommand } from './owner-command.js';
import { ownerAliases } from './owner-commands.js';

export type OwnerCommands = Readonly<Record<string, OwnerCommand>>;

export interface FoundOwnerCommand {
  readonly path: readonly string[];
  readonly command: OwnerCommand;
  /** All words but those of its name. */
  readonly after: readonly string[];
  readonly asksForHelp: boolean;
}

/** `nothing`: there is no word that could be one. `direct`: the words are those of a user's own executable. */
export function findOwnerCommand(
  commands: OwnerCommands,
  words: readonly string[],
  direct: boolean,
): FoundOwnerCommand | 'nothing' | undefined {
  const known = (path: readonly string[], after: readonly string[]) => toFound(commands, path, after, direct);
  // The gate's own options may stand before the word, as they may before a command's.
  const at = leadingOptions(words);
  const first = words[at];
  if (first === undefined) return 'nothing';
  const word = Object.hasOwn(ownerAliases, first) ? (ownerAliases[first] as string) : first;
  const after = [...words.slice(0, at), ...words.slice(at + 1)];
  // A name of two words, as in `policy suggest`.
  const next = leadingOptions(after);
  const longer = known([word, after[next] ?? ''], [...after.slice(0, next), ...after.slice(next + 1)]);
  return longer ?? known([word], after);
}

function toFound(
  commands: OwnerCommands,
  path: readonly string[],
  after: readonly string[],
  direct: boolean,
): FoundOwnerCommand | undefined {
  const name = path.join(' ');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || (direct && !command.everywhere)) return undefined;
  const isRequest = command.needs === 'request' || (name === 'exec' && asksFor('--schema', after));
  if (isRequest) return { path, command: { ...command, needs: 'request' }, after, asksForHelp: false };
  return { path, command, after, asksForHelp: asksFor('--help', after) };
}

/** What follows `--` is no option of ours. */
function asksFor(option: string, words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end === -1 ? words : words.slice(0, end)).includes(option);
}
