import { tokenize } from '../command-line/tokenize.js';
import { type Answer, readAnswer } from './answer.js';
import type { Place, Target } from './target.js';

/** A line that an answer offers, run as it stands; no shell reads it. */
export async function runLine(target: Target, line: unknown, place: Place): Promise<Answer> {
  const words = tokenize(String(line));
  const argv = Array.isArray(words) && words.length > 0 ? words : ['(no line)'];
  const started = target.start(argv, place);
  started.child.stdin?.end();
  return readAnswer(argv, String(line), await started.ended);
}
