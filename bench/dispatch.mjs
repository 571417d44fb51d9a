// One dispatch: text in, ACLI response text out, in a registry of 1,000 commands in two levels.
import { checkAnswers, oneCaller } from './callers.mjs';
import { compare } from './compare.mjs';
import { parseAndStringify } from './json-baseline.mjs';
import { inLevels, knownLines } from './registries.mjs';
import { inMicroseconds } from './units.mjs';
import { withAcli } from './with-acli.mjs';

const synchronous = ({ max, from }) => ({ max, from });
const lean = { audit: false, target: { ratioAtMost: 1.5 } };

export default [
  dispatch('dispatch, async handler', lean),
  dispatch('dispatch, sync handler', { ...lean, commands: { handler: synchronous } }),
  dispatch('dispatch, one option a datetime', { ...lean, commands: { fromType: 'datetime' } }),
  dispatch('dispatch, async handler', { audit: true }),
  dispatch('dispatch, sync handler', { audit: true, commands: { handler: synchronous } }),
];

function dispatch(name, { audit, target, commands }) {
  const measure = () =>
    withAcli(inLevels(1000, commands), audit, async (acli) => {
      const lines = knownLines(1000);
      await checkAnswers(acli, lines, undefined);
      const subject = oneCaller(acli, lines);
      const result = await compare({ baseline: parseAndStringify, subject, rounds: 400, roundMs: 2.5 });
      return {
        baseline: { name: 'JSON.parse + JSON.stringify, 200 bytes', ...inMicroseconds(result.baselineMs) },
        measured: inMicroseconds(result.subjectMs),
        ratio: result.ratio,
      };
    });
  return { name, configuration: audit ? 'as shipped' : 'audit off', target, measure };
}
