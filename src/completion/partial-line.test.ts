import { expect, test } from 'vitest';
import { tokenize } from '../command-line/tokenize.js';
import { readPartialLine, writeValue } from './partial-line.js';

test('the word under the cursor is told from the words before it', () => {
  expect(readPartialLine('')).toEqual({ words: [], fragment: '', value: '', quote: 'none' });
  expect(readPartialLine('calendar ev')).toEqual({ words: ['calendar'], fragment: 'ev', value: 'ev', quote: 'none' });
  expect(readPartialLine('calendar ')).toEqual({ words: ['calendar'], fragment: '', value: '', quote: 'none' });
  expect(readPartialLine(`send "a b" 'c`)).toEqual({
    words: ['send', 'a b'],
    fragment: "'c",
    value: 'c',
    quote: 'single',
  });
  expect(readPartialLine('send "it\\"s ')).toEqual({
    words: ['send'],
    fragment: '"it\\"s ',
    value: 'it"s ',
    quote: 'double',
  });
  expect(readPartialLine('send a\\ b')).toEqual({ words: ['send'], fragment: 'a\\ b', value: 'a b', quote: 'none' });
  expect(readPartialLine('send a\\')).toEqual({ words: ['send'], fragment: 'a\\', value: 'a', quote: 'none' });
  expect(readPartialLine('send --to="al')).toEqual({
    words: ['send'],
    fragment: '--to="al',
    value: '--to=al',
    quote: 'double',
  });
});

test('a line that cannot become readable has no fragment', () => {
  expect(readPartialLine('a\0b')).toBeUndefined();
});

test('a value is written so that it reads back as itself in every style', () => {
  for (const value of ['', 'plain', 'two words', `it's "quoted" \\ $HOME`, 'line\nbreak\ttab']) {
    for (const quote of ['single', 'double'] as const) expect(tokenize(writeValue(value, quote))).toEqual([value]);
  }
  for (const value of ['', 'plain', 'two words', `it's "quoted" \\ $HOME`]) {
    expect(tokenize(writeValue(value, 'none'))).toEqual([value]);
  }
});
