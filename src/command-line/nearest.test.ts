import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, NearestIndex, nearestOf } from './nearest.js';

test.each<[string, string, number]>([
  ['events', 'events', 0],
  ['evnets', 'events', 1],
  ['event', 'events', 1],
  ['evants', 'events', 1],
  ['EVENTS', 'events', 0],
  ['', 'ab', 2],
  ['abcdef', 'events', 3],
])('from %j to %j it is %i', (left, right, distance) => {
  expect(editDistance(left, right, 2)).toBe(distance);
});

test('the distance is the same in both directions and zero only for the same word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (left, right) => {
      expect(editDistance(left, right, 9)).toBe(editDistance(right, left, 9));
      expect(editDistance(left, right, 9) === 0).toBe(left === right);
    }),
  );
});

test.each<[string, string | undefined]>([
  ['mx', 'max'],
  ['mxa', 'max'],
  ['form', 'from'],
  ['calender', 'calendar'],
  ['cal', 'calendar'],
  ['max-results', 'max'],
  ['mi', undefined],
  ['unrelated', undefined],
])('the name nearest to %s is %s', (word, nearest) => {
  expect(nearestOf(word, ['max', 'from', 'calendar'])).toBe(nearest);
});

test('of two names the nearer one is chosen', () => {
  expect(nearestOf('maxx', ['mxx', 'max', 'min'])).toBe('mxx');
  expect(nearestOf('maxs', ['min', 'max'])).toBe('max');
});

describe('the index over many names', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `command-${index}`);
  const index = new NearestIndex([...many, 'calendar', 'drive', 'gmail', 'sheets', 'constructor']);

  test.each<[string, string[]]>([
    ['calender', ['calendar']],
    ['calnedar', ['calendar']],
    ['CALENDAR', ['calendar']],
    ['gmial', ['gmail']],
    ['drvie', ['drive']],
    ['sh', ['sheets']],
    ['cal', ['calendar']],
    ['constructo', ['constructor']],
    ['zzzzzz', []],
    ['x', []],
    ['', []],
  ])('%j → %j', (word, names) => {
    expect(index.find(word)).toEqual(names);
  });

  test('a very long word has no near name and costs nothing', () => {
    expect(index.find('a'.repeat(10_000))).toEqual([]);
  });

  test('at most as many names as asked for, nearest first', () => {
    expect(new NearestIndex(['mail', 'mails', 'male', 'maid']).find('mail', 2)).toEqual(['mail', 'maid']);
  });

  test('one letter wrong in any name of a few is enough to find it', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 4, maxLength: 14 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (names, which, where) => {
        const chosen = names[which % names.length] as string;
        const place = where % chosen.length;
        const mistyped = `${chosen.slice(0, place)}z${chosen.slice(place + 1)}`;
        const found = new NearestIndex(names).find(mistyped, names.length);
        expect(found).toContain(chosen);
      }),
    );
  });
});
