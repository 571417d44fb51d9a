import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redacted } from './look-alikes.js';
import { Secrets } from './secrets.js';

const secret = 'hun/ter2 "CANARY"?+é';

describe('known values', () => {
  test('each goes wherever it stands; an empty one changes nothing', () => {
    expect(Secrets.of(['hunter2', '']).hide('a=hunter2&b=hunter2')).toBe(`a=${redacted}&b=${redacted}`);
    expect(Secrets.of([''])).toBe(Secrets.none);
  });

  test('one that is the beginning of another does not leave the rest of it behind', () => {
    expect(Secrets.of(['1234', '1234xyz']).hide('--pin 1234 --key 1234xyz')).not.toContain('xyz');
  });

  test('one of less than four characters goes only where it is a word', () => {
    const secrets = Secrets.of(['ab']);
    expect(secrets.hide('ab cab (ab) ab_c abab')).toBe(`${redacted} cab (${redacted}) ab_c abab`);
    expect(secrets.inBytes('utf8')).toEqual([]);
  });

  test('one as large as a file is no trouble', () => {
    const large = 'x y'.repeat(30_000);
    expect(Secrets.of([large, `${large}z`]).hide(`a ${large} b ${large}z c`)).toBe(`a ${redacted} b ${redacted} c`);
  });

  test('as a regular expression would find them: the first, and of those the longest', () => {
    const few = (most: number, least = 0) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: least, maxLength: most });
    fc.assert(
      fc.property(few(60), fc.array(few(9, 4), { minLength: 1, maxLength: 4 }), (text, values) => {
        const longest = [...values].sort((one, other) => other.length - one.length);
        expect(Secrets.of(values).hide(text)).toBe(text.replace(new RegExp(longest.join('|'), 'g'), redacted));
      }),
    );
  });

  test('more of them are another object, and none that is new is the same', () => {
    const some = Secrets.of(['one', 'two']);
    expect(some.and(['two', ''])).toBe(some);
    expect(some.and(['three']).values).toEqual(['one', 'two', 'three']);
    expect(some.values).toEqual(['one', 'two']);
    expect(some.except(Secrets.of(['one'])).values).toEqual(['two']);
  });
});

describe('the forms of a value', () => {
  const bytes = Buffer.from(secret);
  const pair = Buffer.from(`user:${secret}`).toString('base64');

  test.each([
    ['as JSON', JSON.stringify({ a: secret })],
    ['in an address', `https://example.com/?q=${encodeURIComponent(secret)}`],
    ['in a form', new URLSearchParams({ q: secret }).toString()],
    ['in base64', bytes.toString('base64')],
    ['in base64 for addresses', bytes.toString('base64url')],
    ['in hexadecimal', bytes.toString('hex')],
    ['as a program quotes it', String.raw`ls: cannot access 'hun/ter2 "CANARY"?+\303\251'`],
  ])('%s', (_, text) => {
    const shown = Secrets.of([secret]).hide(text);
    expect(shown).toContain(redacted);
    expect(decodings(shown)).not.toMatch(/hun.?ter2|CANARY/);
  });

  test.each(['user:', 'me:', 'm:'])('in the header of a login, after %j', (before) => {
    const header = Buffer.from(`${before}${secret}`).toString('base64');
    const shown = Secrets.of([secret]).hide(`Authorization: Basic ${header}`);
    expect(shown).toContain(redacted);
    expect(Buffer.from(shown.split(' ').at(-1)?.replace(redacted, '') ?? '', 'base64').toString()).not.toMatch(
      /ter2|CANAR/,
    );
  });

  test('in bytes as in text', () => {
    const found = Secrets.of([secret]).inBytes('utf8').map(String);
    expect(found).toEqual(expect.arrayContaining([secret, encodeURIComponent(secret), bytes.toString('hex')]));
    expect(found.some((form) => pair.includes(form))).toBe(true);
    expect(Secrets.of([secret]).inBytes('utf16le')).toContainEqual(Buffer.from(secret, 'utf16le'));
  });

  test('are not looked for where whoever chose the value must not hide anything else', () => {
    const hex = bytes.toString('hex');
    const alone = Secrets.asWritten([secret]);
    expect(alone.hide(hex)).toBe(hex);
    expect(alone.hide(`${secret} ${JSON.stringify(secret)}`)).toBe(`${redacted} "${redacted}"`);
  });
});

function decodings(text: string): string {
  return [text, decodeURIComponent(text.replace(/%(?![\dA-F]{2})/g, ''))].join('\n');
}

describe('in a value', () => {
  test('every text and name goes, and nothing else changes', () => {
    const value = { a: [secret, 1, null, { b: `x ${secret}` }], [`of ${secret}`]: true };
    expect(Secrets.of([secret]).hideIn(value)).toEqual({
      a: [redacted, 1, null, { b: `x ${redacted}` }],
      [`of ${redacted}`]: true,
    });
    expect(Secrets.of(['name']).hideIn({ name: 'a name' })).toEqual({ name: `a ${redacted}` });
    expect(Secrets.none.hideIn(value)).toBe(value);
  });

  test('what says itself how it is written is asked before', () => {
    const value = { toJSON: () => ({ at: secret }) };
    expect(JSON.stringify(Secrets.of([secret]).hideIn({ value }))).toBe(`{"value":{"at":"${redacted}"}}`);
  });
});

describe('words', () => {
  test.each([
    [['status', '--short'], false],
    [['-m', 'a longer message about a password'], false],
    [['--page-token', 'abc'], false],
    [['x', '--db-password', 'abc'], true],
    [['x', '--db-password', 'two words'], true],
    [['x --token y'], true],
    [['https://me:abc@example.com'], true],
    [['ghp_0123456789abcdefghij'], true],
  ])('%j hold a secret: %s', (words, expected) => {
    expect(Secrets.none.areInWords(words)).toBe(expected);
  });

  test('a known one counts wherever it stands, and an empty one nowhere', () => {
    expect(Secrets.of(['', 'abc']).areInWords(['--with=abc'])).toBe(true);
    expect(Secrets.of(['']).areInWords(['--with=abc'])).toBe(false);
    expect(Secrets.of(['abcd']).hideInWords(['a', 'x-abcd-y'])).toEqual(['a', redacted]);
  });

  test('without secrets they stay the same list', () => {
    const words = ['push', 'origin', 'a-rather-long-branch-name'];
    expect(Secrets.none.hideInWords(words)).toBe(words);
    expect(Secrets.none.andThoseIn(words)).toBe(Secrets.none);
  });

  test('a value that is secret only by its option is known by itself', () => {
    expect(Secrets.none.andThoseIn(['--token', 'abc', '--secret=def', 'x']).values).toEqual(['abc']);
  });

  test('one that is spread over words takes all of them', () => {
    expect(Secrets.none.hideInWords(['Bearer', 'abcdefGHIJ0123', 'x'])).not.toContain('abcdefGHIJ0123');
  });
});
