// The same small tool with five libraries, called with the same words: what each answers, and what a start costs.
// It installs the libraries into node_modules/.cache, so it is no part of `npm test`. docs/command-lines-compared.md
// has the results.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = join(root, 'node_modules/.cache/command-lines');

/** incur needs Node 22, and all are measured with the same one. */
const dependencies = {
  node: '22',
  commander: '14.0.3',
  '@stricli/core': '1.3.0',
  '@oclif/core': '4.14.0',
  incur: '0.7.1',
  cmdgate: `file:${root}`,
};

const tools = {
  commander: 'commander.mjs',
  stricli: 'stricli.mjs',
  oclif: 'oclif/tool.mjs',
  incur: 'incur.mjs',
  cmdgate: 'cmdgate.mjs',
};

const calls = [
  '-h',
  '-V',
  'isue list',
  'issue list --stat open',
  'issue list --state opn',
  'issue list --state opn --since x --foo',
  'issue remove',
  'issue remove 1',
  'issue list --json',
  'issue',
];

const rounds = 9;

mkdirSync(place, { recursive: true });
const oclif = { bin: 'tool', commands: './oclif/commands', topicSeparator: ' ' };
const manifest = { name: 'tool', version: '1.0.0', private: true, type: 'module', oclif, dependencies };
writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
cpSync(join(root, 'scripts/command-lines'), place, { recursive: true });
writeFileSync(
  join(place, 'oclif/package.json'),
  JSON.stringify({ ...manifest, oclif: { ...oclif, commands: './commands' } }),
);
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts=false'], {
  cwd: place,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const node = join(place, 'node_modules/node/bin/node');

for (const words of calls) {
  console.log(`\n# tool ${words}`);
  for (const name of Object.keys(tools)) {
    const { status, text } = call(name, words.split(' '));
    console.log(`${name.padEnd(10)} exit ${status}  ${firstLines(text)}`);
  }
}

console.log('\n# Start (tool --help), processor time beside node -e 0, median');
const bare = [];
const times = new Map(Object.keys(tools).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  bare.push(processorTime([node, '-e', '0']));
  for (const [name, list] of times) list.push(processorTime([node, tools[name], '--help']));
}
for (const [name, list] of times) console.log(`${name.padEnd(10)} ${(median(list) / median(bare)).toFixed(1)} ×`);

function call(name, words) {
  const { status, stdout, stderr } = spawnSync(node, [tools[name], ...words], {
    cwd: place,
    encoding: 'utf8',
    input: '',
    timeout: 60_000,
  });
  return { status, text: `${stdout}\n${stderr}` };
}

function firstLines(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).slice(0, 3).join(' ⏎ ').slice(0, 200);
}

/** Seconds of all its threads: the clock says little on a busy machine. */
function processorTime(words) {
  const timed = ['-c', 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>&1', 'bash', ...words];
  const { stdout } = spawnSync('bash', timed, { cwd: place, encoding: 'utf8', input: '' });
  return stdout
    .trim()
    .split(' ')
    .reduce((sum, seconds) => sum + Number(seconds), 0);
}

function median(values) {
  return values.sort((left, right) => left - right)[Math.floor(values.length / 2)];
}
