import { expect, test } from 'vitest';
import { canDraw, colors, wantsColor } from './colors.js';

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
  expect(wantsColor(terminal, { CLICOLOR: '0' })).toBe(false);
});

test('colour can be asked for where there is no terminal, and NO_COLOR is stronger', () => {
  for (const variables of [{ FORCE_COLOR: '' }, { FORCE_COLOR: '3', CI: '1', TERM: 'dumb' }, { CLICOLOR_FORCE: '1' }]) {
    expect(wantsColor({}, variables)).toBe(true);
    expect(wantsColor({}, { ...variables, NO_COLOR: '' })).toBe(false);
  }
  expect(wantsColor({ isTTY: true }, { FORCE_COLOR: '0' })).toBe(false);
  expect(wantsColor({}, { CLICOLOR_FORCE: '0' })).toBe(false);
  // A line that is drawn again and again needs a terminal all the same.
  expect(canDraw({}, { FORCE_COLOR: '1' })).toBe(false);
});
