import { type Answer, readAnswer, readLines } from '../answer.js';
import { type Check, type CheckContext, judge, look } from '../check.js';
import { inTheMiddle } from '../in-the-middle.js';
import { asObject } from '../json.js';
import { patienceOf } from '../take-survey.js';

/** A safe command that goes on until it is stopped, and no limit of its own stops it soon. */
async function slowCall({ target, declared, survey }: CheckContext): Promise<readonly string[] | undefined> {
  const { safe } = await declared();
  const late = (await survey()).filter(({ code }) => code === 10).map(({ words }) => words.join(' '));
  const patienceMs = await patienceOf(target);
  const patient = safe.find(({ call, entry }) => {
    const { timeout_ms: limit } = entry;
    return call && late.includes(call.join(' ')) && !(typeof limit === 'number' && limit <= patienceMs);
  });
  return patient?.call;
}

/** Signals a call in the middle of its work: a slow command, or else a plan that waits for its next line. */
async function signalled(context: CheckContext, signal: NodeJS.Signals, times: number): Promise<Answer> {
  const { target } = context;
  const slow = await slowCall(context);
  const words = slow ?? ['exec'];
  const started = target.start([...target.executable, ...words], { cwd: target.newDirectory() });
  await inTheMiddle(context, started);
  for (let time = 0; time < times; time++) started.child.kill(signal);
  return readAnswer(words, `${target.shown(words)} (${signal}${times > 1 ? ' twice' : ''})`, await started.ended);
}

const check = (id: string, signal: NodeJS.Signals, exitCode: number): Check => ({
  id,
  how: `${signal} during a slow safe command, or during exec with an open stdin: one CANCELLED document and exit code ${exitCode}; a second signal causes no second document`,
  run: async (context) => {
    const once = await signalled(context, signal, 1);
    const twice = await signalled(context, signal, 2);
    const lines = readLines(once.stdout);
    const canceled = lines.length === 1 && /^CANCELL?ED$/.test(String(asObject(lines[0]?.error).code));
    return judge([
      look(once, once.code === exitCode && canceled, `exit code ${exitCode} and one document that says CANCELLED`),
      look(
        twice,
        twice.code === exitCode && readLines(twice.stdout).length <= 1,
        `exit code ${exitCode} and no second document`,
      ),
    ]);
  },
});

export const signalChecks: readonly Check[] = [check('REQ-F-013', 'SIGTERM', 143), check('REQ-F-069', 'SIGINT', 130)];
