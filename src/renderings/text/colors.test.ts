import { expect, test } from 'vitest';
import { colors, wantsColor } from './colors.js';

test('painters do nothing without colour and never paint an empty text', () => {
  expect(colors(false).red('text')).toBe('text');
  expect(colors(true).red('text')).toBe('\x1b[31mtext\x1b[39m');
  expect(colors(true).bold('')).toBe('');
});

test('only a terminal gets colour, and nobody who said no', () => {
  const terminal = { isTTY: true };
  expect(wantsColor(terminal, { TERM: 'xterm' })).toBe(true);
  expect(wantsColor({}, { TERM: 'xterm' })).toBe(false);
  expect(wantsColor({ isTTY: false }, {})).toBe(false);
  expect(wantsColor(terminal, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColor(terminal, { NO_COLOR: '' })).toBe(false);
  expect(wantsColor(terminal, { TERM: 'dumb' })).toBe(false);
  expect(wantsColor(terminal, { CI: 'true' })).toBe(false);
});
