import { expect, test } from 'vitest';
import { colors } from '../../renderings/text/colors.js';
import { layOut } from './lay-out.js';

const plain = colors(false);

test('texts stand under their label, and one that goes on says so', () => {
  const rows = [
    { label: 'Program', values: [{ text: '/usr/bin/npm' }] },
    { label: 'Arguments', values: [{ text: '1 "abcdefghij 2 \\"x\\""' }, { text: '2 "b"' }] },
  ];
  expect(layOut(rows, 28, plain)).toEqual([
    'Program      /usr/bin/npm',
    'Arguments    1 "abcdefghij 2',
    '           ┆  \\"x\\""',
    '             2 "b"',
  ]);
});

test('what may be wide counts as wide, so that nothing is cut off', () => {
  expect(layOut([{ label: 'A', values: [{ text: '日本日本日本日' }] }], 25, plain)).toEqual([
    'A            日本日本日本',
    '           ┆ 日',
  ]);
});

test('a narrow terminal still shows everything', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz';
  const shown = layOut([{ label: 'A', values: [{ text }] }], 1, plain).map((line) => line.slice(13));
  expect(shown.join('')).toBe(text);
});

test('a warning stands below what it is about, and is painted', () => {
  const rows = [{ label: 'A', values: [{ text: 'one', warnings: ['look twice'] }, { text: 'two' }] }];
  expect(layOut(rows, 80, plain)).toEqual(['A            one', '               look twice', '             two']);
  expect(layOut(rows, 80, colors(true))[1]).toContain(colors(true).yellow('  look twice'));
});
