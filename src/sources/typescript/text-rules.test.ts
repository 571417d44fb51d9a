import { expect, test } from 'vitest';
import { matching } from './text-rules.js';

test.each(['^(a+)+$', '^(?!b)(a+)+$'])('a text cannot keep the pattern %s of an argument busy', (pattern) => {
  expect(matching(pattern)(`${'a'.repeat(50)}b`)).toBe(`must match ${pattern}`);
  expect(matching(pattern)('a'.repeat(50))).toBe(undefined);
});
