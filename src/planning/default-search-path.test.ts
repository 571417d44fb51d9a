import { expect, test } from 'vitest';
import { defaultSearchPath } from './default-search-path.js';

test.each([
  ['absolute directories, each once, in their order', '/opt/b/bin:/usr/bin:/opt/b/bin/', ['/opt/b/bin', '/usr/bin']],
  ['no empty and no relative entries', ':/usr/bin::bin:.:../x:~/bin:', ['/usr/bin']],
  ['the usual directories when nothing is left', '.:bin', ['/usr/local/bin', '/usr/bin', '/bin']],
  ['the usual directories when it is empty', '', ['/usr/local/bin', '/usr/bin', '/bin']],
])('the search path has %s', (_, PATH, expected) => {
  expect(defaultSearchPath({ PATH })).toEqual(expected);
});

test('without a PATH the search path has the usual directories', () => {
  expect(defaultSearchPath({})).toEqual(['/usr/local/bin', '/usr/bin', '/bin']);
});
