import { expect, test } from 'vitest';
import { NewestOutput } from './newest-output.js';

test('it gives what came since the last time', () => {
  const output = new NewestOutput(10);
  output.add('one');
  output.add('two');
  expect(output.take()).toBe('onetwo');
  expect(output.isEmpty).toBe(true);
  output.add('three');
  expect(output.take()).toBe('three');
});

test('of too much it keeps the end, in whole characters', () => {
  const output = new NewestOutput(4);
  output.add('abc');
  output.add('def');
  expect(output.take()).toBe('cdef');
  output.add('🙂🙂🙂');
  expect(output.take()).toBe('🙂🙂');
  output.add('🙂🙂x');
  expect(output.take()).toBe('🙂x');
});
