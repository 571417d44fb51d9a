// Hundreds of programs that can be turned into readers, writers, shells and messengers, each really run: outside, where
// it has to get at a canary, and inside, where it must not.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../programs/workspace.js';
import { allProbes } from './index.js';
import { librarySource } from './loaders.js';
import { describeProbe, type Probe } from './probe.js';
import { type Stage, setStage } from './stage.js';
import { type Attempt, commandName, openGate, tryInside } from './try-inside.js';
import { tryOutside } from './try-outside.js';
import { findProgram, isInstalled } from './vector.js';

const atOnce = 4;

test('no program gets out that can be turned into a reader, a writer, a shell or a messenger', async () => {
  const root = temporaryDirectory();
  const library = buildLibrary(root);
  const installed = allProbes.filter(
    (probe) => isInstalled(probe) && (probe.reach !== 'loads' || library !== undefined),
  );
  const set = async (probe: Probe, place: string, index: number) => {
    const stage = await setStage(
      probe,
      join(root, place, String(index)),
      join(root, `${place}-canaries`, String(index)),
    );
    onTestFinished(() => stage.close());
    if (probe.reach === 'loads' && library !== undefined) copyFileSync(library, join(stage.directory, 'lib.so'));
    return stage;
  };

  const proofs = await inTurns(installed, async (probe, index) => {
    const stage = await set(probe, 'outside', index);
    const proof = await tryOutside(stage);
    await stage.close();
    return proof;
  });
  const proven = installed.filter((_, index) => proofs[index]?.works);

  const workspace = join(root, 'workspace');
  mkdirSync(workspace);
  const stages = await inTurns(proven, async (probe, index) => await set(probe, 'workspace', index));
  const gate = await openGate(workspace, stages);
  onTestFinished(() => gate.close());
  const attempts = await inTurns(
    stages,
    async (stage, index) => await watched(stage, tryInside(gate, commandName(index))),
  );

  const unproven = installed.filter((probe) => !proven.includes(probe));
  console.log(summary(proven, unproven));
  const found = attempts.flatMap((attempt, index) =>
    problemsOf(attempt, stages[index] as Stage, proven[index] as Probe),
  );
  expect(found).toEqual([]);
  // Other systems have other versions of these programs.
  expect(isReferenceSystem() ? unproven.map(describeProbe) : []).toEqual([]);
}, 300_000);

/** What listens there is looked for as long as it runs. */
async function watched(stage: Stage, running: Promise<Attempt>): Promise<Attempt> {
  let isOver = false;
  const ended = running.finally(() => {
    isOver = true;
  });
  while (stage.probe.reach === 'listens' && !isOver) {
    await stage.visit();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return await ended;
}

function problemsOf({ outcome, output }: Attempt, stage: Stage, probe: Probe): readonly string[] {
  const { leaked, changed, connections } = stage.touched(output);
  const isStuck = probe.stuckInside !== undefined;
  const problems = [
    leaked && 'leaked what it must not read',
    changed.length > 0 && `changed ${changed.join(', ')}`,
    connections > 0 && 'was connected',
    outcome.run.about?.scope !== 'enforced' && `was not held: ${JSON.stringify(outcome)}`,
    // Otherwise the sandbox would be safe because nothing works in it.
    probe.reach === 'runs' &&
      stage.hasRun() === isStuck &&
      (isStuck ? 'is not stuck' : `could not even run: ${output}`),
  ];
  return problems.flatMap((problem) => (problem === false ? [] : [`${describeProbe(probe)} ${problem}`]));
}

async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Undefined where there is no compiler. */
function buildLibrary(directory: string): string | undefined {
  const [source, library] = [join(directory, 'lib.c'), join(directory, 'lib.so')];
  writeFileSync(source, librarySource);
  const compiler = findProgram('gcc') ?? findProgram('tcc');
  if (compiler === undefined) return undefined;
  return spawnSync(compiler, ['-shared', '-fPIC', '-o', library, source]).status === 0 ? library : undefined;
}

function isReferenceSystem(): boolean {
  return /^VERSION_CODENAME=bookworm$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function summary(proven: readonly Probe[], unproven: readonly Probe[]): string {
  const programs = (probes: readonly Probe[]) => [...new Set(probes.map(({ program }) => program))];
  const missing = programs(allProbes).filter((program) => findProgram(program) === undefined);
  return [
    `${proven.length} of ${allProbes.length} program escapes were tried, of ${programs(proven).length} programs.`,
    `Not installed: ${missing.join(' ') || 'none'}.`,
    ...(unproven.length === 0 ? [] : [`Did nothing outside: ${unproven.map(describeProbe).join('; ')}.`]),
  ].join('\n');
}
