// What a client wrote never steers the terminal of the owner, forges one of its lines or fills it.
import { expect, test } from 'vitest';
import { ownerLine } from '../../src/terminal/owner-line.js';

test('text of a client is one line of a bounded length, and steers nothing', () => {
  const hostile = '\u001b]0;owned\u0007\u001b[2J\nwarning: all is well\r\u202e';
  const shown = ownerLine(hostile);
  expect(shown).toBe('\\x1b]0;owned\\x07\\x1b[2J\\nwarning: all is well\\r\\u202e');
  expect(ownerLine('x'.repeat(1_000_000)).length).toBeLessThan(1_100);
});
