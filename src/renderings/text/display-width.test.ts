import { expect, test } from 'vitest';
import { cutToWidth, displayWidth, padToWidth } from './display-width.js';

test('wide characters and emoji take two columns, combining marks none', () => {
  const texts = [
    '',
    'plain',
    'Grüße',
    'e\u0301',
    '日本語',
    '한국',
    '\u1112\u1161\u11ab',
    'ｗ',
    '🎉',
    '👩‍👩‍👧',
    '🇯🇵',
    '1️⃣',
    '❤️',
    '✓',
    'שָׁלוֹם',
  ];
  expect(texts.map(displayWidth)).toEqual([0, 5, 5, 1, 6, 4, 2, 2, 2, 2, 2, 2, 2, 1, 4]);
});

test('a text is cut between whole characters, before an ellipsis that fits too', () => {
  expect(cutToWidth('calendar', 8)).toBe('calendar');
  expect(cutToWidth('calendar', 5)).toBe('cale…');
  expect(cutToWidth('日本語', 6)).toBe('日本語');
  expect(cutToWidth('日本語', 5)).toBe('日本…');
  expect(cutToWidth('日本語', 4)).toBe('日…');
  expect(cutToWidth('👩‍👩‍👧 family', 4)).toBe('👩‍👩‍👧 …');
});

test('padding counts columns, not characters', () => {
  expect(padToWidth('日本', 6)).toBe('日本  ');
  expect(padToWidth('12', 4, 'right')).toBe('  12');
  expect(padToWidth('longer', 3)).toBe('longer');
});
