// Packs the package as npm would publish it, and asks publint and attw what a user would meet.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'cmdgate-package-'));
try {
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: root,
  });
  const [{ filename, size, entryCount }] = JSON.parse(packed.toString());
  const tarball = join(directory, filename);
  console.log(`${filename}: ${Math.round(size / 1024)} kB, ${entryCount} files`);
  check('publint', [tarball, '--strict']);
  check('attw', [
    tarball,
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    'schemas/config.json',
    'schemas/policy.json',
  ]);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function check(program, args) {
  const { status } = spawnSync(join(root, 'node_modules', '.bin', program), args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
