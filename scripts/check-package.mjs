// Packs the package as npm would publish it, and asks publint, attw and the compiler what a user would meet.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const usersProgram = `
import { createAcli } from 'cmdgate';
import { compileTemplate } from 'cmdgate/tool-form';
import { callTool, loadManual, ManualError, type ManualProblem, UtcpError, type UtcpResult } from 'cmdgate/utcp';

export const used = [createAcli, compileTemplate];
try {
  const manual = await loadManual('manual.json', { variables: { API_TOKEN: 'x' }, environment: ['HOME'] });
  const problems: readonly ManualProblem[] = manual.problems;
  const { stdout, return_code }: UtcpResult = await callTool(manual, 'list', { path: '.' }, { timeoutMs: 1_000 });
  console.log(stdout, return_code + 1, problems, manual.tools[0]?.inputs);
  await manual.close();
} catch (error) {
  if (error instanceof UtcpError) console.log(error.name, error.code, error.hint, error.details, error.result?.stderr);
  if (error instanceof ManualError) console.log(error.problems[0]?.fix);
}
`;

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
  checkTypes(tarball);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function check(program, args) {
  const { status } = spawnSync(join(root, 'node_modules', '.bin', program), args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/** A user's program that is compiled against the packed declarations, all of them looked at. */
function checkTypes(tarball) {
  const modules = join(directory, 'node_modules');
  const installed = join(modules, 'cmdgate');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  symlinkSync(join(root, 'node_modules', '@types'), join(modules, '@types'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  const program = join(directory, 'user.ts');
  writeFileSync(program, usersProgram);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--types', 'node'];
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'tsc'),
    ['--ignoreConfig', ...strict, '--module', 'nodenext', '--target', 'es2023', program],
    { cwd: directory, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
