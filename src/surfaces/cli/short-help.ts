import type { Grammar } from '../../command-line/grammar.js';

/**
 * `-h` as `--help`, at a shell alone: in a line of an agent nothing but the standard options is read. Not where the
 * command has a `-h` of its own, and not after what ends the options or begins the words of another program.
 */
export function withLongHelp({ shorts, parameters }: Grammar, words: readonly string[]): readonly string[] {
  const at = words.indexOf('-h');
  const end = words.indexOf('--');
  const isTheirs = shorts.has('h') || parameters.some(({ endsOptions }) => endsOptions);
  if (at === -1 || isTheirs || (end !== -1 && end < at)) return words;
  return words.with(at, '--help');
}
