import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ItemType, ParameterType } from '../vocabulary/command.js';
import { checkValue, looksNumeric, readValue, splitList } from './read-value.js';

/** The value, or the code of the problem. */
const read = (type: ItemType, text: string) => {
  const result = readValue(type, text);
  return result.ok ? result.value : result.problem.code;
};
const check = (type: ParameterType, value: unknown) => {
  const result = checkValue(type, value);
  return result.ok ? result.value : result.problem.code;
};

describe('numbers are decimal JSON numbers (decision 11)', () => {
  test.each<[string, number]>([
    ['0', 0],
    ['10', 10],
    ['-5', -5],
    ['9007199254740991', 9007199254740991],
  ])('the integer %s', (text, value) => {
    expect(read('integer', text)).toBe(value);
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '1.0',
    '1e3',
    '0x10',
    '+1',
    '01',
    '--1',
    'Infinity',
    'NaN',
    '1_000',
    '１',
    '9007199254740992',
    '1\n',
  ])('%j is no integer', (text) => {
    expect(read('integer', text)).toBe('INVALID_INTEGER');
  });

  test.each<[string, number]>([
    ['3.14', 3.14],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['1.5E-2', 0.015],
    ['7', 7],
  ])('the number %s', (text, value) => {
    expect(read('number', text)).toBe(value);
  });

  test.each(['', ' ', '.5', '5.', '0x10', 'Infinity', '-Infinity', 'NaN', '1e400', '1,5', '٣'])(
    '%j is no number',
    (text) => {
      expect(read('number', text)).toBe('INVALID_NUMBER');
    },
  );

  test('whatever is read as a number is what JSON reads', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double().map(String), fc.string(), fc.integer().map(String)), (text) => {
        const value = read('number', text);
        if (typeof value === 'number') expect(value).toBe(JSON.parse(text));
      }),
    );
  });
});

describe('dates are strict ISO 8601 (decision 11), and a bad one has the code of the sample (decision 4)', () => {
  test.each([
    '2026-02-02',
    '2026-02-02T10:00:00Z',
    '2026-02-02T10:00',
    '2026-02-02T10:00:00.123456789+05:30',
    '2024-02-29',
    '2000-02-29',
    '2026-12-31T23:59:59-23:59',
  ])('%s', (text) => {
    expect(read('datetime', text)).toBe(text);
    expect(check('datetime', text)).toBe(text);
  });

  test.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1',
    'Feb 2',
    'yesterday',
    '2026-2-2',
    '20260202',
    '2026-02-02 10:00',
    '2026-02-02T24:00',
    '2026-02-02T10:60',
    '2026-02-02T10:00:60Z',
    '2026-02-02T10',
    '2026-02-02T10:00Zx',
    '2026-02-02T10:00+0100',
    '2026-02-02T10:00+24:00',
    '2026-02-02Z',
    '2026-02-02\n',
    '',
  ])('%j is refused', (text) => {
    expect(readValue('datetime', text)).toMatchObject({
      ok: false,
      problem: { code: 'INVALID_DATE_FORMAT' },
    });
  });

  test.each(['yesterday', '2026-11-17Z'])('%j is told how a day is written', (text) => {
    expect(readValue('datetime', text)).toEqual({
      ok: false,
      problem: {
        code: 'INVALID_DATE_FORMAT',
        message: 'has an invalid date format',
        hint: 'Use ISO8601 format (e.g., 2026-02-02 or 2026-02-02T10:00:00Z)',
      },
    });
  });

  test('a day that begins with its day or month is told to begin with the year', () => {
    expect(readValue('datetime', '17.11.2026')).toMatchObject({
      problem: { code: 'INVALID_DATE_FORMAT', hint: expect.stringContaining('2026-11-17') },
    });
  });

  test('a day that does not exist is called that, with the last day of its month', () => {
    expect(readValue('datetime', '2026-11-31')).toMatchObject({
      problem: { message: 'is a day that does not exist', hint: 'The last day of 2026-11 is 2026-11-30' },
    });
  });

  test('a day is accepted exactly when the calendar has it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const date = new Date(`${text}T00:00:00Z`);
          const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
          expect(readValue('datetime', text).ok).toBe(exists);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each<[string, unknown]>([
  ['true', true],
  ['false', false],
  ['TRUE', 'INVALID_BOOLEAN'],
  ['1', 'INVALID_BOOLEAN'],
  ['', 'INVALID_BOOLEAN'],
])('the boolean %j', (text, value) => {
  expect(read('boolean', text)).toBe(value);
});

test('text and paths are any text', () => {
  expect(read('string', '')).toBe('');
  expect(read('path', 'a b/ü')).toBe('a b/ü');
});

describe('the same rules for JSON values', () => {
  test.each<[ParameterType, unknown]>([
    ['string', 'a'],
    ['path', 'a/b'],
    ['integer', 5],
    ['number', 0.5],
    ['boolean', false],
    ['flag', true],
    ['array', []],
    ['object', {}],
  ])('%s %j', (type, value) => {
    expect(check(type, value)).toEqual(value);
  });

  test.each<[ParameterType, unknown, string]>([
    ['string', 5, 'INVALID_TYPE'],
    ['string', null, 'INVALID_TYPE'],
    ['path', ['a'], 'INVALID_TYPE'],
    ['integer', '5', 'INVALID_INTEGER'],
    ['integer', 1.5, 'INVALID_INTEGER'],
    ['integer', 2 ** 53, 'INVALID_INTEGER'],
    ['number', '0.5', 'INVALID_NUMBER'],
    ['boolean', 'true', 'INVALID_BOOLEAN'],
    ['flag', 1, 'INVALID_BOOLEAN'],
    ['datetime', 20260202, 'INVALID_DATE_FORMAT'],
    ['datetime', '2026-02-30', 'INVALID_DATE_FORMAT'],
    ['array', { length: 1 }, 'INVALID_TYPE'],
    ['object', [], 'INVALID_TYPE'],
    ['object', null, 'INVALID_TYPE'],
  ])('%s does not take %j', (type, value, code) => {
    expect(check(type, value)).toBe(code);
  });
});

test('a JSON number that is too large to be one is refused: it would be Infinity (decision 11)', () => {
  expect(check('number', JSON.parse('1e400'))).toBe('INVALID_NUMBER');
});

describe('lists (decision 8)', () => {
  test.each<[string, string[]]>([
    ['a,b,c', ['a', 'b', 'c']],
    ['a', ['a']],
    ['', []],
    ['a,,b', ['a', '', 'b']],
    ['a\\,b,c', ['a,b', 'c']],
    ['\\,', [',']],
    ['a b, c', ['a b', ' c']],
    ['a\\b', ['a\\b']],
  ])('%j → %j', (text, items) => {
    expect(splitList(text)).toEqual(items);
  });

  test('any items without backslashes come back when their commas are escaped', () => {
    const item = fc.string({ minLength: 1 }).filter((text) => !text.includes('\\'));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        expect(splitList(items.map((text) => text.replaceAll(',', '\\,')).join(','))).toEqual(items);
      }),
    );
  });
});

test.each([
  ['-5', true],
  ['-0.5', true],
  ['-1e3', true],
  ['-', false],
  ['-n10', false],
  ['--5', false],
  ['-.5', false],
])('%s looks like a number: %s', (text, expected) => {
  expect(looksNumeric(text)).toBe(expected);
});

test.each([
  ['reports/a.txt?x=1', 'has a query string, like a URL'],
  ['reports/a.md#part', 'has a fragment, like a URL'],
  ['reports%2fa.txt', 'has a percent-encoded character'],
  ['a\nb', 'has a control character'],
])('the path %j is none', (text, message) => {
  const refused = { ok: false, problem: { code: 'INVALID_PATH', message, hint: expect.any(String) } };
  expect([readValue('path', text), checkValue('path', text)]).toEqual([refused, refused]);
});

test.each(['C#/notes.md', 'what?.md', '100%.txt', '#1.md', 'a b.txt', '*.json'])('the path %j is one', (text) => {
  expect(readValue('path', text)).toEqual({ ok: true, value: text });
});
