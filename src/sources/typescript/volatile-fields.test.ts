import { expect, test } from 'vitest';
import { volatileFields } from './volatile-fields.js';

const properties = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

test.each(['timestamp', 'generated_at', 'generatedAt', 'duration-ms', 'durationMs', 'elapsed', 'nonce', 'requestId'])(
  '%s differs in each call',
  (name) => {
    expect(volatileFields(properties('id', name))).toEqual([name]);
  },
);

test('what belongs to the thing does not', () => {
  expect(volatileFields(properties('created_at', 'updatedAt', 'due', 'duration_days', 'randomized', 'id'))).toEqual([]);
});

test('an item of a list has its own moment', () => {
  expect(volatileFields({ type: 'array', items: properties('timestamp') })).toEqual([]);
  expect(volatileFields({ properties: { lines: { items: properties('timestamp') } } })).toEqual([]);
});

test('a schema without properties has none', () => {
  expect(volatileFields({})).toEqual([]);
  expect(volatileFields({ properties: null })).toEqual([]);
});
