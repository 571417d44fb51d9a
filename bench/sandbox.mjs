// What the sandbox costs: beside the same run without it, and beside bubblewrap alone with the very arguments of the gate.
import childProcess from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './compare.mjs';
import { inMilliseconds } from './units.mjs';

const program = '/bin/true';
const handles = [
  { name: 'nothing', description: 'Does nothing', handler: 'command', command: program, danger: 'safe' },
];

export default [
  {
    name: `${program} in the sandbox`,
    configuration: 'as shipped, in a repository of git',
    target: { millisecondsMoreAtMost: 8 },
    longestMs: 120_000,
    measure: () => beside('without the sandbox', ({ outside }) => outside),
  },
  {
    name: `${program} in the sandbox`,
    configuration: 'as shipped, in a repository of git',
    target: { ratioAtMost: 1.2 },
    longestMs: 120_000,
    measure: () => beside('bwrap, the same arguments', ({ bubblewrap }) => bubblewrap),
  },
];

async function beside(name, choose) {
  const started = watchStarts();
  // Loaded only now: it takes what starts programs as it finds it.
  const { withGate } = await import('./with-gate.mjs');
  const gates = (use) =>
    withGate(handles, { sandbox: 'off' }, (outside) =>
      withGate(handles, { sandbox: 'required' }, (inside) => use(outside, inside), makeRepository),
    );
  return await gates(async (outside, inside) => {
    const subject = times(() => runIn(inside));
    await subject(200);
    const baseline = times(choose({ outside: () => runIn(outside), bubblewrap: () => startAlone(started.last) }));
    await baseline(100);
    const result = await compare({ baseline, subject, rounds: 40, operations: { baseline: 10, subject: 10 } });
    return {
      baseline: { name, ...inMilliseconds(result.baselineMs) },
      measured: inMilliseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

/** With all that has to be kept. */
function makeRepository(directory) {
  mkdirSync(join(directory, '.git', 'hooks'), { recursive: true });
  writeFileSync(join(directory, '.git', 'config'), '');
  writeFileSync(join(directory, '.git', 'commondir'), '..\n');
}

async function runIn(gate) {
  const outcome = await gate.run(['nothing']);
  if (outcome.status !== 'completed') throw new Error(outcome.error.message);
}

const { spawn } = childProcess;

/** How the gate starts bubblewrap. */
function watchStarts() {
  const started = { last: undefined };
  childProcess.spawn = (file, args, options) => {
    if (file.endsWith('/bwrap')) started.last = { file, args, options, given: copiesOf(options.stdio) };
    return spawn(file, args, options);
  };
  syncBuiltinESMExports();
  return started;
}

/** What bubblewrap and the starter read: the filter of calls, the task of the starter, the starter. The gate closes them. */
const givenDescriptors = [4, 5, 6];

function copiesOf(stdio) {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-bench-'));
  return givenDescriptors.map((descriptor) => {
    const file = join(directory, String(descriptor));
    copyFileSync(`/proc/self/fd/${stdio[descriptor]}`, file);
    return file;
  });
}

async function startAlone({ file, args, options, given }) {
  const opened = given.map((path) => openSync(path, 'r+'));
  const stdio = options.stdio.with(4, opened[0]).with(5, opened[1]).with(6, opened[2]);
  const child = spawn(file, args, { ...options, stdio });
  for (const descriptor of opened) closeSync(descriptor);
  for (const stream of child.stdio) stream?.resume?.();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`bwrap ended with ${code}`);
}

function times(run) {
  return async (operations) => {
    for (let count = 0; count < operations; count++) await run();
  };
}
