// Programs that a script needs and nobody else: installed on demand, into a cache that is no part of the package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../node_modules/.cache/cmdgate-tools', import.meta.url));

/**
 * Installs packages (`name@version`) in a directory of their own, once, and gives the directory. `overrides` name versions
 * of what these packages depend on, where the newest cannot be installed.
 */
export function installTools(name, packages, overrides = {}) {
  const directory = join(cache, name);
  const wanted = JSON.stringify([...packages, ...Object.entries(overrides)]);
  const marker = join(directory, 'installed.json');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return directory;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: `tools-${name}`, private: true, overrides }));
  process.stderr.write(`Installing ${packages.join(', ')} …\n`);
  const options = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, ...packages], {
    cwd: directory,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(', ')}:\n${stderr}`);
  writeFileSync(marker, wanted);
  return directory;
}

/** The Node of this release, for programs that need a newer one than we do. */
export function installNode(release) {
  return join(installTools(`node-${release}`, [`node@${release}`]), 'node_modules/node/bin/node');
}

export function versionOf(directory, name) {
  return JSON.parse(readFileSync(join(directory, 'node_modules', name, 'package.json'), 'utf8')).version;
}
