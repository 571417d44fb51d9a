// A safe command called once more, in an empty directory of its own. Several checks look at the same repetition.
import type { Answer } from './answer.js';
import type { CheckContext } from './check.js';
import { filesIn } from './files-in.js';
import { shared } from './shared.js';

export interface Repeated {
  readonly answer: Answer;
  /** The files that it left in the directory. */
  readonly left: readonly string[];
}

const repeatedIn = shared(async () => new Map<string, Promise<Repeated>>());

export async function callAgain(context: CheckContext, words: readonly string[]): Promise<Repeated> {
  const repeated = await repeatedIn(context);
  const key = JSON.stringify(words);
  const made = repeated.get(key) ?? call(context, words);
  repeated.set(key, made);
  return await made;
}

async function call({ target }: CheckContext, words: readonly string[]): Promise<Repeated> {
  const cwd = target.newDirectory();
  const answer = await target.call(words, { cwd });
  return { answer, left: [...filesIn(cwd).keys()] };
}
