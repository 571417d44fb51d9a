import { expect, test } from 'vitest';
import { isInReach, isOwnPlace } from './own-place.js';

test.each([
  ['/w', true, false],
  ['/w/.cmdgate', false, true],
  ['/w/.CmdGate/log', false, true],
  ['/w/.cmdgate-notes', true, false],
  ['/w/deep/.cmdgate', true, false],
  ['/elsewhere/.cmdgate', false, false],
])('%s is in reach of agents: %s; the gate’s own: %s', (path, inReach, own) => {
  expect([isInReach(path, '/w'), isOwnPlace(path, '/w')]).toEqual([inReach, own]);
});
