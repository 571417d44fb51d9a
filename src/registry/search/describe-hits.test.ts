import { expect, test } from 'vitest';
import { command, parameter } from '../../../test/fixtures/commands/build.js';
import { describeHits } from './describe-hits.js';

const long = (name: string) =>
  command(name, {
    description: `Does ${name}. Use it only where nothing else helps, and read the manual before you do.`,
    parameters: [
      parameter('id', 'string', { required: true }),
      ...Array.from({ length: 30 }, (_, index) => parameter(`--option-${index}`, 'string')),
    ],
  });

test('the first three can be called at once, the others are named in short', () => {
  const hits = describeHits([command('a', { tags: ['x'] }), long('b'), command('c'), long('d')]);

  expect(hits[0]).toEqual({ command: 'a', usage: 'a', description: 'Runs a', tags: ['x'] });
  expect(hits[2]).toEqual({ command: 'c', usage: 'c', description: 'Runs c' });
  expect(hits[3]).toEqual({ command: 'd', description: 'Does d.' });
});

test('a usage line has room for what is required, and says how much more there is', () => {
  const [hit] = describeHits([long('b')]);

  expect(hit?.usage).toMatch(/^b <id> \[--option-0\] .*\[\d+ more\]$/);
  expect(hit?.usage?.length).toBeLessThanOrEqual(200);
});
