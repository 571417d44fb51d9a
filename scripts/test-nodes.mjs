// Runs the tests on the newer Nodes as well: npm brings each into .test-tools/, beside the repository's own packages.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const versions = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['22', '24'];

for (const version of versions) {
  const directory = join(root, '.test-tools', `node-${version}`);
  const node = findNode(directory) ?? install(version, directory);
  console.log(`Node ${version}: ${node}`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(node, [vitest, 'run'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function install(version, directory) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  spawnSync('npm', ['install', `node@${version}`], { cwd: directory, stdio: 'inherit' });
  const node = findNode(directory);
  if (node) return node;
  console.error(`npm could not bring Node ${version}.`);
  process.exit(1);
}

/** The executable is in a package of its own for each platform. */
function findNode(directory) {
  if (!existsSync(join(directory, 'node_modules'))) return undefined;
  const found = readdirSync(directory, { recursive: true }).find((path) =>
    /node-[a-z]+-[a-z0-9]+\/bin\/node$/.test(path),
  );
  return found && join(directory, found);
}
