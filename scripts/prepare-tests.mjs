// What the tests need beyond npm: a POSIX shell as the tokenizer's oracle, `script` for a pseudo-terminal, programs for
// the examples and for children that misbehave, a PostgreSQL server, shells and a reader of man pages, and the build.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installEscapePrograms } from './escape-programs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = {
  dash: 'dash',
  script: 'bsdutils',
  git: 'git',
  make: 'make',
  python3: 'python3',
  perl: 'perl-base',
  prlimit: 'util-linux',
  bwrap: 'bubblewrap',
  convert: 'imagemagick',
  initdb: 'postgresql',
  zsh: 'zsh',
  fish: 'fish',
  groff: 'groff-base',
};

const missing = Object.entries(programs).filter(([program]) => !has(program));
if (missing.length > 0) {
  const packages = missing.map(([, name]) => name);
  console.log(`Installing what the tests need: ${packages.join(', ')} (apt-get)`);
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}
installEscapePrograms();
const built = ['dist/cli.js', 'packages/checks/dist/index.js'].every((file) => existsSync(root + file));
if (!built || process.env.CI) run(process.execPath, [`${root}scripts/build.mjs`]);

function has(program) {
  const directories = [...(process.env.PATH ?? '').split(':'), ...databasePrograms()];
  return directories.some((directory) => existsSync(`${directory}/${program}`));
}

/** Debian keeps the programs of each PostgreSQL version apart, so that several can be there. */
function databasePrograms() {
  const versions = '/usr/lib/postgresql';
  return existsSync(versions) ? readdirSync(versions).map((version) => `${versions}/${version}/bin`) : [];
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', cwd: root });
  if (status === 0) return;
  console.error(
    `${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}. Install ${missing.map(([p]) => p).join(', ')} by hand and run the tests again.`,
  );
  process.exit(1);
}
