// Which of the executable's own commands a line means.

import { leadingOptions } from '../registry/leading-options.js';
import type { OwnerCommand, OwnerCommands } from './owner-command.js';

export interface FoundOwnerCommand {
  readonly path: readonly string[];
  readonly command: OwnerCommand;
  /** All words but those of its name. */
  readonly after: readonly string[];
}

/** `nothing`: there is no word that could be one. `direct`: the words are those of a user's own executable. */
export function findOwnerCommand(
  commands: OwnerCommands,
  words: readonly string[],
  direct: boolean,
): FoundOwnerCommand | 'nothing' | undefined {
  // The gate's own options may stand before the word, as they may before a command's.
  const [first, after] = takeWord(words);
  if (first === undefined) return 'nothing';
  const name = Object.hasOwn(commands, first) ? first : (byAlias(commands, first) ?? first);
  // A name of two words, as in `policy suggest`.
  const [second, rest] = takeWord(after);
  return find([name, second ?? ''], rest) ?? find([name], after);

  function find(path: readonly string[], others: readonly string[]): FoundOwnerCommand | undefined {
    const key = path.join(' ');
    const command = Object.hasOwn(commands, key) ? commands[key] : undefined;
    if (!command || (direct && !command.everywhere)) return undefined;
    return { path, command: key === 'exec' ? orRequest(command, others) : command, after: others };
  }
}

/** The first word that is no option, and all others. */
function takeWord(words: readonly string[]): readonly [string | undefined, readonly string[]] {
  const at = leadingOptions(words);
  return [words[at], [...words.slice(0, at), ...words.slice(at + 1)]];
}

function byAlias(commands: OwnerCommands, word: string): string | undefined {
  return Object.keys(commands).find((name) => commands[name]?.aliases?.includes(word));
}

/** The gate has its schema, as it has that of every command of agents. What follows `--` is no option of ours. */
function orRequest(command: OwnerCommand, words: readonly string[]): OwnerCommand {
  const end = words.indexOf('--');
  return (end === -1 ? words : words.slice(0, end)).includes('--schema') ? { ...command, needs: 'request' } : command;
}
