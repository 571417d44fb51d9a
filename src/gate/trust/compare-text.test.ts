import { describe, expect, test } from 'vitest';
import { describeChange, isHarmlessChange } from './compare-text.js';
import type { Watched } from './watched.js';

const settings: Watched = { path: '/w/.git/config', obeyedBy: 'git', form: 'settings' };
const text: Watched = { path: '/w/.git/hooks/x', obeyedBy: 'git', form: 'text' };
const pointer: Watched = { path: '/w/.git/commondir', obeyedBy: 'git', form: { leadsTo: '/w/.git' } };

const before = '[core]\n\tbare = false\n[remote "o"]\n\turl = https://example.org\n';

describe('settings of git', () => {
  test.each([
    ['a branch that follows another one', `${before}[branch "x"]\n\tremote = o\n\tmerge = refs/heads/x\n`, true],
    ['a name', `${before}[user]\n\tname = Me\n`, true],
    ['another way to write the same', before.replaceAll('\t', '    '), true],
    ['a program', `${before}[core]\n\tfsmonitor = x\n`, false],
    ['an alias', `${before}[alias]\n\tst = !x\n`, false],
    ['another address', before.replace('example.org', 'evil.example'), false],
    ['a setting that is gone', '[core]\n\tbare = false\n', false],
    ['another file', `${before}[include]\n\tpath = x\n`, false],
    ['a setting that nobody knows', `${before}[new]\n\tthing = x\n`, false],
    ['what git cannot read', `${before}[`, false],
  ])('%s', (_, after, expected) => {
    expect(isHarmlessChange(settings, before, after)).toBe(expected);
  });

  test('that count in another order may mean something else', () => {
    const one = '[core]\n\tpager = a\n\tpager = b\n';
    const other = '[core]\n\tpager = b\n\tpager = a\n';

    expect(isHarmlessChange(settings, one, other)).toBe(false);
  });

  test('are shown without what does not matter', () => {
    const after = `${before}[user]\n\tname = Me\n[core]\n\tfsmonitor = ./x\n`;

    expect(describeChange(settings, before, after)).toEqual(['+ core.fsmonitor = ./x']);
  });
});

test('a pointer to where git looks anyway changes nothing', () => {
  expect(['.\n', '../.git', '../evil'].map((after) => isHarmlessChange(pointer, undefined, after))).toEqual([
    true,
    true,
    false,
  ]);
});

test('of other text every change counts, and the first lines are shown', () => {
  const after = Array.from({ length: 9 }, (_, at) => `line ${at}\u001b[2K`).join('\n');

  expect(isHarmlessChange(text, undefined, '')).toBe(false);
  expect(describeChange(text, 'line', after)).toEqual([
    ...Array.from({ length: 6 }, (_, at) => `+ line ${at}\uFFFD[2K`),
    '… 4 more lines',
  ]);
});
