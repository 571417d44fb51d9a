// Which of the owner's commands a line means.

import { leadingOptions } from '../../../registry/leading-options.js';
import type { OwnerCommand } from './owner-command.js';
import { ownerAliases, ownerCommands } from './owner-commands.js';

export interface FoundOwnerCommand {
  readonly path: readonly string[];
  readonly command: OwnerCommand;
  /** All words but those of its name. */
  readonly after: readonly string[];
  readonly asksForHelp: boolean;
}

/** `nothing`: there is no word that could be one. `direct`: the words are those of a user's own executable. */
export function findOwnerCommand(words: readonly string[], direct: boolean): FoundOwnerCommand | 'nothing' | undefined {
  // The gate's own options may stand before the word, as they may before a command's.
  const at = leadingOptions(words);
  const first = words[at];
  if (first === undefined) return 'nothing';
  const word = Object.hasOwn(ownerAliases, first) ? (ownerAliases[first] as string) : first;
  const after = [...words.slice(0, at), ...words.slice(at + 1)];
  return findLonger(word, after, direct) ?? toFound([word], after, direct);
}

/** A name of two words, as in `policy suggest`. */
function findLonger(word: string, after: readonly string[], direct: boolean): FoundOwnerCommand | undefined {
  const at = leadingOptions(after);
  const path = [word, after[at] ?? ''];
  return toFound(path, [...after.slice(0, at), ...after.slice(at + 1)], direct);
}

function toFound(path: readonly string[], after: readonly string[], direct: boolean): FoundOwnerCommand | undefined {
  const name = path.join(' ');
  const command = Object.hasOwn(ownerCommands, name) ? ownerCommands[name] : undefined;
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
