// A command that does not exist, among 1,000 and among 10: finding the nearest names must not walk over all of them.
import { checkAnswers, oneCaller } from './callers.mjs';
import { compare } from './compare.mjs';
import { flat, inLevels, unknownLines } from './registries.mjs';
import { inMicroseconds } from './units.mjs';
import { withAcli } from './with-acli.mjs';

const atMostTwice = { ratioAtMost: 2 };

export default [
  unknown('flat', false),
  unknown('first word', false),
  unknown('second word', false),
  unknown('flat', true),
  unknown('first word', true),
  unknown('second word', true),
];

function unknown(shape, audit) {
  const registry = shape === 'flat' ? flat : inLevels;
  const measure = () =>
    withAcli(registry(10), audit, (few) =>
      withAcli(registry(1000), audit, async (many) => {
        const lines = { few: unknownLines(10, shape), many: unknownLines(1000, shape) };
        await checkAnswers(few, lines.few, 'COMMAND_NOT_FOUND');
        await checkAnswers(many, lines.many, 'COMMAND_NOT_FOUND');
        const baseline = oneCaller(few, lines.few);
        const subject = oneCaller(many, lines.many);
        const result = await compare({ baseline, subject, rounds: 250, roundMs: 3 });
        return {
          baseline: { name: 'the same in 10 commands', ...inMicroseconds(result.baselineMs) },
          measured: inMicroseconds(result.subjectMs),
          ratio: result.ratio,
        };
      }),
    );
  const place = shape === 'flat' ? 'flat' : `2 levels, ${shape}`;
  const configuration = audit ? 'as shipped' : 'audit off';
  return { name: `unknown command in 1,000, ${place}`, configuration, target: atMostTwice, measure };
}
