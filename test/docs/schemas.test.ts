// What editors are given is what the gate checks.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { configurationShape } from '../../src/configuration/configuration-shape.js';
import { policyFileShape } from '../../src/policy/rules/policy-shape.js';
import { standardRulesAsWritten } from '../../src/policy/rules/standard-policy.js';
import { toSchemaDocument } from '../../src/shape/to-json-schema.js';
import { blocksOf, root } from './support/documents.js';

const schemas = [
  ['config.json', () => toSchemaDocument('cmdgate configuration', configurationShape)],
  ['policy.json', () => toSchemaDocument('cmdgate policy', policyFileShape)],
] as const;

const committed = (name: string) => JSON.parse(readFileSync(`${root}schemas/${name}`, 'utf8'));

test.each(schemas)('schemas/%s is what the source says, byte for byte', async (name, inSource) => {
  // After a change of a description: vitest run test/docs/schemas.test.ts -u
  // Lists of one word stand on one line, as the formatter wants them.
  const text = JSON.stringify(inSource(), null, 2).replace(/\[\n\s+("[^\n]*")\n\s+\]/g, '[$1]');

  await expect(`${text}\n`).toMatchFileSnapshot(`${root}schemas/${name}`);
});

test.each(schemas)('cmdgate/schemas/%s can be imported by its name', (name) => {
  expect(createRequire(import.meta.url).resolve(`cmdgate/schemas/${name}`)).toBe(`${root}schemas/${name}`);
});

test('an editor accepts the policies of the documents, and knows them from the configuration', () => {
  const ajv = new Ajv2020({ strict: true }).addSchema(committed('policy.json'), 'policy.json');
  const configuration = ajv.compile(committed('config.json'));
  const rules = blocksOf('docs/policy.md').filter(({ label }) => label === 'rule');
  const policy = {
    default: 'ask',
    rules: [...standardRulesAsWritten, ...rules.map(({ text }) => JSON.parse(text))],
  };

  expect(configuration({ policy }) || configuration.errors).toBe(true);
  expect(configuration({ policy: 'policy.yaml' })).toBe(true);
  expect(configuration({ policy: { ...policy, default: 'sometimes' } })).toBe(false);
});
