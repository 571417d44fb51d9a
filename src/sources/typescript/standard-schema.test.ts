import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkWithSchema, describeAsJsonSchema, isStandardSchema, type StandardSchema } from './standard-schema.js';

const schemaWith = (validate: StandardSchema['~standard']['validate']): StandardSchema => ({
  '~standard': { version: 1, vendor: 'test', validate },
});

test('a Standard Schema is known by its interface', () => {
  expect(
    [
      z.string(),
      v.string(),
      Object.assign(
        () => 1,
        schemaWith(() => ({ value: 1 })),
      ),
    ].map(isStandardSchema),
  ).toEqual([true, true, true]);
  expect([undefined, null, 5, {}, { '~standard': {} }, { type: 'string' }].map(isStandardSchema)).toEqual(
    Array(6).fill(false),
  );
});

test('a check gives the value, or every reason', () => {
  expect(checkWithSchema(z.string(), 'a')).toEqual({ ok: true, value: 'a' });
  expect(
    checkWithSchema(
      schemaWith(() => ({ issues: [{ message: 'one' }, { message: 'two', path: ['a', { key: 0 }] }] })),
      1,
    ),
  ).toEqual({
    ok: false,
    problems: ['is not valid: one', 'is not valid at a.0: two'],
  });
});

test('a schema that throws or rejects has refused the value', async () => {
  const refused = { ok: false, problems: ['could not be checked'] };
  const throwing = schemaWith(() => {
    throw new Error('x');
  });
  expect(checkWithSchema(throwing, 1)).toEqual(refused);
  expect(
    await checkWithSchema(
      schemaWith(() => Promise.reject(new Error('x'))),
      1,
    ),
  ).toEqual(refused);
});

test('what JSON Schema cannot say, and what no library tells, is undefined', () => {
  expect(describeAsJsonSchema(z.date())).toBeUndefined();
  expect(describeAsJsonSchema(v.string())).toBeUndefined();
});

test('what tells an agent nothing is left out, at every depth', () => {
  expect(describeAsJsonSchema(z.object({ n: z.number().int(), d: z.iso.date() }))).toMatchObject({
    type: 'object',
    properties: { n: { type: 'integer' }, d: { type: 'string', format: 'date' } },
  });
  expect(JSON.stringify(describeAsJsonSchema(z.object({ n: z.number().int(), d: z.iso.date() })))).not.toMatch(
    /\$schema|9007199254740991|pattern/,
  );
});

test('a property that is called like a keyword stays', () => {
  const described = describeAsJsonSchema(z.object({ pattern: z.string(), format: z.string() }));
  expect(described).toMatchObject({ properties: { pattern: { type: 'string' }, format: { type: 'string' } } });
});
