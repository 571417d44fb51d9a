import { describe, expect, test } from 'vitest';
import { render } from '../test-helpers.js';

const values = {
  user: { name: 'Alice', role: 'admin', active: true, roles: ['dev', 'ops', 'qa'] },
  features: { debug: false, nothing: null },
  items: [
    { id: 1, price: 5, tags: ['a'] },
    { id: 2, price: 15, tags: ['a', 'b'] },
    { id: 3, price: 25 },
  ],
  'odd name': 1,
  a: { '|': 'bar', '}}': 'braces', "q'": 'quote' },
};

const read = (expression: string) => render({ $: expression }, values);
const holds = (condition: string) => render({ $if: condition, $then: true, $else: false }, values);

describe('singular expressions', () => {
  test('the ways to write one path mean the same', () => {
    for (const path of [
      'user.name',
      '.user.name',
      '$.user.name',
      "['user']['name']",
      '$["user"].name',
      ' user.name ',
    ]) {
      expect(read(path)).toBe('Alice');
    }
    expect(render({ $: '' }, 5)).toBe(5);
    expect(render({ $: '[0]' }, ['a'])).toBe('a');
    expect(render({ $: '*' }, ['a', 'b'])).toEqual(['a', 'b']);
  });

  test('a singular query gives its value or nothing; any other gives an array, even of none or one', () => {
    expect(read('user.missing')).toBeUndefined();
    expect(read('user.roles[-1]')).toBe('qa');
    expect(read('user.roles[7]')).toBeUndefined();
    expect(read('user.missing[*]')).toEqual([]);
    expect(read('items[?@.id == 1].id')).toEqual([1]);
  });

  test.each([
    ['items[*].id', [1, 2, 3]],
    ['items[0,2].id', [1, 3]],
    ['items[1:].id', [2, 3]],
    ['items[::-1].id', [3, 2, 1]],
    ['items[:0:-1].id', [3, 2]],
    ['items[::0]', []],
    ['items[-2:].id', [2, 3]],
    ['$..id', [1, 2, 3]],
    ['items..tags[0]', ['a', 'a']],
    ['user["name","role"]', ['Alice', 'admin']],
    ['items[?@.price > 10 && @.tags].id', [2]],
    ['items[?@.id == 1 || @.id == 3].id', [1, 3]],
    ['items[?count(@.tags[*]) > 1].id', [2]],
    ['items[?length(@.tags) == 1].id', [1]],
    ['items[?value(@.tags[*]) == "a"].id', [1]],
    ['user.roles[?match(@, "o.*")]', ['ops']],
    ['user.roles[?search(@, "e")]', ['dev']],
    ['items[?@.tags == $.items[0].tags].id', [1]],
    ["a['|']", 'bar'],
    ['a["}}"]', 'braces'],
    ["a['q\\'']", 'quote'],
    ["['odd name']", 1],
    ["['\\u006fdd name']", 1],
  ])('%s', (expression, expected) => {
    expect(read(expression)).toEqual(expected);
  });

  test('transforms run from left to right and stop at nothing', () => {
    expect(read('user.roles | sort | first')).toBe('dev');
    expect(read('user.roles|last|length')).toBe(2);
    expect(read('user.missing | length')).toBeUndefined();
    expect(read('items[?@.id == 1 || @.id == 2] | length')).toBe(2);
    expect(read('user.name | unknown')).toBe('INVALID_TEMPLATE /$');
    expect(read('user.name | constructor')).toBe('INVALID_TEMPLATE /$');
  });

  test('only own properties exist', () => {
    for (const path of [
      '__proto__',
      'constructor',
      'user.toString',
      'user.roles.length',
      'user.name.length',
      '..length',
    ]) {
      expect(read(path)).toEqual(path.startsWith('..') ? [] : undefined);
    }
    expect(render({ $: "['__proto__'].x" }, JSON.parse('{"__proto__": {"x": 1}}'))).toBe(1);
  });

  test.each([
    'a b',
    'a[',
    'a]',
    'a[]',
    'a.',
    'a..',
    "a['x",
    'a[01]',
    'a[?]',
    'a[-0]',
    'a |',
    'a[?b == 1]',
    "a['\\x']",
    '@.a',
  ])('%j is refused', (expression) => {
    expect(read(expression)).toBe('INVALID_TEMPLATE /$');
  });
});

describe('logical expressions', () => {
  test.each([
    ["user.role == 'admin'", true],
    ["@.user.role == 'admin'", true],
    ["$.user.role != 'admin'", false],
    ['$.features.debug', true],
    ['features.debug', true],
    ['features.nothing', true],
    ['features.missing', false],
    ['user.active && !@.features.debug', false],
    ['features.debug == false', true],
    ['features.debug == null', false],
    ['features.missing == features.gone', true],
    ['!(user.role == "guest") && (items[2].price >= 25 || false == true)', true],
    ['items[0].price < 5', false],
    ['items[0].price <= 5', true],
    ['user.name < "Bob"', true],
    ['user.name < 5', false],
    ['length(user.roles) == 3', true],
    ['count(items[?@.price > 10]) == 2', true],
    ['match(user.name, "[A-Z][a-z]+")', true],
    ['match(user.name, "lic")', false],
    ['search(user.name, "lic")', true],
    ['1 == 1.0 && -1 < 0 && 1e2 == 100', true],
    ['items[*]', true],
    ['items[9]', false],
  ])('%s is %s', (condition, expected) => {
    expect(holds(condition)).toBe(expected);
  });

  test.each([
    ...['', 'a], [?b', '$[', 'true', "'a'", '!a == 1', 'items[*] == 1', 'length(items[*]) == 1', 'count(1) == 1'],
    ...['match(user.name, user.role)', 'match(user.name, "(")', 'match(user.name, "a") == true', 'unknown(1)', 'a = 1'],
    ...['a && ', '(a', 'length() == 1', 'toString(a)'],
  ])('%j is refused', (condition) => {
    expect(holds(condition)).toBe('INVALID_TEMPLATE /$if');
  });

  test('nesting without end is refused', () => {
    expect(holds(`${'('.repeat(1000)}a${')'.repeat(1000)}`)).toBe('INVALID_TEMPLATE /$if');
    expect(read(`a${'[?@.b'.repeat(500)}${']'.repeat(500)}`)).toBe('INVALID_TEMPLATE /$');
  });
});
