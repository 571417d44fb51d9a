import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteWords } from './quote.js';
import { tokenize } from './tokenize.js';

describe('words and quotes', () => {
  test.each<[string, string[]]>([
    ['calendar events --max 10', ['calendar', 'events', '--max', '10']],
    ["calendar events --from '2026-02-01' --max 10", ['calendar', 'events', '--from', '2026-02-01', '--max', '10']],
    ["'hello world'", ['hello world']],
    ['"hello \\"world\\""', ['hello "world"']],
    ['hello\\ world', ['hello world']],
    ['  a \t b \n c  ', ['a', 'b', 'c']],
    ['', []],
    [' \t\n ', []],
    [`a '' "" b`, ['a', '', '', 'b']],
    [`a''b ''c d""`, ['ab', 'c', 'd']],
    [`pre'fix mid'"dle end"\\ post`, ['prefix middle end post']],
    [`'it'\\''s'`, ["it's"]],
    [`'a\\nb' 'c\\'`, ['a\\nb', 'c\\']],
    ['ünï 日本 😀 \\😀 "😀"', ['ünï', '日本', '😀', '😀', '😀']],
    ['\uffe0x \ue000"y"', ['\uffe0x', '\ue000y']],
    ['a\rb c\u00a0d e\u2028f', ['a\rb', 'c\u00a0d', 'e\u2028f']],
  ])('%j', (text, words) => {
    expect(tokenize(text)).toEqual(words);
  });

  test('what a shell would expand or act on is ordinary text', () => {
    expect(tokenize('calendar events; rm -rf / $HOME `id` $(id) * ~ a|b a>b a&b #c {d,e} !f')).toEqual(
      'calendar events; rm -rf / $HOME `id` $(id) * ~ a|b a>b a&b #c {d,e} !f'.split(' '),
    );
  });
});

describe('backslashes (decision 1)', () => {
  test.each<[string, string, string[]]>([
    [
      'outside quotes the next character is literal',
      '\\n \\t \\\\ \\" \\\' \\$ \\a',
      ['n', 't', '\\', '"', "'", '$', 'a'],
    ],
    ['in double quotes \\n and \\t are newline and tab', '"a\\nb" "c\\td"', ['a\nb', 'c\td']],
    ['in double quotes " \\ ` and $ can be escaped', '"\\" \\\\ \\` \\$"', ['" \\ ` $']],
    ['in double quotes it stays before any other character', '"\\a \\\' \\r \\0 \\N"', ["\\a \\' \\r \\0 \\N"]],
    ['an escaped backslash does not escape what follows', '"\\\\n \\\\t \\\\" \\\\n', ['\\n \\t \\', '\\n']],
    ['with a newline it joins lines, in double quotes and outside', 'a\\\nb "c\\\nd"', ['ab', 'cd']],
    ['with a newline alone it makes no word', 'a \\\n b \\\n', ['a', 'b']],
    ['with a newline beside empty quotes it keeps the empty word', "''\\\n a", ['', 'a']],
    ['in single quotes it is literal, newline or not', "'a\\\nb'", ['a\\\nb']],
  ])('%s', (_, text, words) => {
    expect(tokenize(text)).toEqual(words);
  });
});

describe('what cannot be read says where and what is missing (decision 2)', () => {
  test.each<[string, string, object]>([
    ['an open single quote', "say 'hello", { kind: 'single-quote', column: 5, missing: "the closing quote (')" }],
    ['an open double quote', 'say a"hello', { kind: 'double-quote', column: 6, missing: 'the closing quote (")' }],
    [
      'a double quote that is only closed by an escaped one',
      '"a\\"',
      { kind: 'double-quote', column: 1, missing: 'the closing quote (")' },
    ],
    [
      'a lone backslash at the end',
      'say hello\\',
      { kind: 'backslash', column: 10, missing: 'the character after the backslash' },
    ],
    ['NUL in a plain word', 'say a\0b', { kind: 'nul', column: 6, missing: 'text without NUL characters' }],
    ['NUL in quotes', "say 'a\0b'", { kind: 'nul', column: 7, missing: 'text without NUL characters' }],
    [
      'a lone high surrogate',
      'say \ud83d',
      { kind: 'surrogate', column: 5, missing: 'the other half of a UTF-16 surrogate pair' },
    ],
    [
      'a lone low surrogate after a whole pair',
      'say 😀\ude00',
      { kind: 'surrogate', column: 7, missing: 'the other half of a UTF-16 surrogate pair' },
    ],
    [
      'a lone surrogate in quotes',
      '"\ud83d"',
      { kind: 'surrogate', column: 2, missing: 'the other half of a UTF-16 surrogate pair' },
    ],
  ])('%s', (_, text, problem) => {
    expect(tokenize(text)).toEqual(problem);
  });
});

describe('compared with dash', () => {
  const ordinary = fc.constantFrom(
    ...'abz019_-.,:/@%+^',
    'é',
    'ß',
    '日',
    '😀',
    '\u00a0',
    '\u2028',
    '\uff21',
    '\u0301',
    '\r',
  );
  const blank = fc.constantFrom(' ', '\t', '\n', '  ', ' \n\t');
  /** Outside quotes dash would act on these, so there they are always escaped or quoted. */
  const special = fc.constantFrom(...'$`*?[]~#!{};|&<>()=');
  const anyText = fc.oneof(ordinary, blank, special);
  const inSingle = fc.array(fc.oneof(anyText, fc.constantFrom('\\', '"')), { maxLength: 6 });
  // Before n and t a backslash in double quotes means something else here than in dash: decision 1.
  const inDouble = fc.array(
    fc.oneof(
      ordinary,
      blank,
      fc.constantFrom("'", '*', '?', '[', '~', '#', '{', ';', '|', '&', '<', '>', '(', ')', '='),
      fc.constantFrom('\\"', '\\\\', '\\$', '\\`', '\\\n', '\\a', "\\'", '\\ ', '\\é', '\\😀', '\\*', '\\0'),
    ),
    { maxLength: 6 },
  );
  const part = fc.oneof(
    ordinary,
    ordinary,
    inSingle.map((texts) => `'${texts.join('')}'`),
    inDouble.map((texts) => `"${texts.join('')}"`),
    fc.oneof(ordinary, special, fc.constantFrom(' ', '\t', '\\', '"', "'", 'n', 't')).map((text) => `\\${text}`),
    fc.constantFrom("''", '""', '\\\n'),
  );
  /** A newline between words ends a command in dash: there it is asked with a space instead. */
  const separator = blank.map((text) => ({ here: text, inDash: text.replaceAll('\n', ' ') }));
  const sameInBoth = part.map((text) => ({ here: text, inDash: text }));
  const line = fc
    .array(fc.oneof({ weight: 4, arbitrary: sameInBoth }, { weight: 1, arbitrary: separator }), { maxLength: 14 })
    .map((parts) => ({
      here: parts.map(({ here }) => here).join(''),
      inDash: parts.map(({ inDash }) => inDash).join(''),
    }));

  test('thousands of generated lines give the same words', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 400, maxLength: 400 }), (batch) => {
        const expected = wordsInDash(batch.map(({ inDash }) => inDash));
        for (const [index, { here }] of batch.entries())
          expect([here, tokenize(here)]).toEqual([here, expected[index]]);
      }),
      // Shrinking would start dash for every step; the assertion already shows the one line that differs.
      { numRuns: 10, endOnFailure: true },
    );
  });

  test('a quote that dash never finds the end of is a problem here, too', () => {
    const unfinished = fc
      .tuple(line, fc.constantFrom("'", '"'), fc.array(ordinary, { maxLength: 3 }))
      .map(([{ inDash }, quote, rest]) => `${inDash} ${quote}${rest.join('')}`);
    fc.assert(
      fc.property(fc.array(unfinished, { minLength: 10, maxLength: 10 }), (batch) => {
        for (const text of batch) {
          expect(isRefusedByDash(text)).toBe(true);
          expect(tokenize(text)).toMatchObject({ kind: expect.stringMatching(/^(single|double)-quote$/) });
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  test('quoted words read back as the same words, here and in dash', () => {
    const word = fc.oneof(
      fc
        .array(fc.oneof(anyText, fc.constantFrom('\\', '"', "'", '\\n', '\\\n')), { maxLength: 8 })
        .map((texts) => texts.join('')),
      fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll('\0', '')),
    );
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 6 }), { minLength: 200, maxLength: 200 }), (batch) => {
        const quoted = batch.map(quoteWords);
        expect(quoted.map(tokenize)).toEqual(batch);
        expect(wordsInDash(quoted)).toEqual(batch);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

test('any text gives words or a problem with a place in it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        const result = tokenize(text);
        if (Array.isArray(result)) {
          expect(text.includes('\0')).toBe(false);
          expect(text.isWellFormed()).toBe(true);
        } else {
          expect(result.column).toBeGreaterThanOrEqual(1);
          expect(result.column).toBeLessThanOrEqual(text.length);
        }
      },
    ),
  );
});

/** The words of each line, by one dash for all of them: `set --` takes a line's words, `printf` prints them. */
function wordsInDash(batch: readonly string[]): string[][] {
  const endOfLine = '\u0001end\u0001';
  const input = batch
    .map((text) => `set -- ${text}\n[ $# -eq 0 ] || printf '%s\\0' "$@"\nprintf '%s\\0' '${endOfLine}'\n`)
    .join('');
  const { status, stdout, stderr } = spawnSync('dash', [], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0 || stderr !== '') throw new Error(`dash ended with ${status}: ${stderr}`);
  const lines: string[][] = [];
  let words: string[] = [];
  for (const word of stdout.split('\0').slice(0, -1)) {
    if (word !== endOfLine) words.push(word);
    else {
      lines.push(words);
      words = [];
    }
  }
  return lines;
}

function isRefusedByDash(text: string): boolean {
  const { status, stderr } = spawnSync('dash', ['-n', '-c', `set -- ${text}`], { encoding: 'utf8' });
  return status !== 0 && stderr.includes('Unterminated quoted string');
}
