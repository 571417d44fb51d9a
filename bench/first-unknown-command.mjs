// The first unknown command after a start pays for the index that makes all later ones cheap.
import { compare } from './compare.mjs';
import { flat, unknownLines } from './registries.mjs';
import { inMilliseconds } from './units.mjs';
import { withAcli } from './with-acli.mjs';

export default [{ name: 'first unknown in 1,000, flat, mistyped', configuration: 'as shipped', measure }];

async function measure() {
  const sides = { baseline: first(10), subject: first(1000) };
  const result = await compare({ ...sides, rounds: 15, operations: { baseline: 1, subject: 1 } });
  return {
    baseline: { name: 'the same in 10 commands', ...inMilliseconds(result.baselineMs) },
    measured: inMilliseconds(result.subjectMs),
    ratio: result.ratio,
  };
}

function first(count) {
  const commands = flat(count);
  const [command] = unknownLines(count, { place: 'flat', kind: 'mistyped' });
  return () =>
    withAcli(commands, true, async (acli) => {
      const start = performance.now();
      await acli.execute({ command });
      return performance.now() - start;
    });
}
