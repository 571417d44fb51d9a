import { expect, test } from 'vitest';
import { render } from './test-helpers.js';

const nest = (depth: number): unknown => (depth === 0 ? 'x' : [nest(depth - 1)]);

test('depth bounds templates, and the arguments that are used', () => {
  expect(render(nest(64))).toEqual(nest(64));
  expect(render(nest(65))).toBe(`LIMIT_EXCEEDED ${'/0'.repeat(65)}`);
  expect(render({ $$a: nest(1_000) })).toMatch(/^LIMIT_EXCEEDED/);
  expect(render({ $: 'x' }, { x: nest(60) })).toEqual(nest(60));
  for (const template of ['{{x}}', { $: 'x' }, [{ $spread: 'x' }], { $: '$..y' }, { $if: 'x == x', $then: 1 }]) {
    for (const depth of [70, 5_000]) expect(render(template, { x: nest(depth) })).toMatch(/^LIMIT_EXCEEDED /);
  }
});

test('evaluations, expansion and visits are counted', () => {
  const values = { list: Array.from({ length: 100 }, (_, index) => index) };
  const each = { $each: 'list[*]', $as: 'i', $value: '{{i}}' };
  expect(render(each, values, { limits: { evaluations: 50 } })).toMatch(/^LIMIT_EXCEEDED/);
  expect(render(each, values, { limits: { expansion: 99 } })).toBe('LIMIT_EXCEEDED /$each');
  expect(render([{ $spread: 'list' }], values, { limits: { expansion: 99 } })).toBe('LIMIT_EXCEEDED /0/$spread');
  expect(render({ $: '$..*' }, values, { limits: { visits: 100 } })).toBe('LIMIT_EXCEEDED /$');
  expect(render({ $: 'list[?@ == $.list[0]]' }, values, { limits: { visits: 100 } })).toBe('LIMIT_EXCEEDED /$');
  expect(render(each, values)).toHaveLength(100);
});

test('nested loops end', () => {
  let template: unknown = '{{a}}';
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) template = { $each: 'list[*]', $as: name, $value: template };
  expect(render(template, { list: new Array(100).fill(1) })).toMatch(/^LIMIT_EXCEEDED/);
});

test('output is bounded, also where little input makes much of it', () => {
  const limits = { output: 1000 };
  expect(render('{{x}}{{x}}{{x}}', { x: 'y'.repeat(400) }, { limits })).toBe('LIMIT_EXCEEDED ');
  const joined = { $: 'list', $join: { $: 'separator' } };
  expect(render(joined, { list: new Array(50).fill('a'), separator: 'y'.repeat(100) }, { limits })).toBe(
    'LIMIT_EXCEEDED /$join',
  );
  expect(render({ $use: [[['a']]], $encode: 'json', $indent: 500 }, {}, { limits: { output: 20 } })).toBe(
    'LIMIT_EXCEEDED /$encode',
  );
  expect(render({ $: 'x', $encode: 'base64' }, { x: 'y'.repeat(900) }, { limits })).toBe('LIMIT_EXCEEDED /$encode');
});

test('the host can limit what a template reads', () => {
  const values = { a: Object.freeze({ x: 1, y: 2 }), b: 3, list: [1] };
  expect(render({ $: '$' }, values, { readable: ['/a/x', '/missing/z'] })).toEqual({ a: { x: 1 } });
  expect(render({ $: '$' }, values, { readable: ['/a', '/a/y', '/list'] })).toEqual({ a: { x: 1, y: 2 }, list: [1] });
  expect(render({ $: '$' }, values, { readable: [] })).toEqual({});
  expect(render({ $: 'b' }, values, { readable: [''] })).toBe(3);
  expect(values).toEqual({ a: { x: 1, y: 2 }, b: 3, list: [1] });
  expect(render({ $: '$' }, { a: null, b: 'x', list: [1] }, { readable: ['/a/x', '/b/y', '/list/0'] })).toEqual({});
});
