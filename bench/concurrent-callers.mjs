// 64 callers at once, with the ledger and without it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkAnswers, manyCallers } from './callers.mjs';
import { compare } from './compare.mjs';
import { inLevels, knownLines } from './registries.mjs';
import { perSecond } from './units.mjs';
import { withAcli } from './with-acli.mjs';

/** Answers in a later turn of the event loop, as one that reads a file or asks a server does. */
async function waiting({ max, from }) {
  await nextTurn();
  return { max, from };
}

export default [
  concurrent('64 callers, async handler', undefined),
  concurrent('64 callers, handler waits a turn', waiting),
];

function concurrent(name, handler) {
  const commands = inLevels(1000, handler && { handler });
  const lines = knownLines(1000);
  const measure = () =>
    withAcli(commands, false, (lean) =>
      withAcli(commands, true, async (remembering) => {
        for (const acli of [lean, remembering]) await checkAnswers(acli, lines, undefined);
        const baseline = manyCallers(lean, lines, 64);
        const subject = manyCallers(remembering, lines, 64);
        const result = await compare({ baseline, subject, rounds: 60, roundMs: 25 });
        return {
          baseline: { name: 'the same with the audit off', ...perSecond(result.baselineMs) },
          measured: perSecond(result.subjectMs),
          ratio: result.ratio,
        };
      }),
    );
  return { name, configuration: 'as shipped', target: { perSecondAtLeast: 20_000 }, measure };
}
