import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fields } from './check-fields.js';
import { compileLater, compileNow, findSchemaProblems } from './json-schema.js';
import { isSimpleSchema } from './simple-schema.js';

const keywords = {
  type: fc.constantFrom<unknown>('string', 'integer', ['string', 'null'], 'strin', [], ['string', 'string'], 5),
  minimum: fc.constantFrom<unknown>(1, -0.5, '1', null),
  minLength: fc.constantFrom<unknown>(0, 5, -1, 1.5, '1'),
  pattern: fc.constantFrom<unknown>('^a', '(', 5, '\\p{L}', '\\-'),
  enum: fc.constantFrom<unknown>(['a'], [1, null], [], 'a'),
  required: fc.constantFrom<unknown>(['a'], [], ['a', 'a'], [1], 'a'),
  properties: fc.constantFrom<unknown>({}, { a: { type: 'string' } }, { a: { type: 'no' } }, { a: 5 }, [], { a: true }),
  items: fc.constantFrom<unknown>({}, true, { items: { minimum: 'x' } }, [{}]),
  additionalProperties: fc.constantFrom<unknown>(false, {}, 'no'),
  anyOf: fc.constantFrom<unknown>([{}], [], [{ const: 1 }], {}),
  dependentRequired: fc.constantFrom<unknown>({ a: ['b'] }, { a: 'b' }, { a: ['b', 'b'] }),
  multipleOf: fc.constantFrom<unknown>(2, 0, -1),
  uniqueItems: fc.constantFrom<unknown>(true, 'yes'),
  description: fc.constantFrom<unknown>('x', 5),
  $ref: fc.constantFrom<unknown>('#/properties/a', '#/nowhere'),
};

test('a schema that passes for simple is always one that can be compiled', () => {
  const validator = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  fc.assert(
    fc.property(fc.record(keywords, { requiredKeys: [] }), (schema) => {
      const fields = { ...schema } as Fields;
      if (!isSimpleSchema(fields)) return;
      expect(validator.validateSchema(fields)).toBe(true);
      expect(compileLater(fields)({})).toEqual(compileNow(fields)({}));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  [{ type: 'strin' }, [['type']]],
  [{ properties: { a: { pattern: '(' } }, required: 'a' }, [['required'], ['properties', 'a', 'pattern']]],
  [{ $ref: '#/nowhere' }, [[]]],
  [{ $ref: 'https://example.org/other.json' }, [[]]],
  [{ if: 5 }, [['if']]],
  [{ $defs: { a: { type: 'string' } }, properties: { a: { $ref: '#/$defs/a' } } }, []],
])('the problems of %j are found with their places', (schema, places) => {
  expect(findSchemaProblems(schema).map(({ path }) => path)).toEqual(places);
});

test('two schemas of one shape do not get in each other’s way', () => {
  const schema = () => ({ $defs: { a: { $anchor: 'x', type: 'string' } }, $ref: '#/$defs/a' });

  expect(findSchemaProblems(schema())).toEqual([]);
  expect(findSchemaProblems(schema())).toEqual([]);
  expect(compileLater(schema())(5)).toHaveLength(1);
});
