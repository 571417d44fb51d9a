import { expect, test } from 'vitest';
import { endsOptions } from './ends-options.js';

test.each([
  [['git', 'log'], true],
  [['grep', '-n', 'x'], true],
  [['own-tool'], true],
  [['find'], false],
  [['/usr/bin/find', '.'], false],
  [['timeout', '5', 'find'], false],
  [['npm', 'run', 'test'], false],
  [['kubectl', 'exec', 'pod'], false],
  [['env'], false],
])('whether the options of %j end at --', (words, ends) => {
  expect(endsOptions(words)).toBe(ends);
});
