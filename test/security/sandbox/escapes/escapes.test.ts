// Hundreds of programs that can be turned into readers, writers, shells and messengers, each really run: outside, where
// it has to get at a canary, and inside, where it must not.

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../programs/workspace.js';
import { buildLibrary } from './build-library.js';
import { endLeftovers } from './end-leftovers.js';
import { allProbes } from './index.js';
import { describeProbe, type Probe } from './probe.js';
import { type Stage, setStage } from './stage.js';
import { type Attempt, commandName, openGate, tryInside } from './try-inside.js';
import { tryOutside } from './try-outside.js';
import { findProgram, isInstalled } from './vector.js';

/** More than there are processors: many wait for something. */
const atOnce = 8;

test('no program gets out that can be turned into a reader, a writer, a shell or a messenger', async () => {
  const root = temporaryDirectory();
  onTestFinished(() => endLeftovers(root));
  const library = buildLibrary(root);
  const installed = allProbes.filter((probe) => isInstalled(probe) && (probe.reach !== 'loads' || library));

  const set = async (probe: Probe, directory: string, outside: string) => {
    const stage = await setStage(probe, join(root, directory), join(root, outside));
    if (library && probe.reach === 'loads') copyFileSync(library, join(stage.directory, 'lib.so'));
    return stage;
  };

  const proven: Probe[] = [];
  await inTurns(installed, async (probe, index) => {
    // A machine that is busy with other things gets a second chance.
    for (const place of [`${index}`, `${index}-again`]) {
      const stage = await set(probe, `scratch/${place}`, `proof/${place}`);
      const isProven = await tryOutside(stage);
      await stage.close();
      if (isProven) return void proven.push(probe);
    }
  });

  const workspace = join(root, 'workspace');
  mkdirSync(workspace);
  const stages = await inTurns(proven, (probe, index) => set(probe, `workspace/${index}`, `canaries/${index}`));
  const gate = await openGate(workspace, stages);
  onTestFinished(() => gate.close());
  const problems = await inTurns(stages, async (stage, index) => {
    const attempt = await watched(stage, tryInside(gate, commandName(index)));
    const first = problemsOf(attempt, stage);
    // Here, too: what did not get far is tried once more. Whatever it touched the first time still counts.
    const isIdle = first.length > 0 && first.every((problem) => problem.startsWith(couldNotRun));
    const problems = isIdle ? problemsOf(await watched(stage, tryInside(gate, commandName(index))), stage) : first;
    await stage.close();
    return problems.map((problem) => `${describeProbe(proven[index] as Probe)} ${problem}`);
  });

  const unproven = installed.filter((probe) => !proven.includes(probe)).map(describeProbe);
  console.log(summary(proven, unproven));
  expect(problems.flat()).toEqual([]);
  // Other systems have other versions of these programs, and other users fewer rights.
  if (isReferenceSystem()) expect(unproven.length, unproven.join('\n')).toBeLessThan(installed.length / 20);
}, 300_000);

/** What listens is looked for as long as it runs. */
async function watched(stage: Stage, running: Promise<Attempt>): Promise<Attempt> {
  let isOver = stage.probe.reach !== 'listens';
  const ended = running.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await stage.visit();
    await delay(50);
  }
  return await ended;
}

const couldNotRun = 'could not run anything';

function problemsOf({ outcome, output }: Attempt, stage: Stage): readonly string[] {
  const { reach, stuckInside } = stage.probe;
  const { leaked, changed, connections } = stage.touched(output);
  const refusal = outcome.status === 'failed' && outcome.error.code === 'UNAVAILABLE' && outcome.error.message;
  return [
    leaked && 'has read what lies outside',
    changed.length > 0 && `has changed what lies outside: ${changed.join(', ')}`,
    connections > 0 && 'was connected',
    outcome.run.about?.scope !== 'enforced' && 'was not held by the system',
    // Otherwise the sandbox would be safe because nothing works in it.
    refusal && `was not started: ${refusal}`,
    reach === 'runs' && stuckInside === undefined && !stage.hasRun() && `${couldNotRun}: ${output}`,
  ].filter((problem) => problem !== false);
}

async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const takeTurns = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return results;
}

function isReferenceSystem(): boolean {
  return process.getuid?.() === 0 && readFileSync('/etc/os-release', 'utf8').includes('VERSION_CODENAME=bookworm');
}

function summary(proven: readonly Probe[], unproven: readonly string[]): string {
  const programs = (probes: readonly Probe[]) => [...new Set(probes.map(({ program }) => program))];
  const missing = programs(allProbes).filter((program) => findProgram(program) === undefined);
  return [
    `Tried ${proven.length} of ${allProbes.length} program escapes, of ${programs(proven).length} programs.`,
    ...(missing.length > 0 ? [`Not installed: ${missing.join(' ')}.`] : []),
    ...(unproven.length > 0 ? [`Did nothing outside: ${unproven.join('; ')}.`] : []),
  ].join('\n');
}
