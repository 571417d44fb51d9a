// npm run mutants: breaks the product on purpose, one line at a time, and tells which breaks no test near it notices.
// The breaks are made in a copy; what is in the working tree stays as it is.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutants } from '../test/mutants/mutants.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { positionals: wanted } = parseArgs({ allowPositionals: true });
const chosen = mutants.filter(({ id }) => wanted.length === 0 || wanted.some((text) => id.includes(text)));

// What tests read. Links stay links: some lead to what is not there.
const copied = readdirSync(root).filter((name) => !/^(?:node_modules|\.git|\.bench-.*)$/.test(name));
const copy = mkdtempSync(join(tmpdir(), 'cmdgate-mutants-'));
for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const survivors = [];
try {
  await main();
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = survivors.length > 0 ? 1 : 0;

async function main() {
  const stale = chosen.filter((mutant) => placesOf(mutant) !== 1);
  for (const { id, file } of stale) console.log(`stale     ${id}: its line stands in ${file} not once`);
  if (stale.length > 0) {
    survivors.push(...stale);
    return;
  }
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  if (!passes(tests, 'inherit')) {
    console.log('The tests fail without any break; correct them first.');
    survivors.push(...chosen);
    return;
  }
  for (const mutant of chosen) {
    const file = join(copy, mutant.file);
    const whole = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      whole.replace(mutant.line, () => mutant.broken),
    );
    const survived = passes(mutant.tests);
    writeFileSync(file, whole);
    if (survived) survivors.push(mutant);
    console.log(`${survived ? 'SURVIVED ' : 'killed   '} ${mutant.id}: ${mutant.breaks}`);
  }
  console.log(`${chosen.length - survivors.length} of ${chosen.length} breaks were noticed.`);
}

function placesOf({ file, line }) {
  return readFileSync(join(root, file), 'utf8').split(line).length - 1;
}

function passes(tests, stdio = 'ignore') {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--bail=1', '--reporter=dot', ...tests], {
    cwd: copy,
    // A break may make something wait for ever.
    timeout: 180_000,
    killSignal: 'SIGKILL',
    env: { ...process.env, CI: 'true' },
    stdio,
  });
  return status === 0;
}
