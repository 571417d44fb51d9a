// Each safe command once: most requirements are about every answer, and some are seen only where a command shows them.
import type { Answer } from './answer.js';
import type { Declared } from './declared.js';
import { inTurns } from './in-turns.js';
import { unknownOption, unknownWord } from './probe-words.js';
import type { Target } from './target.js';

const mostCommands = 100;
/**
 * Enough for a command that only reads; what takes longer is taken for one that would wait for ever. On a machine that
 * has much to do everything takes longer, so it is measured by a call that does nothing.
 */
export async function patienceOf(target: Target): Promise<number> {
  const { ms } = await target.ask(['--version']);
  return Math.max(2_000, Math.min(10 * ms, Math.round(target.timeLimitMs / 2)));
}

/** `words` of an answer are those of the command, without the time limit. */
export async function takeSurvey(target: Target, { safe, standardFlags }: Declared): Promise<readonly Answer[]> {
  const patience = standardFlags.has('timeout') ? ['--timeout', `${await patienceOf(target)}ms`] : [];
  const calls = safe.flatMap(({ call }) => (call ? [call] : [])).slice(0, mostCommands);
  const elsewhere = target.newDirectory();
  return await inTurns(calls, async (call) => {
    // What fails in the home directory alone is told by REQ-F-027.
    const answer = await target.call([...call, ...patience], { cwd: elsewhere });
    return { ...answer, words: call };
  });
}

export async function takeBasics(target: Target, sample: readonly string[]): Promise<readonly Answer[]> {
  const calls = [['--help'], ['--version'], [], target.wordsOf([unknownWord]), [...sample, unknownOption]];
  return await inTurns(calls, (words) => target.ask(words));
}
