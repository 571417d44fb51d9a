// Installs the packed packages in an empty directory, as a user does: what comes with cmdgate, how much of the disk it
// takes, and whether everything works that needs a part of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `du -sm node_modules` may say. */
const mostMegabytes = 30;

/** A number in docs/install.md may be so far from what is measured: file systems differ, and so do versions. */
const toleranceMegabytes = 0.5;

/** Returns one sentence for each thing that is wrong. */
export function findInstallProblems({ directory, cmdgate, checks, page, licenses }) {
  const alone = install(join(directory, 'alone'), [cmdgate]);
  const both = install(join(directory, 'both'), [cmdgate, checks]);
  return [
    ...findUntoldParts(alone, page, licenses),
    ...calls.flatMap((call) => findFailure(call.needsChecks ? both : alone, call)),
  ];
}

function install(directory, tarballs) {
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...tarballs], { cwd: directory, stdio: 'inherit' });
  for (const [name, text] of Object.entries(workspace)) writeFileSync(join(directory, name), text);
  return directory;
}

function findUntoldParts(directory, page, licenses) {
  const modules = join(directory, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const installed = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
  const told = readTable(page);
  const total = megabytesOf([modules]);
  console.log(`npm install cmdgate: ${installed.length} packages, ${total.toFixed(1)} MB`);

  const problems = told.flatMap(({ names, megabytes }) => {
    const parts = installed.filter((name) => names.some((one) => belongs(name, one)));
    const measured = megabytesOf(parts.map((name) => join(modules, name)));
    console.log(`  ${measured.toFixed(1).padStart(5)} MB  ${parts.join(', ')}`);
    if (Math.abs(measured - megabytes) <= toleranceMegabytes) return [];
    return [`docs/install.md says ${megabytes} MB for ${names[0]}, and it takes ${measured.toFixed(1)} MB.`];
  });
  const untold = installed.filter((name) => !told.some(({ names }) => names.some((one) => belongs(name, one))));
  for (const name of untold) problems.push(`${name} is installed with cmdgate, and docs/install.md does not name it.`);
  const missing = told.flatMap(({ names }) => names).filter((one) => !installed.some((name) => belongs(name, one)));
  for (const one of missing) problems.push(`docs/install.md names ${one}, which is not installed with cmdgate.`);
  if (total > mostMegabytes)
    problems.push(`An installation takes ${total.toFixed(1)} MB, and may take ${mostMegabytes}.`);
  const sum = /^## What is installed\n\n.*?: (\d+) MB/m.exec(page)?.[1];
  if (Math.abs(Number(sum) - total) > 1)
    problems.push(`docs/install.md says ${sum} MB, and it takes ${total.toFixed(1)} MB.`);
  const builtIn = [...licenses.matchAll(/^([@a-z/-]+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name);
  const sentence = /^Built in are (.*)$/m.exec(page)?.[1] ?? '';
  const toldBuiltIn = [...sentence.matchAll(/`([^` ]+)`/g)].map(([, name]) => name);
  if (`${toldBuiltIn.filter((name) => !name.includes('.')).sort()}` !== `${builtIn.sort()}`)
    problems.push(`docs/install.md says that ${toldBuiltIn} are built in. These are: ${builtIn.join(', ')}.`);
  return problems;
}

/** `@libsql/*` are those for the platform. */
function belongs(name, told) {
  return told.endsWith('*') ? name.startsWith(told.slice(0, -1)) : name === told;
}

function readTable(page) {
  const [, table = ''] = page.split('| Package | MB | What for |\n|---|---|---|\n');
  return table
    .split('\n\n')[0]
    .split('\n')
    .map((row) => {
      const [, packages, megabytes] = row.split('|');
      return { names: [...packages.matchAll(/`([^`]+)`/g)].map(([, name]) => name), megabytes: Number(megabytes) };
    });
}

function megabytesOf(paths) {
  if (paths.length === 0) return 0;
  const lines = execFileSync('du', ['-sk', ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024;
}

/** Something for each part that is loaded only when it is needed. */
const workspace = {
  'cmdgate.config.yaml': 'commands: [greet.ts]\nhandles: [list.json]\n',
  'greet.ts': `export const greet = { description: 'Greet', handler: (): string => 'hello' };`,
  'list.json': JSON.stringify({
    name: 'list',
    description: 'List a directory',
    handler: 'command',
    danger: 'safe',
    command: 'ls',
    arguments: ['{{directory}}'],
    parameters: { type: 'object', properties: { directory: { anyOf: [{ const: '.' }, { const: '..' }] } } },
  }),
};

const calls = [
  { words: ['version'] },
  { words: ['run', 'greet'] },
  { words: ['run', 'list', '--directory', '.', '--validate-only'] },
  { words: ['runs', 'list'] },
  { words: ['mcp-validate'] },
  { words: ['contract', 'check', '--', 'true'], exitCode: 4 },
  { words: ['contract', 'check', '--only', 'F-004', '--', 'true'], needsChecks: true },
  { words: ['conformance', '--command', 'node node_modules/cmdgate/bin/cmdgate.js serve'], needsChecks: true },
];

function findFailure(directory, { words, exitCode = 0 }) {
  const env = { ...process.env, HOME: directory, XDG_STATE_HOME: join(directory, 'state'), XDG_CACHE_HOME: directory };
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(directory, 'node_modules/cmdgate/bin/cmdgate.js'), ...words],
    { cwd: directory, env, encoding: 'utf8', input: '' },
  );
  return status === exitCode ? [] : [`cmdgate ${words.join(' ')} exits with ${status}: ${stdout.slice(0, 1000)}`];
}
