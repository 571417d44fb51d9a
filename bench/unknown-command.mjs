// A command that does not exist, among 1,000 and among 10: finding the nearest names must not walk over all of them.
import { oneCaller } from './callers.mjs';
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
        const baseline = oneCaller(few, unknownLines(10, shape));
        const subject = oneCaller(many, unknownLines(1000, shape));
        const result = await compare({ baseline, subject, rounds: 100, roundMs: 8 });
        return {
          baseline: { name: 'the same among 10 commands', ...inMicroseconds(result.baselineMs) },
          measured: inMicroseconds(result.subjectMs),
          ratio: result.ratio,
        };
      }),
    );
  const place = shape === 'flat' ? 'flat' : `in levels, ${shape}`;
  const configuration = audit ? 'as shipped' : 'audit off';
  return { name: `unknown command among 1,000, ${place}`, configuration, target: atMostTwice, measure };
}
