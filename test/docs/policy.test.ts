// Every rule of docs/policy.md loads and does what its examples say, and its tables are those of the source.

import { expect, test } from 'vitest';
import { conditionKeys, ruleShape } from '../../src/policy/rules/policy-shape.js';
import { readPolicy } from '../../src/policy/rules/read-policy.js';
import { findings } from '../../src/policy/rules/rule.js';
import { standardRulesAsWritten } from '../../src/policy/rules/standard-policy.js';
import { blocksOf, firstColumn, readDocument, tableRows } from './support/documents.js';

const document = 'docs/policy.md';

/** Whole policies; a rule by itself stands in the policy out of the box. */
const written = blocksOf(document)
  .filter(({ label }) => /^(?:rule|policy|file: policy\.json)$/.test(label))
  .map(({ label, line, text }) => {
    const value = JSON.parse(text) as Record<string, unknown>;
    return [line, label === 'rule' ? { default: 'ask', rules: [value] } : value] as const;
  });

test.each(written)('the rules of line %i load, and their examples hold', (_, value) => {
  const problems: string[] = [];
  const policy = readPolicy(value, (path, { message }) => problems.push(`${path.join('.')}: ${message}`));

  expect(problems).toEqual([]);
  expect(policy?.examples().filter(({ holds }) => !holds)).toEqual([]);
});

test('what allows or denies decides by itself beside the rules out of the box', () => {
  const overruled = written.flatMap(([, value]) => {
    const policy = readPolicy(value, () => undefined);
    const own = new Map((value.rules as { id: string; decision: string }[]).map(({ id, decision }) => [id, decision]));
    const examples = policy?.examples() ?? [];
    return examples.filter(
      ({ rule, kind, decision }) => kind === 'match' && own.has(rule) && own.get(rule) !== decision,
    );
  });

  expect(overruled).toEqual([]);
});

test('the table of rules out of the box has exactly those of the source', () => {
  expect(tableRows(document, 'Rule').map((row) => row.slice(0, 3))).toEqual(
    standardRulesAsWritten.map(({ id, decision, reason }) => [`\`${id}\``, decision, reason]),
  );
});

test('what is said to ask does', () => {
  const policy = readPolicy({ default: 'ask', rules: [] }, () => undefined);
  const decided = new Map(policy?.examples().map(({ example, decision }) => [example, decision]));
  const examples = tableRows(document, 'The request').flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line),
  );
  const tried = examples.filter((example) => decided.has(example));

  expect(tried.length).toBeGreaterThan(4);
  expect(tried.filter((example) => decided.get(example) !== 'ask')).toEqual([]);
});

test('the keys of rules, the conditions and the effects are those that a rule can have', () => {
  expect(firstColumn(document, 'Key of a rule')).toEqual(expect.arrayContaining([...(ruleShape.required ?? [])]));
  expect(firstColumn(document, 'Condition')).toEqual([...conditionKeys, 'unless']);
  expect(firstColumn(document, 'Effect')).toEqual([...findings]);
});

test('every condition stands in an example that works', () => {
  const used = new Set(written.flatMap(([, { rules }]) => (rules as object[]).flatMap((rule) => Object.keys(rule))));

  expect([...conditionKeys, 'unless'].filter((key) => !used.has(key))).toEqual([]);
});

test('the attacks that it was tried with are more than a thousand', async () => {
  const { attacks } = await import('../security/corpus/attacks/index.js');

  expect(readDocument(document)).toContain('more than a thousand attacks');
  expect(attacks.length).toBeGreaterThan(1_000);
});
