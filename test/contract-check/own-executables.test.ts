// What we say about our own command lines, counted as anybody can count it.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCases } from '../../packages/checks/src/contract/cases/read-cases.js';
import { checkContract } from '../../packages/checks/src/contract/check-contract.js';
import type { Scorecard } from '../../packages/checks/src/contract/report.js';
import { openDocumentWorkspace } from '../docs/support/workspace.js';
import { ledgerOf } from '../fixtures/ledger-entries.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
let workspace: string;

beforeAll(async () => {
  // Beside node_modules, where the example's own imports are found.
  workspace = mkdtempSync(join(root, 'examples', '.office-'));
  cpSync(join(root, 'examples/office'), workspace, { recursive: true });
  rmSync(ledgerOf(workspace), { recursive: true, force: true });
  await translateCommands();
});

/** Each call has an empty home, without the modules that were translated before: hundreds would do it again. */
async function translateCommands(): Promise<void> {
  const directory = join(workspace, 'commands');
  const input = readdirSync(directory).map((name) => join(directory, name));
  const bundle = await rolldown({ input, platform: 'node', external: 'cmdgate' });
  await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared/[name].mjs',
  });
  await bundle.close();
  const config = join(workspace, 'cmdgate.config.json');
  writeFileSync(config, readFileSync(config, 'utf8').replace('commands/*.ts', 'commands/*.mjs'));
}

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function expectNoFailure({ checks }: Scorecard): void {
  const failed = checks.filter(({ status }) => status === 'failed');
  expect(failed, JSON.stringify(failed, null, 1)).toEqual([]);
}

test('cmdgate without a configuration, in an empty directory', async () => {
  const executable = [process.execPath, join(root, 'bin/cmdgate.js')];

  const card = await checkContract({ executable, directory: root });

  expectNoFailure(card);
  expect(card.must.passed).toBeGreaterThanOrEqual(46);
}, 600_000);

test('the executable that the README shows', async () => {
  const { directory, remove } = openDocumentWorkspace('README.md');
  try {
    const card = await checkContract({ executable: [process.execPath, 'hello.js'], directory });

    expectNoFailure(card);
    expect(card.must.passed).toBeGreaterThanOrEqual(46);
  } finally {
    remove();
  }
}, 600_000);

test('cmdgate with the commands of examples/office', async () => {
  const config = join(workspace, 'cmdgate.config.json');
  const executable = [process.execPath, join(root, 'bin/cmdgate.js'), '--config', config];
  const cases = readCases(JSON.parse(readFileSync(join(workspace, 'cases.json'), 'utf8')), workspace);

  const card = await checkContract({ executable, directory: root, prefix: ['run'], ...cases });

  expectNoFailure(card);
  const { passed, failed, notShown } = card.all;
  const told = `passes ${passed}, fails ${failed}, and has nothing that would show the other ${notShown}.`;
  expect(readFileSync(join(root, 'docs/contract.md'), 'utf8')).toContain(told);
}, 600_000);
