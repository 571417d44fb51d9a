import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { toSchemaDocument } from '../../shape/to-json-schema.js';
import { policyFileShape } from './policy-shape.js';
import { standardRulesAsWritten } from './standard-policy.js';
import { problemsOf } from './test-helpers.js';

const policySchema = toSchemaDocument('cmdgate policy', policyFileShape);
const validate = new Ajv2020({ strict: false }).compile(policySchema);

const rule = { id: 'a', decision: 'deny', reason: 'Why.', program: 'npm', match: ['npm test'] };
const withRule = (changes: object) => ({ default: 'ask', rules: [{ ...rule, ...changes }] });

test.each<[unknown]>([
  [{ default: 'ask' }],
  [{ default: 'ask', shell: ['office report', 'deploy'] }],
  [{ default: 'ask', extends: 'nothing', rules: standardRulesAsWritten }],
  [withRule({ arguments: [['test'], []], has: ['t*', '--x'], unless: { callers: ['a'], understood: true } })],
  [
    withRule({
      exactly: { name: 'npm', program: '/usr/bin/npm', arguments: ['test'], directory: '.' },
      match: [{ run: ['npm', 'test'] }],
    }),
  ],
])('the schema and the check both take %j', (file) => {
  expect([validate(file), problemsOf(file).problems]).toEqual([true, []]);
});

test.each<[unknown]>([
  [{}],
  [{ default: 'maybe' }],
  [{ default: 'ask', rules: {} }],
  [{ default: 'ask', other: 1 }],
  [{ default: 'ask', shell: 'office report' }],
  [withRule({ programm: 'npm' })],
  [withRule({ match: [] })],
  [withRule({ match: undefined, id: 'A' })],
  [withRule({ effects: ['strange'] })],
  [withRule({ effects: [] })],
  [withRule({ arguments: 'test' })],
  [withRule({ understood: 'yes' })],
  [withRule({ exactly: { program: '/usr/bin/npm' } })],
  [withRule({ unless: { strange: 1 } })],
  [withRule({ match: [{ run: [] }] })],
])('the schema and the check both refuse %j', (file) => {
  expect([validate(file), problemsOf(file).policy]).toEqual([false, undefined]);
});

test('every key has a sentence for whoever writes it', () => {
  const { properties } = policySchema as { properties: { rules: { items: { properties: Record<string, object> } } } };
  const silent = Object.entries(properties.rules.items.properties).filter(([, schema]) => !('description' in schema));
  expect(silent).toEqual([]);
});
