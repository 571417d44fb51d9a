import { expect, test } from 'vitest';
import { compileTemplate } from '../compile-template.js';
import { render } from '../test-helpers.js';

test('json is compact, or indented as asked', () => {
  expect(render({ $encode: 'json', a: [1, { $: 'x' }], missing: { $: 'no' } }, { x: 'é' })).toBe('{"a":[1,"é"]}');
  expect(render({ $encode: 'json', $indent: true, a: 1 })).toBe('{\n  "a": 1\n}');
  expect(render({ $encode: 'json', $indent: 1, a: 1 })).toBe('{\n "a": 1\n}');
  expect(render({ $encode: 'json', $indent: 'x', a: 1 })).toBe('{"a":1}');
  expect(render({ $: 'x', $encode: 'json' }, { x: null })).toBe('null');
  expect(render({ $: 'x', $encode: 'json' }, {})).toBeUndefined();
  expect(render({ $: 'x', $encode: 'json' }, { x: new Uint8Array([1]) })).toBe('INVALID_RESULT /$encode');
});

test('base64 encodes text, bytes, JSON and $content', () => {
  const login = { user: 'alice', action: 'login' };
  expect(render({ $encode: ['json', 'base64'], ...login })).toBe('eyJ1c2VyIjoiYWxpY2UiLCJhY3Rpb24iOiJsb2dpbiJ9');
  expect(render({ $encode: 'base64', ...login })).toBe('eyJ1c2VyIjoiYWxpY2UiLCJhY3Rpb24iOiJsb2dpbiJ9');
  expect(render({ $use: 'é', $encode: 'base64' })).toBe('w6k=');
  expect(render({ $: 'x', $encode: 'base64' }, { x: new Uint8Array([0, 255]) })).toBe('AP8=');
  expect(render({ $encode: 'base64', $content: { $encode: 'json', a: 1 } })).toBe('eyJhIjoxfQ==');
});

test('urlencoded joins nested names by dots and escapes all that is reserved', () => {
  const value = { a: { b: ['x y', 1] }, 'c&d': '+=%~*', t: true, f: false, n: null, e: [] };
  expect(render({ $: 'v', $encode: 'urlencoded' }, { v: value })).toBe(
    'a.b.0=x+y&a.b.1=1&c%26d=%2B%3D%25%7E*&t=true&f=false',
  );
  expect(render({ $use: ['a'], $encode: 'urlencoded' })).toBe('');
  expect(render({ $encode: 'urlencoded', b: { $: 'b' } }, { b: new Uint8Array([1]) })).toBe('INVALID_RESULT /$encode');
});

test('encodings say what they made, and never change it by that', () => {
  const headersOf = (template: Parameters<typeof compileTemplate>[0]) => {
    const compiled = compileTemplate(template);
    return compiled.ok && compiled.template.render({});
  };
  expect(headersOf({ $encode: 'json', a: 1 })).toEqual({
    value: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(headersOf({ $encode: ['json', 'base64'], a: 1 })).toEqual({
    value: 'eyJhIjoxfQ==',
    headers: { 'content-type': 'application/base64' },
  });
  expect(headersOf({ $encode: 'urlencoded', a: 1 })).toEqual({
    value: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(headersOf({ $encode: 'args', a: 1 })).toEqual({ value: ['a', '1'], headers: {} });
});

test('unknown encodings are refused, and what is no name encodes to nothing', () => {
  expect(render({ $use: 'a', $encode: 'constructor' })).toBe('INVALID_TEMPLATE /$encode');
  expect(render({ $use: 'a', $encode: ['json', 'rot13'] })).toBe('INVALID_TEMPLATE /$encode');
  expect(render({ $use: 'a', $encode: 5 })).toBeUndefined();
});
