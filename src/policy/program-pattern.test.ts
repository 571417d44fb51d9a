import { expect, test } from 'vitest';
import { byWidth, meansProgram, type ProgramPattern, readProgramPattern } from './program-pattern.js';

const workspace = '/srv/workspace';
const npm = { program: '/usr/lib/node_modules/npm/bin/npm-cli.js', name: 'npm' };

test.each<[string, string, { program: string; name: string }, boolean]>([
  ['gmail send', 'gmail send', npm, true],
  ['gmail *', 'gmail send', npm, true],
  ['gmail', 'gmail send', npm, false],
  ['shell', 'shell', npm, true],
  ['shell npm', 'shell', npm, true],
  ['shell npm', 'gmail send', npm, false],
  ['shell python3.11', 'shell', { program: '/usr/bin/python3.11', name: 'python3' }, true],
  ['shell npm', 'shell', { program: '/usr/bin/env', name: 'env' }, false],
  // Files of the workspace, and what they lead to, can have any name.
  ['shell npm', 'shell', { program: '/srv/workspace/bin/npm', name: 'npm' }, false],
  ['shell npm', 'shell', { program: '/usr/bin/python3.11', name: './npm' }, false],
])('%s means %s of %j: %s', (text, path, started, expected) => {
  expect(meansProgram(readProgramPattern(text) as ProgramPattern, path.split(' '), started, workspace)).toBe(expected);
});

test('what means fewer commands comes later', () => {
  const texts = ['shell npm', 'gmail send', 'gmail *', 'shell', '*', 'gmail'];
  const sorted = texts.map((text) => [text, readProgramPattern(text) as ProgramPattern] as const);
  expect(sorted.sort(([, one], [, other]) => byWidth(one, other)).map(([text]) => text)).toEqual([
    ...['*', 'gmail *', 'shell', 'gmail', 'shell npm', 'gmail send'],
  ]);
});
