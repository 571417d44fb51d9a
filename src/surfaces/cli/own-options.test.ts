import { expect, test } from 'vitest';
import { GateError } from '../../vocabulary/gate-error.js';
import { readOwnOptions } from './own-options.js';

const none = { config: undefined, caller: undefined };

test.each<[string[], object]>([
  [[], { ...none, rest: [] }],
  [['run', 'echo', 'x'], { ...none, rest: ['run', 'echo', 'x'] }],
  [['--config', 'a.json', 'run', 'echo'], { ...none, config: 'a.json', rest: ['run', 'echo'] }],
  [['--config=a=b.json', '--caller=c', 'help'], { config: 'a=b.json', caller: 'c', rest: ['help'] }],
  [['run', '--caller', 'c', 'echo'], { ...none, caller: 'c', rest: ['run', 'echo'] }],
  [['serve', '--http', '--config', 'a.json'], { ...none, config: 'a.json', rest: ['serve', '--http'] }],
  [['run', 'echo', '--config', 'x', '--caller=y'], { ...none, rest: ['run', 'echo', '--config', 'x', '--caller=y'] }],
  [['--caller', '--config', 'run'], { ...none, caller: '--config', rest: ['run'] }],
  [['audit', 'list', '--caller', 'c'], { ...none, rest: ['audit', 'list', '--caller', 'c'] }],
  [['--caller=c', 'audit-log', '--caller=d'], { ...none, caller: 'c', rest: ['audit-log', '--caller=d'] }],
  [
    ['contract', 'check', '--', 'x', '--config', 'y'],
    { ...none, rest: ['contract', 'check', '--', 'x', '--config', 'y'] },
  ],
  [['--configure', 'x'], { ...none, rest: ['--configure', 'x'] }],
])('%j', (words, expected) => {
  expect(readOwnOptions(words)).toEqual(expected);
});

test.each([[['--config']], [['--config=']], [['--caller', '']], [['--caller', 'a', '--caller', 'b']]])(
  '%j is refused with what to write',
  (words) => {
    const error = readOwnOptions(words);
    expect(error).toBeInstanceOf(GateError);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', hint: expect.stringMatching(/^(?:Use --|Give it once)/) });
  },
);
