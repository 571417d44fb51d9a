import { expect, test } from 'vitest';
import { selectFields } from './select-fields.js';

const owner = { name: 'Ada', mail: 'a@example.org' };

test.each<[string, unknown, string[], unknown, string[]]>([
  ['of an object', { id: 1, name: 'x', more: 2 }, ['id', 'name'], { id: 1, name: 'x' }, []],
  ['of each item', [{ id: 1, a: 2 }, { id: 3 }], ['id', 'a'], [{ id: 1, a: 2 }, { id: 3 }], []],
  ['deep inside', { id: 1, owner }, ['owner.name'], { owner: { name: 'Ada' } }, []],
  ['two of the same object', { owner }, ['owner.mail', 'owner.name'], { owner: { mail: owner.mail, name: 'Ada' } }, []],
  [
    'of the items of a list inside',
    { id: 1, by: [owner, owner] },
    ['by.name'],
    { by: [{ name: 'Ada' }, { name: 'Ada' }] },
    [],
  ],
  [
    'of the only list of an object',
    { total: 2, events: [{ id: 1, x: 1 }] },
    ['id'],
    { total: 2, events: [{ id: 1 }] },
    [],
  ],
  ['that nothing has', { id: 1 }, ['id', 'nope'], { id: 1 }, ['nope']],
  ['of what is no object', 'text', ['id'], 'text', ['id']],
  ['of an empty list', [], ['id'], [], []],
  ['that all objects inherit', { id: 1 }, ['constructor'], {}, ['constructor']],
])('the fields %s', (_, data, names, selected, missing) => {
  expect(selectFields(data, names)).toEqual({ data: selected, missing });
});

test('a field called __proto__ changes nothing but the answer', () => {
  const { data } = selectFields(JSON.parse('{"__proto__":{"a":1}}'), ['__proto__.a']);
  expect(JSON.stringify(data)).toBe('{"__proto__":{"a":1}}');
});
