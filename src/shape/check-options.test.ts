import { expect, test } from 'vitest';
import { checkOptions } from './check-options.js';

const known = { name: true, audit: true } as const;
const check = (options: object | undefined) => () =>
  checkOptions('createTea', options as { name: string; audit: string }, known);

test('options that are known, or none at all, are taken', () => {
  expect(check({ audit: 1 })).not.toThrow();
  expect(check(undefined)).not.toThrow();
});

test.each([
  [{ adit: 1 }, 'createTea has no option "adit". Did you mean "audit"?'],
  [{ strange: 1 }, 'createTea has no option "strange".'],
  [{ constructor: 1 }, 'createTea has no option "constructor".'],
])('%j is refused, with what may have been meant', (options, message) => {
  expect(check(options)).toThrow(new TypeError(message));
});
