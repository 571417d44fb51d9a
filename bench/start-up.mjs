// From the start of the process to its end, beside a Node that does nothing.
import { spawnSync } from 'node:child_process';
import { compare } from './compare.mjs';
import { inOffice } from './office.mjs';
import { executable } from './package-root.mjs';
import { inTemporaryDirectory } from './temporary-directory.mjs';
import { inMilliseconds } from './units.mjs';

export default [
  startUp('cmdgate version', 'no configuration', inTemporaryDirectory, { ratioAtMost: 1.35 }),
  startUp('cmdgate version', 'as shipped (office)', inOffice),
  startUp('cmdgate run calendar events --today', 'as shipped (office)', inOffice),
];

function startUp(name, configuration, inDirectory, target) {
  const [, ...words] = name.split(' ');
  const measure = () =>
    inDirectory(async (directory) => {
      const baseline = () => finish(['-e', '0'], directory);
      const subject = () => finish([executable, ...words], directory);
      // The first start of all reads the files from the disk.
      for (const run of [baseline, subject, baseline, subject]) run();
      const result = await compare({ baseline, subject, rounds: 30, operations: { baseline: 1, subject: 1 } });
      return {
        baseline: { name: 'node -e 0', ...inMilliseconds(result.baselineMs) },
        measured: inMilliseconds(result.subjectMs),
        ratio: result.ratio,
      };
    });
  return { name, configuration, target, measure };
}

function finish(words, directory) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: directory, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
}
