import { tokenize } from '../from-cmdgate.js';
import { type Answer, readAnswer } from './answer.js';
import type { Place, Target } from './target.js';

const isVariable = /^[A-Za-z_]\w*=/;

/** A line that an answer offers, run as it stands, variables before the program too; no shell reads it. */
export async function runLine(target: Target, line: unknown, place: Place): Promise<Answer> {
  const words = tokenize(String(line));
  const all = Array.isArray(words) && words.length > 0 ? words : ['(no line)'];
  const first = all.findIndex((word) => !isVariable.test(word));
  const argv = all.slice(Math.max(first, 0));
  const variables = all.slice(0, Math.max(first, 0)).map((word) => word.split(/=(.*)/s, 2) as [string, string]);
  const started = target.start(argv, { ...place, environment: Object.fromEntries(variables) });
  started.child.stdin?.end();
  return readAnswer(argv, String(line), await started.ended);
}
