import { expect, test } from 'vitest';
import { Shares } from './shares.js';

const takeAll = (shares: Shares, name: string) => {
  while (shares.hasRoomFor(name)) shares.enter(name, 1);
  return shares.countOf(name);
};

test('one who takes all that it gets has half, and everybody after it still gets something', () => {
  const shares = new Shares(200);

  const taken = ['a', 'b', 'c', 'd'].map((name) => takeAll(shares, name));

  expect(taken).toEqual([100, 50, 25, 13]);
  expect(shares.hasRoomFor('somebody')).toBe(true);
});

test('what is given back can be taken again, by anybody', () => {
  const shares = new Shares(4);
  takeAll(shares, 'a');
  takeAll(shares, 'b');
  takeAll(shares, 'c');
  expect(shares.hasRoomFor('d')).toBe(false);

  shares.leave('a', 1);

  expect([shares.hasRoomFor('d'), shares.hasRoomFor('a')]).toEqual([true, false]);
});
