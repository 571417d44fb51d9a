import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { render } from '../test-helpers.js';
import type { Value } from '../value.js';

describe('objects', () => {
  test('plain values, arrays and objects are what they are; what is undefined is left out', () => {
    const template = { a: [1, null, true, { $: 'no' }, 'x'], b: { $: 'no' }, c: { d: {} } };
    expect(render(template)).toEqual({ a: [1, null, true, 'x'], c: { d: {} } });
  });

  test('modifiers leave no trace, and $meta is an object', () => {
    expect(render({ $meta: { x: 1 }, $comment: ['{{broken'], a: 1 })).toEqual({ a: 1 });
    expect(render({ $meta: 'x', a: 1 })).toBe('INVALID_TEMPLATE /$meta');
  });

  test('two domain directives, and properties that would be dropped, are refused', () => {
    expect(render({ a: { $: 'x', $use: 1 } })).toBe('INVALID_TEMPLATE /a');
    expect(render({ $when: 'x', $: 'y' })).toBe('INVALID_TEMPLATE ');
    expect(render({ a: { $: 'x', b: 1 } })).toBe('INVALID_TEMPLATE /a');
    expect(render({ $: 5 })).toBe('INVALID_TEMPLATE /$');
  });

  test('a name with "$$" loses one and its value is not interpreted; unknown "$" names are data', () => {
    expect(render({ $$: '{{x}}', $$if: { $: 'x' }, $$$a: 1, $other: '{{x}}' }, { x: 1 })).toEqual({
      $: '{{x}}',
      $if: { $: 'x' },
      $$a: 1,
      $other: '1',
    });
  });

  test('__proto__ is a name like any other', () => {
    const result = render(JSON.parse('{"__proto__": {"a": "{{x}}"}}'), { x: 'y' });
    expect(JSON.stringify(result)).toBe('{"__proto__":{"a":"y"}}');
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test('operators run in the order written', () => {
    expect(render({ $use: ['b', 'a'], $transform: 'sort', $join: '-' })).toBe('a-b');
    expect(render({ $use: ['b', 'a'], $join: '-', $transform: 'length' })).toBe(3);
    expect(render({ $: 'x', $join: ',', $encode: 'json' }, { x: [1, 'b', null] })).toBe('"1,b,null"');
  });
});

describe('$join', () => {
  test('takes arrays, objects, single values and nothing', () => {
    expect(render({ $use: ['a', 1, { b: 2 }], $join: ',' })).toBe('a,1,{"b":2}');
    expect(render({ a: 'x', b: 'y', $join: true })).toBe('xy');
    expect(render({ $: 'x', $join: ',' }, { x: 5 })).toBe('5');
    expect(render({ $: 'x', $join: ',' }, { x: { a: 1, b: 2 } })).toBe('1,2');
    expect(render({ $: 'x', $join: ',' }, {})).toBe('');
    expect(render({ $use: ['a', 'b'], $join: '{{s}}' }, { s: '; ' })).toBe('a; b');
  });
});

describe('$if and $when', () => {
  test('a branch that is not there yields nothing', () => {
    expect(
      render(
        [
          { $if: 'x', $then: 'yes' },
          { $if: 'y', $then: 'yes', $else: '{{x}}' },
        ],
        { x: 1 },
      ),
    ).toEqual(['yes', '1']);
    expect(render([{ $if: 'y', $then: 'yes' }], {})).toEqual([]);
  });

  test('what is no string is tested for truth', () => {
    const truth = (value: unknown) => render({ $if: value, $then: 1, $else: 0 }, { empty: '', full: 'x', list: [] });
    expect([false, 0, null, { $: 'empty' }, { $: 'missing' }].map(truth)).toEqual([0, 0, 0, 0, 0]);
    expect([true, 1, [], {}, { $: 'full' }, { $: 'list' }].map(truth)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('$when keeps the whole object or leaves it out, operators included', () => {
    const template = { list: [{ $when: 'x == 1', a: '{{x}}', $encode: 'json' }, 'end'] };
    expect(render(template, { x: 1 })).toEqual({ list: ['{"a":"1"}', 'end'] });
    expect(render(template, { x: 2 })).toEqual({ list: ['end'] });
    expect(render([{ $when: false, a: 1, $join: ',' }])).toEqual([]);
  });
});

describe('$spread', () => {
  const values = { list: [1, 2], object: { a: 1, b: 2 }, scalar: 5, objects: [{ a: 1 }, { b: 2 }] };

  test('into an array go elements and property values', () => {
    expect(render([0, { $spread: 'list' }, { $spread: '$.object' }, { $spread: 'scalar' }, 9], values)).toEqual([
      ...[0, 1, 2, 1, 2, 9],
    ]);
    expect(render([{ $spread: 'objects[*]' }], values)).toEqual([1, 2]);
    expect(render([{ $spread: { $: 'none' } }, { $spread: [3, { $: 'scalar' }] }], values)).toEqual([3, 5]);
  });

  test('into an object go properties, and elements under their positions', () => {
    expect(render({ a: 0, x: { $spread: 'object' }, c: 3 }, values)).toEqual({ a: 1, b: 2, c: 3 });
    expect(render({ x: { $spread: 'list' } }, values)).toEqual({ 0: 1, 1: 2 });
    expect(render({ a: 0, x: { $spread: 'scalar' } }, values)).toEqual({ a: 0 });
  });

  test('beside other properties it merges at its place', () => {
    expect(render({ first: 1, $spread: 'object', a: 'later' }, values)).toEqual({ first: 1, b: 2, a: 'later' });
    expect(render({ a: 'before', $spread: { a: '{{scalar}}' } }, values)).toEqual({ a: '5' });
  });

  test('a property without a value takes that property away', () => {
    expect(render({ a: 1, b: 2, x: { $spread: { a: { $: 'none' } } } })).toEqual({ b: 2 });
    expect(render({ a: 1, b: 2, x: { $spread: { a: { $: 'none' } } }, $join: ',' })).toBe('2');
  });

  test('without a container it is refused', () => {
    expect(render({ $spread: 'list' }, values)).toBe('INVALID_RESULT /$spread');
    expect(render({ $spread: 'list', $join: ',' }, values)).toBe('INVALID_RESULT /$join');
  });
});

describe('$each', () => {
  const values = { items: [{ id: 'a', n: 1 }, { id: 'b' }], name: 'outer', map: { x: 1, y: 2 } };

  test('gives an array, without what is undefined', () => {
    expect(render({ $each: 'items[*]', $as: 'item', $value: { $: 'item.n' } }, values)).toEqual([1]);
    expect(render({ $each: 'items[*]', $as: 'item', id: '{{item.id}}', of: '{{name}}' }, values)).toEqual([
      { id: 'a', of: 'outer' },
      { id: 'b', of: 'outer' },
    ]);
  });

  test('goes over arrays and objects that a template yields, and over one node of a singular query', () => {
    expect(render({ $each: { $: 'map' }, $as: 'v', $value: { $: 'v' } }, values)).toEqual([1, 2]);
    expect(render({ $each: [1, { $: 'name' }], $as: 'v', $value: '<{{v}}>' }, values)).toEqual(['<1>', '<outer>']);
    expect(render({ $each: '$.items', $as: 'v', $value: { $: 'v | length' } }, values)).toEqual([2]);
    expect(render({ $each: 5, $as: 'v', $value: 1 }, values)).toEqual([]);
  });

  test('with $key gives an object', () => {
    const template = { $each: 'items[*]', $as: 'i', $key: '{{i.id}}', $value: { $: 'i.n' } };
    expect(render(template, values)).toEqual({ a: 1 });
    expect(render({ ...template, $key: { $: 'i.n' } }, values)).toBe('INVALID_RESULT /$key');
  });

  test('its name hides an argument of that name, also for whole queries, and only inside', () => {
    const template = [{ $each: 'map[*]', $as: 'name', $value: ['{{name}}', { $: '$..name' }] }, '{{name}}'];
    expect(render(template, { map: [1], name: 'outer' })).toEqual([[['1', [1]]], 'outer']);
  });

  test('its name can be tested', () => {
    const test = { $if: "v == 2 && @.v > 1 && $.v != 1 && name == 'outer'", $then: '{{v}}' };
    expect(render({ $each: 'map[*]', $as: 'v', $value: test }, values)).toEqual(['2']);
  });

  test('operators work on the result, once', () => {
    expect(render({ $each: 'map[*]', $as: 'v', x: { $: 'v' }, $encode: 'json' }, values)).toBe('[{"x":1},{"x":2}]');
  });

  test('needs a name', () => {
    expect(render({ a: { $each: 'items[*]', $value: 1 } }, values)).toBe('INVALID_TEMPLATE /a');
  });
});

describe('$include', () => {
  test('takes a part of the document as it is written', () => {
    const document = { parts: { 'a/b': ['{{x}}', { $: 'x' }] } };
    expect(render({ $include: '#/parts/a~1b' }, { x: 1 }, { document })).toEqual(['{{x}}', { $: 'x' }]);
    expect(render({ $include: { $: 'no' } }, {}, { document })).toBeUndefined();
    expect(render({ a: { $include: '#/nothing' } }, {}, { document })).toBe('UNRESOLVED_INCLUDE /a/$include');
    expect(render({ a: { $include: '#/parts/toString' } }, {}, { document })).toBe('UNRESOLVED_INCLUDE /a/$include');
  });

  test('reaches nothing else unless the host loads it', () => {
    expect(render({ $include: 'file:///etc/passwd' })).toBe('UNRESOLVED_INCLUDE /$include');
    const include = (reference: string): Value | undefined =>
      reference === 'x.json' ? { a: [1, '{{x}}'] } : undefined;
    expect(render({ $include: 'x.json#/a/1' }, {}, { include })).toBe('{{x}}');
    expect(render({ $include: 'y.json' }, {}, { include })).toBe('UNRESOLVED_INCLUDE /$include');
    const failing = () => {
      throw new Error('no such file');
    };
    expect(render({ $include: 'y.json' }, {}, { include: failing })).toBe('UNRESOLVED_INCLUDE /$include');
  });
});

describe('$match and $matches', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const options = {
    compileSchema: (schema: Value) => {
      const check = ajv.compile(schema as object);
      return (value: Value | undefined) => check(value) === true;
    },
  };

  test('$matches says whether a schema accepts the input', () => {
    const template = { $: 'x', $matches: { type: 'integer', minimum: { $: 'least' } } };
    expect(render(template, { x: 5, least: 3 }, options)).toBe(true);
    expect(render(template, { x: 2, least: 3 }, options)).toBe(false);
    expect(render({ $: 'x', $matches: { type: 'nonsense' } }, { x: 2 }, options)).toBe('INVALID_TEMPLATE /$matches');
  });

  test('$match takes the first branch that accepts the input and yields something', () => {
    const template = {
      $: 'x',
      $match: [
        { $case: { type: 'string' }, $then: { $: 'missing' } },
        { $case: { const: 'a' }, $then: 'letter {{x}}' },
        { $case: { type: 'number' }, number: '{{x}}' },
        'other',
      ],
    };
    expect(render(template, { x: 'a' }, options)).toBe('letter a');
    expect(render(template, { x: 1 }, options)).toEqual({ number: '1' });
    expect(render(template, { x: null }, options)).toBe('other');
    expect(render({ $: 'x', $match: 'text' }, { x: 1 }, options)).toBeUndefined();
  });

  test('arguments may be compared with, but bring no keywords or patterns', () => {
    const matches = (schema: unknown, x: unknown) => render({ $: 'x', $matches: schema }, { x, y: 'a' }, options);
    expect(matches({ enum: ['b', { $: 'y' }] }, 'a')).toBe(true);
    expect(matches({ pattern: { $: 'y' } }, 'a')).toBe('REFUSED_ARGUMENT /$matches');
    expect(matches({ $: 'x' }, { type: 'object' })).toBe('REFUSED_ARGUMENT /$matches');
    expect(matches({ a: { $spread: 'x' } }, { type: 'object' })).toBe('REFUSED_ARGUMENT /$matches');
  });

  test('without a host that knows schemas they are refused', () => {
    expect(render({ $: 'x', $matches: {} })).toBe('INVALID_TEMPLATE /$matches');
  });
});
