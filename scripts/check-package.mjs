// Packs both packages as npm would publish them, asks publint, attw and the compiler what a user would meet, and installs
// them.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInstallProblems } from './check-install.mjs';

const usersProgram = `
import { createAcli } from 'cmdgate';
import { createMcpServer, type HttpServerHandle, type McpServerOptions, serveHttp } from 'cmdgate/mcp';
import { compileTemplate } from 'cmdgate/tool-form';
import { callTool, loadManual, ManualError, type ManualProblem, UtcpError, type UtcpResult } from 'cmdgate/utcp';
import { checkContract, type ConformanceReport, runConformance } from 'cmdgate-checks';

export const used = [createAcli, compileTemplate];
export async function serve(options: McpServerOptions): Promise<HttpServerHandle> {
  await createMcpServer(options).close();
  return await serveHttp({ gate: createAcli({}).gate, port: 0 });
}
export const check = async (): Promise<ConformanceReport> => {
  console.log((await checkContract({ executable: ['true'], directory: '.' })).all.passed);
  return await runConformance({ command: ['true'] });
};
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
  const cmdgate = pack(root);
  const checks = pack(join(root, 'packages/checks'));
  const create = pack(join(root, 'packages/create-cmdgate'));
  check('publint', [create, '--strict']);
  for (const tarball of [cmdgate, checks]) {
    check('publint', [tarball, '--strict']);
    const excluded = tarball === cmdgate ? ['--exclude-entrypoints', 'schemas/config.json', 'schemas/policy.json'] : [];
    check('attw', [tarball, '--profile', 'esm-only', ...excluded]);
  }
  checkTypes({ cmdgate, 'cmdgate-checks': checks });
  const page = readFileSync(join(root, 'docs/install.md'), 'utf8');
  const licenses = readFileSync(join(root, 'dist/licenses.txt'), 'utf8');
  for (const problem of findInstallProblems({ directory, cmdgate, checks, page, licenses })) fail(problem);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function pack(from) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory];
  const [{ filename, size, entryCount }] = JSON.parse(execFileSync('npm', args, { cwd: from }).toString());
  console.log(`${filename}: ${Math.round(size / 1024)} kB, ${entryCount} files`);
  return join(directory, filename);
}

function fail(problem) {
  console.error(problem);
  process.exitCode = 1;
}

function check(program, args) {
  const { status } = spawnSync(join(root, 'node_modules', '.bin', program), args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail(`${program} is not content.`);
}

/** A user's program that is compiled against the packed declarations, all of them looked at. */
function checkTypes(tarballs) {
  const project = join(directory, 'types');
  const modules = join(project, 'node_modules');
  for (const [name, tarball] of Object.entries(tarballs)) {
    const installed = join(modules, name);
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  }
  symlinkSync(join(root, 'node_modules', '@types'), join(modules, '@types'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const program = join(project, 'user.ts');
  writeFileSync(program, usersProgram);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--types', 'node'];
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'tsc'),
    ['--ignoreConfig', ...strict, '--module', 'nodenext', '--target', 'es2023', program],
    { cwd: project, stdio: 'inherit' },
  );
  if (status !== 0) fail('What a user would write does not compile.');
}
