// Lines as models write them: read and judged, and run beside bash itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './compare.mjs';
import { inMicroseconds, inMilliseconds } from './units.mjs';
import { withGate } from './with-gate.mjs';

const fivePrograms = 'grep -c milk notes.txt | cat && sort notes.txt | uniq | head -3 > top.txt';
const threePrograms = 'cat notes.txt | sort | head -1';
const none = [];

export default [
  {
    name: 'line of five programs, read and judged',
    configuration: 'without the sandbox, --dry-run',
    target: { microsecondsAtMost: 300 },
    measure: () => judged(fivePrograms, 'cat notes.txt'),
  },
  {
    name: 'pipeline of three programs',
    configuration: 'without the sandbox',
    target: { ratioAtMost: 1.3 },
    longestMs: 120_000,
    measure: () => besideBash('off'),
  },
  {
    name: 'pipeline of three programs in the sandbox',
    longestMs: 120_000,
    configuration: 'as shipped',
    measure: () => besideOne(),
  },
];

function judged(line, single) {
  return withShell('off', async (gate) => {
    const judge = (command) => times(() => run(gate, ['--dry-run', command]));
    const [subject, baseline] = [judge(line), judge(single)];
    await subject(3_000);
    await baseline(3_000);
    const result = await compare({ baseline, subject, rounds: 60, operations: { baseline: 100, subject: 100 } });
    return {
      baseline: { name: single, ...inMicroseconds(result.baselineMs) },
      measured: inMicroseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

function besideBash(sandbox) {
  return withShell(sandbox, async (gate, directory) => {
    const subject = times(() => run(gate, [threePrograms]));
    const baseline = times(async () => {
      // With a pipe of Node for its input, bash takes itself for a login from elsewhere, and reads the user's settings.
      const stdio = ['ignore', 'pipe', 'pipe'];
      const env = { PATH: '/usr/bin:/bin' };
      const child = spawn('/bin/bash', ['-c', threePrograms], { cwd: directory, env, stdio });
      child.stdout.resume();
      child.stderr.resume();
      await once(child, 'close');
    });
    await baseline(100);
    await subject(500);
    const result = await compare({ baseline, subject, rounds: 60, operations: { baseline: 10, subject: 10 } });
    return {
      baseline: { name: 'bash -c', ...inMilliseconds(result.baselineMs) },
      measured: inMilliseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

/** One sandbox holds the whole line. */
function besideOne() {
  return withShell('required', async (gate) => {
    const subject = times(() => run(gate, [threePrograms]));
    const baseline = times(() => run(gate, ['sort notes.txt']));
    await baseline(100);
    await subject(100);
    const result = await compare({ baseline, subject, rounds: 40, operations: { baseline: 10, subject: 10 } });
    return {
      baseline: { name: 'one program in the sandbox', ...inMilliseconds(result.baselineMs) },
      measured: inMilliseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

function withShell(sandbox, use) {
  let workspace;
  const prepare = (directory) => {
    workspace = directory;
    writeFileSync(join(directory, 'notes.txt'), 'milk\nbread\neggs\n');
  };
  const settings = { sandbox, shell: { enabled: true } };
  return withGate(none, settings, (gate) => use(gate, workspace), prepare);
}

async function run(gate, words) {
  const outcome = await gate.run(['shell', ...words]);
  if (outcome.status !== 'completed') throw new Error(outcome.error.message);
}

function times(run) {
  return async (operations) => {
    for (let count = 0; count < operations; count++) await run();
  };
}
