import { expect, test } from 'vitest';
import { render } from './test-helpers.js';

const apply = (value: unknown, name: unknown) => [
  render({ $: 'v', $transform: name }, { v: value }),
  render({ $use: value, $transform: name }),
];
const both = (value: unknown) => [value, value];

test('length counts code points, elements and properties', () => {
  expect(apply('a😀', 'length')).toEqual(both(2));
  expect(apply([1, 2, 3], 'length')).toEqual(both(3));
  expect(apply({ a: 1, b: 2 }, 'length')).toEqual(both(2));
  expect(apply(5, 'length')).toEqual(both(undefined));
  expect(apply(null, 'length')).toEqual(both(undefined));
});

test('sort orders arrays and names', () => {
  expect(apply(['b', 2, null, 'a', true], 'sort')).toEqual(both([null, true, 2, 'a', 'b']));
  expect(apply({ b: [2, 1], a: 1 }, 'sort').map((value) => JSON.stringify(value))).toEqual(both('{"a":1,"b":[2,1]}'));
  expect(apply('ba', 'sort')).toEqual(both(undefined));
});

test('first and last take elements of arrays only', () => {
  expect(apply([1, 2], 'first')).toEqual(both(1));
  expect(apply([1, 2], 'last')).toEqual(both(2));
  expect(apply([], 'first')).toEqual(both(undefined));
  expect(apply('ab', 'first')).toEqual(both(undefined));
  expect(apply({ a: 1 }, 'last')).toEqual(both(undefined));
});

test('a chain runs in order; a value that names nothing gives nothing; unknown names are refused', () => {
  expect(apply(['b', 'a'], ['sort', 'first', 'length'])).toEqual(both(1));
  expect(apply([1], 5)).toEqual(both(undefined));
  expect(apply([1], ['sort', 'toString'])).toEqual(both('INVALID_TEMPLATE /$transform'));
});

test('the arguments are not sorted in place', () => {
  const values = { v: [2, 1] };
  expect(render({ $: 'v | sort' }, values)).toEqual([1, 2]);
  expect(values).toEqual({ v: [2, 1] });
});
