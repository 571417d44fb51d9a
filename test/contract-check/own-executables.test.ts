// What we say about our own command lines, counted as anybody can count it.

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCases } from '../../src/contract/cases/read-cases.js';
import type { Status } from '../../src/contract/check.js';
import { checkContract } from '../../src/contract/check-contract.js';
import { renderScorecard } from '../../src/contract/render-scorecard.js';
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

const ids = (card: Scorecard, status: Status) =>
  card.checks.filter((check) => check.status === status).map(({ id }) => id.slice('REQ-'.length));

/** Its last lines are the number. */
function print(card: Scorecard): void {
  console.info([card.target, ...renderScorecard(card, { color: false }).split('\n').slice(-3)].join('\n'));
}

test('cmdgate without a configuration, in an empty directory', async () => {
  const executable = [process.execPath, join(root, 'bin/cmdgate.js')];

  const card = await checkContract({ executable, directory: root });

  print(card);
  expect(ids(card, 'failed')).toEqual(['F-073', 'O-015', 'O-016', 'O-036']);
  expect(card.must.passed).toBeGreaterThanOrEqual(48);
}, 600_000);

test('cmdgate with the commands of examples/office', async () => {
  const config = join(workspace, 'cmdgate.config.json');
  const executable = [process.execPath, join(root, 'bin/cmdgate.js'), '--config', config];
  const cases = readCases(JSON.parse(readFileSync(join(workspace, 'cases.json'), 'utf8')), workspace);

  const card = await checkContract({ executable, directory: root, prefix: ['run'], ...cases });

  print(card);
  expect(ids(card, 'failed')).toEqual(['F-023', 'O-004', 'O-015', 'O-016', 'O-036', 'O-039', 'O-045']);
  expect(card.must.passed).toBeGreaterThanOrEqual(52);
}, 600_000);
