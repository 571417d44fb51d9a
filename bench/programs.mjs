// Running a program through the gate: resolved, judged, recorded, started, awaited; beside starting it by hand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execa } from 'execa';
import { compare } from './compare.mjs';
import { inMilliseconds } from './units.mjs';
import { withGate } from './with-gate.mjs';

const program = '/bin/true';
const handles = [
  { name: 'nothing', description: 'Does nothing', handler: 'command', command: program, danger: 'safe' },
];

const bare = async () => {
  const child = spawn(program, [], { env: {} });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, 'close');
};

export default [
  against('child_process.spawn', bare, { ratioAtMost: 1.25 }),
  against('execa 9', () => execa(program, [], { env: {}, extendEnv: false }), { ratioAtMost: 1 }),
];

function against(name, start, target) {
  const measure = () =>
    withGate(handles, async (gate) => {
      const run = async () => {
        const outcome = await gate.run(['nothing']);
        if (outcome.status !== 'completed') throw new Error(outcome.error.message);
      };
      const baseline = times(start);
      const subject = times(run);
      await baseline(50);
      await subject(50);
      const result = await compare({ baseline, subject, rounds: 200, operations: { baseline: 5, subject: 5 } });
      return {
        baseline: { name, ...inMilliseconds(result.baselineMs) },
        measured: inMilliseconds(result.subjectMs),
        ratio: result.ratio,
      };
    });
  return { name: `${program} through the gate`, configuration: 'as shipped', target, measure };
}

function times(run) {
  return async (operations) => {
    for (let count = 0; count < operations; count++) await run();
  };
}
