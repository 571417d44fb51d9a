// A snapshot of 10,000 files in a repository of git, beside what git itself needs to see that nothing changed.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compare } from './compare.mjs';
import { packageRoot } from './package-root.mjs';
import { inTemporaryDirectory } from './temporary-directory.mjs';
import { inMilliseconds } from './units.mjs';

const thread = join(packageRoot, 'dist', 'snapshot-thread.mjs');

export default [
  {
    name: 'snapshot of 10,000 files, the first',
    configuration: '52 MB, a repository of git',
    target: { millisecondsAtMost: 1_000 },
    longestMs: 180_000,
    measure: () => measure('first', 5),
  },
  {
    name: 'snapshot of 10,000 files, nothing changed',
    configuration: '52 MB, a repository of git',
    target: { millisecondsAtMost: 100 },
    longestMs: 180_000,
    measure: () => measure('later', 20),
  },
];

function measure(which, rounds) {
  return inTemporaryDirectory(async (directory) => {
    process.env.XDG_STATE_HOME = join(directory, 'state');
    const workspace = join(directory, 'workspace');
    makeRepository(workspace);
    const snapshots = openThread(workspace);
    await snapshots.take();
    const subject = which === 'later' ? snapshots.take : () => takeFirst(workspace);
    const baseline = () => void execFileSync('git', ['status', '--porcelain'], { cwd: workspace });
    const result = await compare({ baseline, subject, rounds, operations: { baseline: 1, subject: 1 } });
    await snapshots.close();
    return {
      baseline: { name: 'git status', ...inMilliseconds(result.baselineMs) },
      measured: inMilliseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

function makeRepository(workspace) {
  for (let folder = 0; folder < 500; folder++) {
    const directory = join(workspace, `package-${folder % 25}`, `folder-${folder}`);
    mkdirSync(directory, { recursive: true });
    for (let file = 0; file < 20; file++) {
      writeFileSync(
        join(directory, `file-${file}.txt`),
        randomBytes(1_500 + ((folder * file * 37) % 5_000)).toString('base64'),
      );
    }
  }
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', '-c', 'gc.auto=0', ...words], {
      cwd: workspace,
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'all');
  git('gc', '-q');
}

/** Nothing is known of the workspace; the thread is there. */
async function takeFirst(workspace) {
  rmSync(process.env.XDG_STATE_HOME, { recursive: true, force: true });
  const snapshots = openThread(workspace);
  await once(snapshots.worker, 'online');
  const start = performance.now();
  await snapshots.take();
  const took = performance.now() - start;
  await snapshots.close();
  return took;
}

function openThread(workspace) {
  const worker = new Worker(thread, { workerData: { workspace } });
  let runs = 0;
  return {
    worker,
    take: async () => {
      const at = new Date().toISOString();
      worker.postMessage({ id: ++runs, beginning: [{ run: `run_${runs}`, command: 'bench', at }], ended: [] });
      const [reply] = await once(worker, 'message');
      if (reply.problem) throw new Error(reply.problem);
    },
    close: () => worker.terminate(),
  };
}
