// Running a program through the gate: resolved, judged, recorded, started, awaited; beside starting it by hand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Loaded only where it is measured: a larger process is slower to fork. */
const withExeca = async () => {
  const { execa } = await import('execa');
  return () => execa(program, [], { env: {}, extendEnv: false });
};

export default [
  against('child_process.spawn', async () => bare, { ratioAtMost: 1.25 }),
  against('execa 9', withExeca, { ratioAtMost: 1 }),
];

function against(name, load, target) {
  const measure = () =>
    withGate(handles, { sandbox: 'off' }, async (gate) => {
      const start = await load();
      const run = async () => {
        const outcome = await gate.run(['nothing']);
        if (outcome.status !== 'completed') throw new Error(outcome.error.message);
      };
      const baseline = times(start);
      const subject = times(run);
      // As in a server that has run for a while: the first thousand runs are slower, until the engine knows the code.
      await baseline(500);
      await subject(2_000);
      const result = await compare({ baseline, subject, rounds: 100, operations: { baseline: 20, subject: 20 } });
      return {
        baseline: { name, ...inMilliseconds(result.baselineMs) },
        measured: inMilliseconds(result.subjectMs),
        ratio: result.ratio,
      };
    });
  return {
    name: `${program} through the gate`,
    configuration: 'without the sandbox, after 2,000 runs',
    target,
    measure,
  };
}

function times(run) {
  return async (operations) => {
    for (let count = 0; count < operations; count++) await run();
  };
}
