// The number in the two documents, counted as anybody can count it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCases } from '../../packages/checks/src/contract/cases/read-cases.js';
import { checkContract } from '../../packages/checks/src/contract/check-contract.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const executable = ['node', 'examples/contract/tool.mjs'];
const line = `node bin/cmdgate.js contract check --cases examples/contract/cases.json -- ${executable.join(' ')}`;

test('the example passes as many requirements as it says', async () => {
  const cases = readCases(JSON.parse(read('examples/contract/cases.json')), `${root}examples/contract`);
  if ('problems' in cases) throw new Error(JSON.stringify(cases.problems));

  const card = await checkContract({ executable, directory: root, ...cases });

  const others = card.checks.filter(({ status }) => status !== 'passed');
  expect(others, JSON.stringify(others, null, 1)).toEqual([]);
  // None of them in part: there is a case for everything that can be shown.
  expect(card.checks.filter(({ reason }) => reason !== undefined)).toEqual([]);
  for (const file of ['docs/contract.md', 'examples/contract/README.md']) {
    const [, told] = /passes (\d+)/.exec(read(file)) ?? [];
    expect([file, Number(told), read(file).includes(line)]).toEqual([file, card.all.passed, true]);
  }
}, 900_000);
