// Each safe command once: most requirements are about every answer, and some are seen only where a command shows them.
import type { Answer } from './answer.js';
import type { Declared } from './declared.js';
import { inTurns } from './in-turns.js';
import type { Target } from './target.js';

const mostCommands = 100;
/** Enough for a command that only reads; what takes longer is taken for one that would wait for ever. */
export const patienceMs = 2_000;

/** `words` of an answer are those of the command, without the time limit. */
export async function takeSurvey(target: Target, { safe, standardFlags }: Declared): Promise<readonly Answer[]> {
  const patience = standardFlags.has('timeout') ? ['--timeout', `${patienceMs}ms`] : [];
  const calls = safe.flatMap(({ call }) => (call ? [call] : [])).slice(0, mostCommands);
  const directory = target.newDirectory();
  return await inTurns(calls, async (call) => {
    const answer = await target.call([...call, ...patience], { cwd: directory });
    return { ...answer, words: call };
  });
}

/** Words that no command line gives a meaning. */
export const unknownWord = 'contract-probe-no-such-command';
export const unknownOption = '--contract-probe-no-such-option';

export async function takeBasics(target: Target, sample: readonly string[]): Promise<readonly Answer[]> {
  const calls = [['--help'], ['--version'], [], target.wordsOf([unknownWord]), [...sample, unknownOption]];
  return await inTurns(calls, (words) => target.call(words));
}
