import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CaseKind, caseKinds } from '../../packages/checks/src/contract/cases/case-kinds.js';
import { allChecks, howOf } from '../../packages/checks/src/contract/checks/all-checks.js';
import { requirements } from '../../packages/checks/src/contract/requirements.js';

test('there are 75 musts and 47 shoulds, each once', () => {
  const weights = requirements.map(({ weight }) => weight);
  expect(weights.filter((weight) => weight === 'must')).toHaveLength(75);
  expect(weights.filter((weight) => weight === 'should')).toHaveLength(47);
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(122);
});

test('each has a check, and no check is for anything else', () => {
  expect([...allChecks.keys()].sort()).toEqual(requirements.map(({ id }) => id).sort());
});

test('docs/contract.md says how each is looked at', () => {
  const text = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| REQ-'));
  expect(rows).toEqual(
    requirements.map(({ id, title, weight }) => `| ${id} | ${weight} | ${title} | ${howOf(allChecks.get(id) ?? [])} |`),
  );
});

test('docs/contract.md lists the cases, their fields and what each shows', () => {
  const text = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('| Case | What it is | Fields | Shows |\n|---|---|---|---|\n');
  const rows = section.split('\n\n')[0]?.split('\n');
  const shows = (name: string) =>
    [...allChecks.values()]
      .flat()
      .filter(({ needs }) => needs === name)
      .map(({ id }) => id.slice('REQ-'.length))
      .join(', ');
  expect(rows).toEqual(
    Object.entries<CaseKind>(caseKinds).map(([name, { about, fields }]) => {
      const what = /^[A-Z]/.test(about) ? about : `A command that ${about}`;
      const list = Object.keys(fields).map((field) => `\`${field}\``);
      return `| \`${name}\` | ${what} | ${list.join(', ')} | ${shows(name)} |`;
    }),
  );
});

test('each case shows something', () => {
  const needed = new Set([...allChecks.values()].flat().map(({ needs }) => needs));
  expect(Object.keys(caseKinds).filter((name) => !needed.has(name as keyof typeof caseKinds))).toEqual([]);
});
