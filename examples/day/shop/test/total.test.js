import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/total.js';

test('counts every piece', () => {
  assert.equal(
    total([
      { price: 1.1, count: 2 },
      { price: 2.2, count: 1 },
    ]),
    4.4,
  );
});
