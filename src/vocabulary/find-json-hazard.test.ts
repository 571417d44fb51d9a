import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonHazard } from './find-json-hazard.js';

const find = (text: string) => findJsonHazard(text, JSON.parse(text));

test.each([
  ['{"a":1,"a":2}', { kind: 'repeated-key', column: 8, key: 'a' }],
  ['{"_cmd":"x","_cmd":"y"}', { kind: 'repeated-key', column: 13, key: '_cmd' }],
  ['{"a":{"b":[{"c":1,"\\u0063":2}]}}', { kind: 'repeated-key', column: 19, key: 'c' }],
  ['{"__proto__":1,"__proto__":2}', { kind: 'repeated-key', column: 16, key: '__proto__' }],
  ['{"é":":","a" : 1 , "a" : 2}', { kind: 'repeated-key', column: 20, key: 'a' }],
  ['{"a":9007199254740993}', { kind: 'long-number', column: 6 }],
  ['[-9007199254740992]', { kind: 'long-number', column: 2 }],
  ['[1e400]', { kind: 'long-number', column: 2 }],
  [`${'['.repeat(201)}${']'.repeat(201)}`, { kind: 'too-deep', column: 201 }],
  [`{"a":${'{"b":'.repeat(5_000)}1${'}'.repeat(5_000)}}`, { kind: 'too-deep', column: 1_001 }],
])('%s', (text, hazard) => {
  expect(find(text)).toEqual(hazard);
});

test.each([
  '{}',
  '5',
  '{"a":9007199254740991}',
  '{"a":1e20,"b":1.5e300,"c":0.1234567890123456789}',
  '{"a":"9007199254740993"}',
  '{"a":":::","b:":{"a":1},"c":[{"a":1},{"a":2}]}',
  `${'['.repeat(200)}${']'.repeat(200)}`,
])('%s has none', (text) => {
  expect(find(text)).toBeUndefined();
});

test('whatever JSON writes has none, and one key more is found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }), fc.nat(), (value, pick) => {
      const text = JSON.stringify(value);
      const keys = Object.keys(value);
      const key = keys[pick % keys.length] as string;
      const large = /\d{16,}|e\+3\d\d/.test(text);
      if (!large) expect(find(text)).toBeUndefined();
      expect(find(`${text.slice(0, -1)},${JSON.stringify(key)}:0}`)).toBeDefined();
    }),
  );
});
