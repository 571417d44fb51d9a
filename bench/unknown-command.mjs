// A command that does not exist, among 1,000 and among 10: finding the nearest names must not walk over all of them.
import { checkAnswers, oneCaller } from './callers.mjs';
import { compare } from './compare.mjs';
import { flat, inLevels, unknownLines } from './registries.mjs';
import { inMicroseconds } from './units.mjs';
import { withAcli } from './with-acli.mjs';

const atMostTwice = { ratioAtMost: 2 };

const wrongs = [
  { place: 'flat', kind: 'mistyped' },
  { place: 'flat', kind: 'like no other' },
  { place: 'first word', kind: 'mistyped' },
  { place: 'second word', kind: 'mistyped' },
];

export default [...wrongs.map((wrong) => unknown(wrong, false)), ...wrongs.map((wrong) => unknown(wrong, true))];

function unknown(wrong, audit) {
  const registry = wrong.place === 'flat' ? flat : inLevels;
  const measure = () =>
    withAcli(registry(10), audit, (few) =>
      withAcli(registry(1000), audit, async (many) => {
        const lines = { few: unknownLines(10, wrong), many: unknownLines(1000, wrong) };
        await checkAnswers(few, lines.few, 'COMMAND_NOT_FOUND');
        await checkAnswers(many, lines.many, 'COMMAND_NOT_FOUND');
        const baseline = oneCaller(few, lines.few);
        const subject = oneCaller(many, lines.many);
        const result = await compare({ baseline, subject, rounds: 150, roundMs: 3 });
        return {
          baseline: { name: 'the same in 10 commands', ...inMicroseconds(result.baselineMs) },
          measured: inMicroseconds(result.subjectMs),
          ratio: result.ratio,
        };
      }),
    );
  const place = wrong.place === 'flat' ? 'flat' : `2 levels, ${wrong.place}`;
  const configuration = audit ? 'as shipped' : 'audit off';
  return { name: `unknown in 1,000, ${place}, ${wrong.kind}`, configuration, target: atMostTwice, measure };
}
