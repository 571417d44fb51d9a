import { expect, test } from 'vitest';
import { markExternal } from './mark-external.js';

test.each([
  [{ subject: 'Hi' }, { subject: 'Hi', _source: 'mail', _trusted: false }],
  ['text', { value: 'text', _source: 'mail', _trusted: false }],
  [['a', 'b'], { value: ['a', 'b'], _source: 'mail', _trusted: false }],
  [null, { value: null, _source: 'mail', _trusted: false }],
])('%j is marked', (value, marked) => {
  expect(markExternal(value, 'mail')).toEqual(marked);
});

test('what is marked cannot bring marks of its own', () => {
  expect(markExternal({ _trusted: true, _source: 'the owner' }, 'mail')).toEqual({ _source: 'mail', _trusted: false });
});
