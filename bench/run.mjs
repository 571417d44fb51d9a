// npm run bench: measures the built package and prints one table. A missed target is said, never an exit code:
// machines are noisy, and a test that depends on the time of day is no test.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCase } from './measure-case.mjs';
import { packageRoot } from './package-root.mjs';
import { asBlock, replaceBlock } from './readme-block.mjs';
import { renderMarkdown, renderTable } from './render.mjs';

const files = [
  'dispatch.mjs',
  'unknown-command.mjs',
  'first-unknown-command.mjs',
  'concurrent-callers.mjs',
  'start-up.mjs',
  'hook.mjs',
  'serve-start.mjs',
  'mcp-round-trip.mjs',
  'doors.mjs',
  'discovery-tokens.mjs',
  'programs.mjs',
  'lines.mjs',
  'sandbox.mjs',
  'snapshots.mjs',
  'program-output.mjs',
  'ledger.mjs',
  'search-output.mjs',
  'rendering.mjs',
  'exec.mjs',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    write: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const names = files.map((file) => file.replace('.mjs', ''));
const unknown = positionals.filter((name) => !names.includes(name));

if (values.help) {
  console.log(`npm run bench -- [--json | --markdown] [--write] [names…]\n\nNames: ${names.join(' ')}`);
} else if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${names.join(' ')}`);
} else if (!existsSync(join(packageRoot, 'dist', 'index.js'))) {
  console.error('There is no dist/ to measure. Run "npm run build" first.');
} else {
  const environment = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
  };
  print({ environment, rows: await measureAll() });
}

async function measureAll() {
  const rows = [];
  for (const file of files) {
    if (positionals.length > 0 && !positionals.includes(file.replace('.mjs', ''))) continue;
    const { default: cases } = await import(`./${file}`);
    for (const [index, about] of cases.entries()) {
      console.error(`measuring: ${about.name} (${about.configuration})`);
      rows.push(await measureCase(file, index, about));
    }
  }
  return rows;
}

function print(results) {
  if (values.json) console.log(JSON.stringify(results, null, 2));
  else if (values.markdown) console.log(asBlock(renderMarkdown(results)));
  else console.log(`\n${renderTable(results)}`);
  if (!values.write) return;
  // The published table is a complete one: a few rows must not replace it.
  if (positionals.length > 0) {
    console.error('bench/README.md was not changed: only a run of all benchmarks is written to it.');
    return;
  }
  const page = join(packageRoot, 'bench/README.md');
  const written = existsSync(page) && replaceBlock(page, renderMarkdown(results));
  console.error(
    written ? 'bench/README.md has the new table.' : 'bench/README.md has no block <!-- bench:start --> to replace.',
  );
}
