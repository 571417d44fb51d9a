// What a client wrote never steers the terminal of the owner, forges one of its lines or fills it.
import { expect, test } from 'vitest';
import { colors } from '../../src/renderings/text/colors.js';
import { logLine } from '../../src/terminal/log-line.js';
import { ownerLine } from '../../src/terminal/owner-line.js';

test('text of a client is one line of a bounded length, and steers nothing', () => {
  const hostile = '\u001b]0;owned\u0007\u001b[2J\nwarning: all is well\r\u202e';
  const shown = ownerLine(hostile);
  expect(shown).toBe('\\x1b]0;owned\\x07\\x1b[2J\\nwarning: all is well\\r\\u202e');
  expect(ownerLine('x'.repeat(1_000_000)).length).toBeLessThan(1_100);
});

test('a log message of a handler steers nothing, and none of its lines passes for one of the gate', () => {
  const message = 'saved\nwarning: all is well\r\u001b[2Kinfo: trusted';
  expect(logLine({ level: 'info', message }, colors(false))).toBe(
    'info: saved\n  warning: all is well\\r\\x1b[2Kinfo: trusted\n',
  );
  expect(logLine({ level: 'info', message: 'x'.repeat(1_000_000) }, colors(false)).length).toBeLessThan(17_000);
});
