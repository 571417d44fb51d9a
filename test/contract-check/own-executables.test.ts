// What we say about our own command lines, counted as anybody can count it.

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCases } from '../../src/contract/cases/read-cases.js';
import { checkContract } from '../../src/contract/check-contract.js';
import type { Scorecard } from '../../src/contract/report.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
let workspace: string;

beforeAll(() => {
  // Beside node_modules, where the example's own imports are found.
  workspace = mkdtempSync(join(root, 'examples', '.office-'));
  cpSync(join(root, 'examples/office'), workspace, { recursive: true });
  rmSync(join(workspace, '.cmdgate'), { recursive: true, force: true });
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function expectNoFailure({ checks }: Scorecard): void {
  const failed = checks.filter(({ status }) => status === 'failed');
  expect(failed, JSON.stringify(failed, null, 1)).toEqual([]);
}

test('cmdgate without a configuration, in an empty directory', async () => {
  const executable = [process.execPath, join(root, 'bin/cmdgate.js')];

  const card = await checkContract({ executable, directory: root });

  expectNoFailure(card);
  expect(card.must.passed).toBeGreaterThanOrEqual(49);
}, 600_000);

test('cmdgate with the commands of examples/office', async () => {
  const config = join(workspace, 'cmdgate.config.json');
  const executable = [process.execPath, join(root, 'bin/cmdgate.js'), '--config', config];
  const cases = readCases(JSON.parse(readFileSync(join(workspace, 'cases.json'), 'utf8')), workspace);

  const card = await checkContract({ executable, directory: root, prefix: ['run'], ...cases });

  expectNoFailure(card);
  const { passed, failed, notShown } = card.all;
  const told = `passes ${passed}, fails ${failed}, and has nothing that would show the other ${notShown}.`;
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(told);
}, 600_000);
